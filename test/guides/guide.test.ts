/** The code blocks of the guides fit the present tree, and change no migration and no page. */
import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { blocksOf, GUIDES, pathsOf, put } from './guide.ts';

const ROOT = join(import.meta.dirname, '../..');

for (const guide of GUIDES) {
  test(`${guide}: each block fits, without a migration and without the dashboard`, (t) => {
    const blocks = blocksOf(guide);
    assert.ok(blocks.length >= 4, 'it has blocks');
    const copy = mkdtempSync(join(tmpdir(), 'ringpost-guide-'));
    t.after(() => rmSync(copy, { recursive: true }));
    for (const path of pathsOf(blocks)) {
      assert.doesNotMatch(path, /^(?:sql|dashboard)\//);
      mkdirSync(dirname(join(copy, path)), { recursive: true });
      if (existsSync(join(ROOT, path))) cpSync(join(ROOT, path), join(copy, path));
    }
    for (const block of blocks) put(copy, block, () => {});
  });
}

test('a block that does not fit is refused with its place', (t) => {
  const copy = mkdtempSync(join(tmpdir(), 'ringpost-guide-'));
  t.after(() => rmSync(copy, { recursive: true }));
  writeFileSync(join(copy, 'a.ts'), 'one\ntwo\none\n');
  const diff = (text: string) => ({ language: 'diff', path: 'a.ts', text }) as const;
  assert.throws(() => put(copy, diff(' one\n+x\n'), () => {}), /a\.ts: .*there 2 times/);
  assert.throws(() => put(copy, diff('-three\n'), () => {}), /a\.ts: .*there 0 times/);
  const again = { language: 'ts', path: 'a.ts', text: '' } as const;
  assert.throws(() => put(copy, again, () => {}), /there already/);
});
