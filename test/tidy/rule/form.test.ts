/** What the rules of form accept and refuse. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { headers, longFiles, names, widths } from './form.ts';

const HEADER = '/**\n * The clock of the dispatcher.\n * Never waits.\n */\n';

test('a header is at the very start, in whole lines', () => {
  const refused = [
    'export const a = 1;\n',
    `\n${HEADER}`,
    '/* plain */\n',
    '/**\n */\n',
    `/**\n${' * too much\n'.repeat(9)} */\n`,
    '/** One line.\n * Two. */\n',
  ];
  for (const text of refused) {
    assert.equal(headers([{ path: 'src/a.ts', text }]).length, 1, text);
  }
  const accepted = [HEADER, `#!/usr/bin/env node\n${HEADER}`, '/** What the test shows. */\n'];
  for (const text of accepted) {
    assert.deepEqual(headers([{ path: 'test/a.test.ts', text }]), [], text);
  }
});

test('one line is enough for a test, not for the source', () => {
  const text = '/** The clock. */\n';
  assert.equal(headers([{ path: 'src/a.ts', text }]).length, 1);
  assert.equal(headers([{ path: 'src/a.ts', text: '/**\n * The clock.\n */\n' }]).length, 1);
  assert.deepEqual(headers([{ path: 'bench/a.test.ts', text }]).length, 1);
  assert.deepEqual(headers([{ path: 'dashboard/vite.config.ts', text: 'x' }]), []);
});

test('a line has at most 100 columns, whatever the number of lines', () => {
  assert.deepEqual(widths([{ path: 'src/a.ts', text: 'x\n'.repeat(5_000) }]), []);
  assert.deepEqual(widths([{ path: 'sql/a.sql', text: 'x'.repeat(100) }]), []);
  const wide = widths([{ path: 'src/a.ts', text: `a\n${'x'.repeat(101)}\n` }]);
  assert.deepEqual(wide, [{ path: 'src/a.ts', line: 2, message: '101 columns' }]);
});

test('columns are characters, not code units', () => {
  assert.deepEqual(widths([{ path: 'src/a.ts', text: '☎️'.repeat(50) }]), []);
  assert.deepEqual(widths([{ path: 'src/a.ts', text: '𝄞'.repeat(100) }]), []);
});

test('code files beyond 400 lines are named, the longest first', () => {
  const files = [
    { path: 'src/a.ts', text: 'x\n'.repeat(401) },
    { path: 'src/b.ts', text: 'x\n'.repeat(400) },
    { path: 'test/c.test.ts', text: 'x\n'.repeat(500) },
    { path: 'docs/d.md', text: 'x\n'.repeat(500) },
  ];
  assert.deepEqual(longFiles(files), ['test/c.test.ts: 500 lines', 'src/a.ts: 401 lines']);
});

test('names are kebab-case and say what is inside', () => {
  const paths = [
    'src/core/readClock.ts',
    'src/core/Clock.ts',
    'src/core/read_clock.ts',
    'src/utils/clock.ts',
    'src/core/types.ts',
    'src/engine/manager.ts',
    'test/helper.ts',
    'docs/Clock.md',
    'receiver/src/callLog.ts',
  ];
  for (const path of paths) assert.equal(names([{ path, text: '' }]).length, 1, path);
  const accepted = [
    'README.md',
    'docs/README.md',
    'LICENSE',
    'examples/scale-out/Dockerfile',
    'examples/scale-out/Dockerfile.dockerignore',
    '.ci/run',
    '.gitignore',
    'src/core/read-clock.ts',
    'test/core/read-clock.test.ts',
    'sql/sqlite/0001-first.sql',
    'test/golden/OUTBOUND_CALL_ERROR.json',
    'receiver/java/src/main/java/Types.java',
    'receiver/python/ringpost_receiver/call_log.py',
  ];
  for (const path of accepted) assert.deepEqual(names([{ path, text: '' }]), [], path);
});
