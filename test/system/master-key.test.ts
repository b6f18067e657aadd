/** S14.4: the master key comes from the environment or from a file that only its owner may read. */
import assert from 'node:assert/strict';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { decodeKey, MASTER_KEY_FILE, readMasterKey } from '../../src/system/master-key.ts';

const KEY = Buffer.from(Array.from({ length: 32 }, (_, index) => index * 7 + 1));

function setup(test: TestContext) {
  const root = mkdtempSync(join(tmpdir(), 'ringpost-key-'));
  test.after(() => rmSync(root, { recursive: true }));
  const dataDir = join(root, 'data');
  return { dataDir, path: join(dataDir, MASTER_KEY_FILE) };
}

function problemOf(result: ReturnType<typeof readMasterKey>): string {
  assert.equal(result.kind, 'invalid');
  return result.kind === 'invalid' ? result.problem : '';
}

test('base64, base64url and hex of 32 bytes are keys', () => {
  for (const encoding of ['base64', 'base64url', 'hex'] as const) {
    assert.deepEqual(decodeKey(` ${KEY.toString(encoding)}\n`), KEY, encoding);
  }
  assert.deepEqual(decodeKey(KEY.toString('hex').toUpperCase()), KEY);
  for (const text of [
    '',
    'short',
    KEY.subarray(1).toString('base64'),
    `${KEY.toString('hex')}00`,
  ]) {
    assert.equal(decodeKey(text), null, text);
  }
});

test('the setting comes before a file, and no file is made', (t) => {
  const { dataDir } = setup(t);
  const result = readMasterKey({ setting: KEY.toString('base64'), dataDir, make: true });
  assert.deepEqual(result, { kind: 'ok', key: KEY, made: false });
  assert.throws(() => statSync(dataDir));
});

test('no file is made if none is wanted, and the error names the missing one', (t) => {
  const { dataDir, path } = setup(t);
  const result = readMasterKey({ setting: null, dataDir, make: false });
  assert.deepEqual(result, { kind: 'missing', path });
  assert.throws(() => statSync(dataDir));
  readMasterKey({ setting: null, dataDir, make: true });
  assert.equal(readMasterKey({ setting: null, dataDir, make: false }).kind, 'ok');
});

test('a wrong setting is refused without repeating it', (t) => {
  const { dataDir } = setup(t);
  const problem = problemOf(readMasterKey({ setting: 's3cr3t', dataDir, make: true }));
  assert.match(problem, /RINGPOST_MASTER_KEY.*openssl rand/);
  assert.ok(!problem.includes('s3cr3t'));
});

test('the first start makes a file for its owner alone; later starts read it', (t) => {
  const { dataDir, path } = setup(t);
  const first = readMasterKey({ setting: null, dataDir, make: true });
  assert.ok(first.kind === 'ok' && first.made && first.key.length === 32);
  assert.equal(statSync(path).mode & 0o777, 0o600);
  assert.equal(statSync(dataDir).mode & 0o777, 0o700);
  assert.deepEqual(readdirSync(dataDir), [MASTER_KEY_FILE], 'nothing is left beside it');
  assert.deepEqual(decodeKey(readFileSync(path, 'latin1')), first.key);
  const second = readMasterKey({ setting: null, dataDir, make: true });
  assert.deepEqual(second, { kind: 'ok', key: first.key, made: false });
});

test('a file that others can read is refused with what to do', (t) => {
  const { dataDir, path } = setup(t);
  readMasterKey({ setting: null, dataDir, make: true });
  for (const mode of [0o640, 0o604, 0o620, 0o644]) {
    chmodSync(path, mode);
    const problem = problemOf(readMasterKey({ setting: null, dataDir, make: true }));
    assert.match(problem, /can be read by other users; run: chmod 600 .*master\.key/);
  }
  chmodSync(path, 0o600);
  assert.equal(readMasterKey({ setting: null, dataDir, make: true }).kind, 'ok');
});

test('a file without a key is never replaced', (t) => {
  const { dataDir, path } = setup(t);
  mkdirSync(dataDir);
  for (const text of ['', 'half a k', 'x'.repeat(5_000)]) {
    writeFileSync(path, text, { mode: 0o600 });
    assert.match(problemOf(readMasterKey({ setting: null, dataDir, make: true })), /backup/);
    assert.equal(readFileSync(path, 'latin1'), text);
  }
});

test('a directory in its place and a data directory that cannot be made are refused', (t) => {
  const { dataDir, path } = setup(t);
  mkdirSync(path, { recursive: true });
  assert.match(problemOf(readMasterKey({ setting: null, dataDir, make: true })), /not a file/);
  rmSync(dataDir, { recursive: true });
  writeFileSync(dataDir, 'a file');
  assert.match(
    problemOf(readMasterKey({ setting: null, dataDir, make: true })),
    /RINGPOST_MASTER_KEY/,
  );
});
