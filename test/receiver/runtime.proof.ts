/**
 * The TypeScript package in runtimes other than Node.js: Deno and Bun, from their npm packages,
 * judge every vector of `verify`. If a runtime is not available, a test of another name says so.
 * `receiver/test/runtime.test.ts` checks what edge workers lack.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { ROOT } from '../tidy/tree.ts';
import { runCommand } from './run-command.ts';

const STEP_MS_MAX = 240_000;
const FILES = [
  'signature',
  'rfc9421',
  'secret',
  'bearer',
  'changed',
  'time',
  'payload',
  'mistake',
] as const;

const directory = mkdtempSync(join(tmpdir(), 'ringpost-runtimes-'));
after(() => rmSync(directory, { recursive: true, force: true }));
const program = join(directory, 'judge.ts');
writeFileSync(program, judging());

// Installed before the first test, because the folder is removed after the last one.
const packages = ['deno@2.9.6', 'bun@1.4.5'];
const options = ['--no-audit', '--no-fund', '--prefix', directory];
const had = await run('npm', 'install', ...options, ...packages);
const RUNTIMES = [
  { name: 'Deno', command: ['node_modules/.bin/deno', 'run', '--allow-read', '--no-check'] },
  { name: 'Bun', command: ['node_modules/.bin/bun', 'run'] },
] as const;
for (const { name, command } of RUNTIMES) {
  const version = await run(join(directory, command[0]), '--version');
  if (had.exitCode !== 0 || version.exitCode !== 0) {
    test(`${name} was not run: it is not available here`, (t) => t.diagnostic(had.output));
    continue;
  }
  test(`${name} judges every vector of verify`, async (t) => {
    t.diagnostic(version.output.trim());
    const [file, ...flags] = command;
    const { exitCode, output } = await run(join(directory, file), ...flags, program);
    assert.equal(exitCode, 0, output);
    assert.match(output, /judged \d{3} vectors, 0 failed/);
  });
}

/** A program in one file beside the package, which reads no file itself. */
function judging(): string {
  const folder = join(ROOT, 'receiver');
  const imports = FILES.map(
    (name) => `import ${name} from '${folder}/vectors/${name}.json' with { type: 'json' };`,
  );
  return `import { hasErrors, verifyWebhook } from '${folder}/src/index.ts';
${imports.join('\n')}
let judged = 0;
let failed = 0;
const plain = (value) => JSON.stringify(sorted(value));
const sorted = (value) =>
  Array.isArray(value)
    ? value.map(sorted)
    : typeof value === 'object' && value !== null
      ? Object.fromEntries(
          Object.entries(value)
            .sort(([one], [other]) => (one < other ? -1 : 1))
            .map(([name, each]) => [name, sorted(each)]),
        )
      : value;
for (const file of [${FILES.join(', ')}]) {
  for (const { name, options, nowMs, headers, body, bodyTimes = 1, expected } of file.cases) {
    const bytes = Uint8Array.from(atob(body).repeat(bodyTimes), (unit) => unit.charCodeAt(0));
    const pairs = {};
    for (const [header, value] of headers) pairs[header] = [...(pairs[header] ?? []), value];
    const { keys, ...others } = options;
    let said;
    try {
      const result = await verifyWebhook({
        ...others,
        ...(keys === undefined ? {} : { keys: keys.map((each) => file.keys[each]) }),
        headers: pairs,
        rawBody: bytes,
        now: () => nowMs,
      });
      const { kind, reason, answerStatus, detail, payload, ...facts } = result;
      if (kind === 'invalid') said = { kind, reason, answerStatus };
      else {
        const { event, ...parts } = payload;
        said = { kind, event: { ...facts, hasErrors: hasErrors(payload), payload: parts } };
      }
    } catch (error) {
      said = { kind: error instanceof TypeError ? 'mistake' : String(error) };
    }
    judged += 1;
    if (plain(said) === plain(expected)) continue;
    failed += 1;
    console.log('FAILED', name, plain(said));
  }
}
console.log('judged ' + judged + ' vectors, ' + failed + ' failed');
`;
}

function run(...command: readonly string[]) {
  return runCommand(command, { cwd: directory, environment: {} }, STEP_MS_MAX);
}
