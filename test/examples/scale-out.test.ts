/**
 * examples/scale-out without Docker: what its file names exists. Settings and commands are the
 * program's, and the numbers agree. `container.test.ts` tests the image.
 */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { BlockList, isIP } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { createProgram } from '../../src/cli/program.ts';
import { environmentName, ROLES, SETTING_NAMES, SETTINGS } from '../../src/config/settings.ts';
import { CONNECTIONS } from '../../src/store/postgres/server/server-check.ts';
import { ROOT } from '../tidy/tree.ts';

const read = (name: string) => readFileSync(join(ROOT, 'examples/scale-out', name), 'utf8');
const compose = read('compose.yaml');
const dockerfile = readFileSync(join(ROOT, 'examples/container/Dockerfile'), 'utf8');

function found(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, first = '']) => first);
}

test('every named setting exists', () => {
  const known = new Set(SETTING_NAMES.map(environmentName));
  const named = found(compose + dockerfile, /\b(RINGPOST_[A-Z_]+)\b/g);
  assert.ok(named.length >= 4);
  for (const name of named) assert.ok(known.has(name), name);
  for (const name of ['databaseUrl', 'masterKey', 'publicUrl', 'allowTargets'] as const) {
    assert.ok(named.includes(environmentName(name)), `${name} is given to every process`);
  }
});

test('every named command and role exists', () => {
  const commands = new Set(createProgram().commands.map((command) => command.name()));
  const lists = found(compose, /^ {4}command: \[(.*)\]$/gm).map((list) => list.split(', '));
  const ours = lists.filter(([program]) => program !== 'postgres');
  assert.deepEqual(ours.map(([command]) => command).sort(), ['migrate', 'start', 'start']);
  for (const [command = ''] of ours) assert.ok(commands.has(command), command);
  const [file = ''] = found(compose, /^ {4}dockerfile: (\S+)$/gm);
  assert.ok(existsSync(join(ROOT, file)));
  const roles = ours.flatMap(([, flag, role = '']) => (flag === '--roles' ? [role] : []));
  assert.deepEqual(roles.sort(), [...ROLES]);
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

test('connections and stop times have room', () => {
  const replicas = found(compose, /replicas: (\d+)/g).map(Number);
  assert.deepEqual(replicas, [2, 3]);
  const processes = replicas.reduce((sum, each) => sum + each, 1);
  const [most] = found(compose, /max_connections=(\d+)/g).map(Number);
  assert.ok(Number(most) >= 2 * processes * CONNECTIONS, 'old and new beside each other');
  const [grace] = found(compose, /^ {2}stop_grace_period: (\d+)s$/gm).map(Number);
  assert.ok(Number(grace) * 1_000 > SETTINGS.drainMs.fallback);
});
