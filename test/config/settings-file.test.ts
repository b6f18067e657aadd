/** The settings file: accepted values, and every fault with its place and without its value. */
import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { readConfigFile } from '../../src/config/settings-file.ts';
import { blocksOf } from '../docs/shell-block.ts';

function read(t: TestContext, text: string, mode = 0o600, name = 'settings.json') {
  const directory = mkdtempSync(join(tmpdir(), 'settings-'));
  t.after(() => rmSync(directory, { recursive: true }));
  const path = join(directory, name);
  writeFileSync(path, text);
  chmodSync(path, mode);
  return readConfigFile(path);
}

test('texts, numbers and lists are read as the environment writes them', (t) => {
  const { texts, problems, warnings } = read(
    t,
    '{"RINGPOST_PORT": 8090, "RINGPOST_HOST": "::1", "RINGPOST_ALLOWED_HOSTS": ["a.b", "c.d"]}',
    0o644,
  );
  const expected = {
    RINGPOST_PORT: '8090',
    RINGPOST_HOST: '::1',
    RINGPOST_ALLOWED_HOSTS: 'a.b,c.d',
  };
  assert.deepEqual([texts, problems, warnings], [expected, [], []]);
});

test('a file whose name ends in .toml may have comments', (t) => {
  const toml = `# Of the branch office
RINGPOST_PORT = 8090
RINGPOST_HOST = "::1"          # as an address
RINGPOST_ALLOWED_HOSTS = [
  "a.b",
  'c.d',
]
`;
  const { texts, problems, warnings } = read(t, toml, 0o644, 'ringpost.toml');
  const expected = {
    RINGPOST_PORT: '8090',
    RINGPOST_HOST: '::1',
    RINGPOST_ALLOWED_HOSTS: 'a.b,c.d',
  };
  assert.deepEqual([texts, problems, warnings], [expected, [], []]);
});

test('the samples of the reference are equal', (t) => {
  const [json = '', toml = ''] = ['json', 'toml'].map(
    (language) => blocksOf('docs/reference/settings.md', language)[0],
  );
  const expected = read(t, json);
  assert.deepEqual(expected.problems, []);
  assert.deepEqual(read(t, toml, 0o600, 'ringpost.toml'), expected);
});

test('faults in TOML are reported with their place, without a value', (t) => {
  const fault = (toml: string) => read(t, toml, 0o600, 'ringpost.toml').problems.join('\n');
  const place = /ringpost\.toml of --config is no TOML at line 2 column \d+$/;
  assert.match(fault('RINGPOST_PORT = 1\nRINGPOST_API_KEY = hunter2\n'), place);
  assert.match(fault('RINGPOST_PORT = 1\nRINGPOST_API_KEY = "hunter2\n'), place);
  assert.match(fault('RINGPOST_PORT = 1\nRINGPOST_PORT = 2\n'), place);
  assert.match(fault('RINGPOST_PORT = 1234567890123456789'), /no TOML at line 1/);
  assert.match(fault('[RINGPOST_PORT]\nport = 1'), /^RINGPOST_PORT in .* must be a text/);
  assert.match(fault('[ringpost]\nport = 1'), /^ringpost in .* is no setting/);
  assert.match(fault('RINGPOST_PORT = 2026-01-01'), /must be a text, a number or a list/);
  assert.match(fault('__proto__ = "x"'), /^__proto__ in .* is no setting/);
  assert.equal(fault(''), '');
});

test('faults are reported with their place, all together, without a value', (t) => {
  const { problems } = read(
    t,
    '{"RINGPOST_PROT": "hunter2", "RINGPOST_INBOX": true, "RINGPOST_API_KEY": {"env": "hunter2"}}',
  );
  assert.equal(problems.length, 3);
  assert.match(
    problems[0] ?? '',
    /^RINGPOST_PROT in .* is no setting.*did you mean RINGPOST_PORT$/,
  );
  assert.match(problems[1] ?? '', /^RINGPOST_INBOX in .* must be a text, a number or a list/);
  assert.doesNotMatch(problems.join(), /hunter2/);
  assert.match(
    read(t, '{"RINGPOST_PORT": 1,\n "x" hunter2}').problems.join(),
    /line 2 column 6 on$/,
  );
  assert.match(read(t, '["hunter2"]').problems.join(), /must be a JSON object, such as/);
  assert.match(readConfigFile('/absent/x.json').problems.join(), /cannot be read \(ENOENT\)$/);
});

test('a secret in a file that others can read gives a warning', (t) => {
  const text = '{"RINGPOST_MASTER_KEY": "hunter2"}';
  const [warning] = read(t, text, 0o644).warnings;
  assert.match(
    warning ?? '',
    /holds RINGPOST_MASTER_KEY .*chmod 600 .*RINGPOST_MASTER_KEY_FILE\.$/,
  );
  assert.doesNotMatch(warning ?? '', /hunter2/);
  assert.deepEqual(read(t, text, 0o640).warnings, []);
  assert.deepEqual(read(t, '{"RINGPOST_MASTER_KEY_FILE": "x"}', 0o644).warnings, []);
});
