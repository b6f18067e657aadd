/**
 * `npm run receivers`: the package of each language over all vectors, and its example server
 * against the real service. Prints a table. A language without a toolchain on this machine is named
 * and not run. Exit code: 1 if a package fails, or if a language that `RINGPOST_REQUIRE_LANGUAGES`
 * names (`all`: every one) was not run.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ServiceProcess, startService } from '../support/service-process.ts';
import { tryExampleServer } from './example-server.ts';
import { LANGUAGES, type Language, type Row, requiredLanguages, tableOf } from './language.ts';
import { runCommand, type Surroundings } from './run-command.ts';

const RECEIVER = join(import.meta.dirname, '../../receiver');
const PROBE_MS_MAX = 30_000;
const STEP_MS_MAX = 240_000;

const names = LANGUAGES.map(({ name }) => name);
const asked = process.env.RINGPOST_REQUIRE_LANGUAGES ?? '';
const required = asked === 'all' ? names : requiredLanguages(asked, names);
const only = process.argv.slice(2).map((each) => each.toLowerCase());
const chosen = LANGUAGES.filter(
  ({ name }) => only.length === 0 || only.includes(name.toLowerCase()),
);
if (chosen.length === 0) {
  console.error(`No language is named ${only.join(', ')}; there are ${names.join(', ')}.`);
  process.exit(2);
}
const wanted = vectorCount();
const work = mkdtempSync(join(tmpdir(), 'ringpost-languages-'));
const failures: string[] = [];
const rows: Row[] = [];
let service: ServiceProcess | null = null;
try {
  service = await startService({ directory: join(work, 'data') });
  for (const language of chosen) rows.push(await judged(language, service));
} finally {
  await service?.kill();
  rmSync(work, { recursive: true, force: true });
}
console.log(tableOf(rows));
const absent = rows
  .filter(({ name, version }) => version === null && required.includes(name))
  .map(({ name }) => name);
for (const failure of failures) console.log(`\n${failure}`);
if (absent.length > 0) {
  console.log(`\nRINGPOST_REQUIRE_LANGUAGES asks for ${absent.join(', ')}: not run.`);
}
process.exitCode = failures.length === 0 && absent.length === 0 ? 0 : 1;

async function judged(language: Language, ofService: ServiceProcess): Promise<Row> {
  const { name } = language;
  const surroundings = surroundingsOf(language);
  const version = await versionOf(language, surroundings);
  if (version === null) return { name, version, vectors: 'NOT RUN: no toolchain', server: '' };
  const startMs = performance.now();
  const vectors = await ranVectors(language, surroundings);
  const seconds = ((performance.now() - startMs) / 1_000).toFixed(1);
  if (vectors === null) return { name, version, vectors: 'FAILED', server: '' };
  const server = await tryExampleServer(ofService, {
    name,
    command: language.server.map((word) => filled(word, surroundings.cwd)),
    ...surroundings,
  }).catch((error: unknown) => {
    failures.push(`${name}, example server: ${error instanceof Error ? error.message : error}`);
    return 'FAILED';
  });
  return { name, version, vectors: `ran ${vectors} vectors, ${seconds} s`, server };
}

function surroundingsOf({ folder, environment = {} }: Language): Surroundings {
  const cwd = join(RECEIVER, folder);
  const entries = Object.entries(environment).map(([key, text]) => [key, filled(text, cwd)]);
  return { cwd, environment: Object.fromEntries(entries) };
}

function filled(text: string, folder: string): string {
  return text.replaceAll('{work}', work).replaceAll('{package}', folder);
}

/** The first line that the first probe prints; null if a probe fails. */
async function versionOf(
  { probes, toolchain }: Language,
  surroundings: Surroundings,
): Promise<string | null> {
  let version: string | null = null;
  for (const probe of probes) {
    const { exitCode, output } = await runCommand(probe, surroundings, PROBE_MS_MAX);
    if (exitCode !== 0) return null;
    version ??= /\d+(?:\.\d+)+/.exec(output)?.[0] ?? output.trim().split('\n')[0] ?? '';
  }
  return toolchain === undefined ? version : `${toolchain} ${version}`;
}

/** How many vectors the package ran, all as expected; else null, and the failure is printed. */
async function ranVectors(
  { name, build, vectors }: Language,
  surroundings: Surroundings,
): Promise<number | null> {
  for (const command of [...build, vectors]) {
    const words = command.map((word) => filled(word, surroundings.cwd));
    const { exitCode, output } = await runCommand(words, surroundings, STEP_MS_MAX);
    if (exitCode !== 0) {
      failures.push(`${name}: ${words.join(' ')} ended with ${exitCode}\n${output.slice(-4_000)}`);
      return null;
    }
    if (command !== vectors) continue;
    const ran = Number(/ran (\d+) vectors/.exec(output)?.[1] ?? 0);
    if (ran === wanted) return ran;
    failures.push(`${name}: ran ${ran} vectors of ${wanted}`);
  }
  return null;
}

function vectorCount(): number {
  const folder = join(RECEIVER, 'vectors');
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')).cases.length)
    .reduce((sum, count) => sum + count, 0);
}
