/**
 * The adapters of the TypeScript and Java packages mounted in real servers, against the real
 * service: Express, Hono and Next.js with the package as npm installs it; a servlet and a
 * controller of Spring 6 and 7 in Tomcat. If a part is not available, a test of another name says
 * so.
 */
import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { startService } from '../support/service-process.ts';
import { ROOT } from '../tidy/tree.ts';
import { tryExampleServer } from './example-server.ts';
import { runCommand } from './run-command.ts';

const STEP_MS_MAX = 300_000;
const NPM = join(import.meta.dirname, 'npm');
const NOT_INSTALLED = 'its packages are not installed: npm ci --prefix test/receiver/npm';
const SEEN = '3 webhooks in order, repeats known, log read';
const SPRINGS = ['6.2.19', '7.0.10'];
const TOMCAT = '11.0.27';

interface Mounted {
  readonly name: string;
  readonly command: readonly string[];
  readonly cwd: string;
  /** Why it cannot be run; null if it can. */
  readonly missing: string | null;
}

const directory = mkdtempSync(join(tmpdir(), 'ringpost-mounted-'));
const service = await startService({ directory: join(directory, 'data') });
after(async () => {
  await service.kill();
  rmSync(directory, { recursive: true, force: true });
});

// Installed before the first test, because the folder is removed after the last one.
const mounted = [...(await inNode()), ...(await inJava())];
for (const { name, command, cwd, missing } of mounted) {
  if (missing !== null) {
    test(`${name} was not run: ${missing.split('\n')[0]}`, (t) => t.diagnostic(missing));
    continue;
  }
  test(`${name}: webhooks in order, repeats, a forgery`, async () => {
    const server = { name, command, cwd, environment: { NEXT_TELEMETRY_DISABLED: '1' } };
    assert.equal(await tryExampleServer(service, server), SEEN);
  });
}

async function inNode(): Promise<readonly Mounted[]> {
  const of = (name: string, program: string, missing: string | null): Mounted => ({
    name,
    command: [process.execPath, `${program}.js`],
    cwd: join(directory, 'npm'),
    missing,
  });
  const missing = existsSync(join(NPM, 'node_modules/next/package.json')) ? null : NOT_INSTALLED;
  if (missing === null) await installPackage();
  return [
    of('Express, before its parsers', 'express', missing),
    of('Express, with the bytes that it read', 'express-raw', missing),
    of('Hono', 'hono', missing),
    of('Next.js', 'next', missing ?? (await builtByNext())),
  ];
}

/** A folder with the programs and the packages that they import, among them the packed receiver. */
async function installPackage(): Promise<void> {
  const folder = join(directory, 'npm');
  // Hard links if both are on one disk: the packages have 360 MB.
  const copied = await run(['cp', '-al', NPM, folder], directory);
  if (copied.exitCode !== 0) cpSync(NPM, folder, { recursive: true, force: true });
  const packed = ['npm', 'pack', '--workspace', 'receiver', '--pack-destination', directory];
  const done = await run(packed, ROOT);
  assert.equal(done.exitCode, 0, done.output);
  const installed = join(folder, 'node_modules/@ringpost/receiver');
  mkdirSync(installed, { recursive: true });
  const unpack = `tar -xzf ${directory}/ringpost-receiver-*.tgz --strip-components=1`;
  const unpacked = await run(['sh', '-c', `${unpack} -C ${installed}`], directory);
  assert.equal(unpacked.exitCode, 0, unpacked.output);
}

/** Null if it succeeded, else its output. */
async function builtByNext(): Promise<string | null> {
  const cwd = join(directory, 'npm');
  const environment = {
    NEXT_TELEMETRY_DISABLED: '1',
    // A build imports the module, but no request asks for its keys.
    RINGPOST_JWKS_URL: `${service.url}/v1/projects/prj_build/.well-known/jwks.json`,
    RINGPOST_ENDPOINT_ID: 'ep_build',
  };
  const next = [process.execPath, 'node_modules/next/dist/bin/next', 'build'];
  const { exitCode, output } = await runCommand(next, { cwd, environment }, STEP_MS_MAX);
  assert.equal(exitCode, 0, output);
  return null;
}

async function inJava(): Promise<readonly Mounted[]> {
  const [oldest = ''] = SPRINGS;
  const jars = await Promise.all(SPRINGS.map(jarsOf));
  const missing = jars.find((each) => each !== null) ?? (await compiled(oldest));
  const of = (name: string, spring: string, kind: string): Mounted => {
    const path = `out:${spring}/*`;
    const command = ['java', '-Dsun.stdout.encoding=UTF-8', '-cp', path];
    return { name, command: [...command, 'Adapters', kind], cwd: directory, missing };
  };
  return [
    of(`A servlet in Tomcat ${TOMCAT}`, oldest, 'servlet'),
    ...SPRINGS.map((each) => of(`A controller of Spring ${each}`, each, 'spring')),
  ];
}

/** Null if the packages are in a folder named after the version, else why not. */
async function jarsOf(version: string): Promise<string | null> {
  const of = (group: string, artifact: string, is: string) =>
    `<dependency><groupId>${group}</groupId><artifactId>${artifact}</artifactId>` +
    `<version>${is}</version></dependency>`;
  const pom = join(directory, `pom-${version}.xml`);
  writeFileSync(
    pom,
    '<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>' +
      '<groupId>proof</groupId><artifactId>proof</artifactId><version>0</version><dependencies>' +
      of('org.springframework', 'spring-webmvc', version) +
      of('org.apache.tomcat.embed', 'tomcat-embed-core', TOMCAT) +
      '</dependencies></project>',
  );
  const copy = 'org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy-dependencies';
  const into = `-DoutputDirectory=${join(directory, version)}`;
  const { exitCode, output } = await run(['mvn', '-q', '-B', '-f', pom, copy, into], directory);
  return exitCode === 0 ? null : `Maven or its packages cannot be had here\n${output}`;
}

async function compiled(spring: string): Promise<string | null> {
  const main = join(ROOT, 'receiver/java/src/main');
  const program = join(import.meta.dirname, 'java/adapters.java');
  const sources = `$(find ${main} -name '*.java') ${program}`;
  const command = `javac -d out -cp '${spring}/*' ${sources}`;
  const { exitCode, output } = await run(['sh', '-c', command], directory);
  assert.equal(exitCode, 0, output);
  return null;
}

function run(command: readonly string[], cwd: string) {
  return runCommand(command, { cwd, environment: {} }, STEP_MS_MAX);
}
