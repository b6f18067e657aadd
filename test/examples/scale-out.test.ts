/**
 * examples/scale-out without Docker: what its files name exists. Settings and commands are those
 * of the program, what the image copies is in the tree and not ignored, and the numbers fit.
 */
import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { BlockList, isIP } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { createProgram } from '../../src/cli/program.ts';
import { environmentName, ROLES, SETTING_NAMES, SETTINGS } from '../../src/config/settings.ts';
import { CONNECTIONS } from '../../src/store/postgres/server/server-check.ts';
import { run } from '../cli/command.ts';
import { ROOT } from '../tidy/tree.ts';

const read = (name: string) => readFileSync(join(ROOT, 'examples/scale-out', name), 'utf8');
const compose = read('compose.yaml');
const dockerfile = read('Dockerfile');

function found(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, first = '']) => first);
}

test('every setting that they name is one', () => {
  const known = new Set(SETTING_NAMES.map(environmentName));
  const named = found(compose + dockerfile, /\b(RINGPOST_[A-Z_]+)\b/g);
  assert.ok(named.length >= 4);
  for (const name of named) assert.ok(known.has(name), name);
  for (const name of ['databaseUrl', 'masterKey', 'publicUrl', 'allowTargets'] as const) {
    assert.ok(named.includes(environmentName(name)), `${name} is given to every process`);
  }
});

test('every command and role that they name is one', () => {
  const commands = new Set(createProgram().commands.map((command) => command.name()));
  const lists = found(compose, /^ {4}command: \[(.*)\]$/gm).map((list) => list.split(', '));
  const ours = lists.filter(([program]) => program !== 'postgres');
  assert.deepEqual(ours.map(([command]) => command).sort(), ['migrate', 'start', 'start']);
  for (const [command = ''] of ours) assert.ok(commands.has(command), command);
  const roles = ours.flatMap(([, flag, role = '']) => (flag === '--roles' ? [role] : []));
  assert.deepEqual(roles.sort(), [...ROLES]);
  assert.match(dockerfile, /^CMD \["start"\]$/m);
});

test('only the balancer is trusted, at an address that no other container gets', () => {
  const [trusted = ''] = found(compose, /RINGPOST_TRUSTED_PROXIES:-([^}]*)\}/g);
  assert.deepEqual(found(compose, /^ {8}ipv4_address: (\S+)$/gm), [trusted]);
  const [subnet = ''] = found(compose, /- subnet: (\S+)$/gm);
  const [given = ''] = found(compose, /ip_range: (\S+)$/gm);
  assert.equal(isIP(trusted), 4);
  assert.ok(rangeOf(subnet).check(trusted), `${trusted} is in ${subnet}`);
  assert.ok(!rangeOf(given).check(trusted), `${trusted} is not in ${given}`);
  const guide = readFileSync(join(ROOT, 'docs/guides/scale-out.md'), 'utf8');
  assert.ok(guide.includes(subnet), 'the guide names the same range');
});

function rangeOf(text: string): BlockList {
  const [address = '', bits] = text.split('/');
  const list = new BlockList();
  list.addSubnet(address, Number(bits));
  return list;
}

test('the image copies what is there, and nothing of it is ignored', () => {
  const ignored = read('Dockerfile.dockerignore');
  const allowed = found(ignored, /^!(\S+)$/gm);
  const copied = found(dockerfile, /^COPY (?!--from)(.+) \S+$/gm).flatMap((list) =>
    list.split(' '),
  );
  assert.ok(copied.length > 0);
  for (const path of copied) {
    assert.ok(existsSync(join(ROOT, path)), path);
    assert.ok(
      allowed.some((each) => path === each || path.startsWith(`${each}/`)),
      path,
    );
  }
  const [entry = ''] = found(dockerfile, /^ENTRYPOINT \["node", "(.+)"\]$/gm);
  assert.ok(existsSync(join(ROOT, entry)));
  const [file = ''] = found(compose, /^ {4}dockerfile: (\S+)$/gm);
  assert.ok(existsSync(join(ROOT, file)));
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  for (const script of found(dockerfile, /npm run (\S+)/g)) assert.ok(script in scripts, script);
});

test('what the image copies is enough to run', async (t) => {
  const image = mkdtempSync(join(tmpdir(), 'ringpost-image-'));
  t.after(() => rmSync(image, { recursive: true }));
  const final = dockerfile.slice(dockerfile.lastIndexOf('FROM '));
  for (const list of found(final, /^COPY (?!--from)(.+) \S+$/gm)) {
    for (const path of list.split(' ')) {
      cpSync(join(ROOT, path), join(image, path), { recursive: true });
    }
  }
  symlinkSync(join(ROOT, 'node_modules'), join(image, 'node_modules'));
  const [entry = ''] = found(dockerfile, /^ENTRYPOINT \["node", "(.+)"\]$/gm);
  const { code, stdout, stderr } = await run(join(image, entry), ['--version']);
  assert.deepEqual([code, stderr], [0, '']);
  assert.match(stdout, /^\d+\.\d+\.\d+/);
});

test('the image runs without development packages and without root', () => {
  const final = dockerfile.slice(dockerfile.lastIndexOf('FROM '));
  assert.match(final, /^RUN npm ci --omit=dev /m);
  assert.match(final, /^USER node$/m);
  assert.ok(final.indexOf('USER node') < final.indexOf('ENTRYPOINT'));
});

test('there is room for the connections, and time for a stop', () => {
  const replicas = found(compose, /replicas: (\d+)/g).map(Number);
  assert.deepEqual(replicas, [2, 3]);
  const processes = replicas.reduce((sum, each) => sum + each, 1);
  const [most] = found(compose, /max_connections=(\d+)/g).map(Number);
  assert.ok(Number(most) >= 2 * processes * CONNECTIONS, 'old and new beside each other');
  const [grace] = found(compose, /^ {2}stop_grace_period: (\d+)s$/gm).map(Number);
  assert.ok(Number(grace) * 1_000 > SETTINGS.drainMs.fallback);
});
