/** Files written beside their final name: new, private, and never through a link. */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { makePartial, partialOf } from '../../src/store/partial-file.ts';

function folderOf(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'ringpost-partial-'));
  t.after(() => rmSync(folder, { recursive: true }));
  return folder;
}

test('only its owner may read it', (t) => {
  const path = makePartial(join(folderOf(t), 'copy.db'));
  assert.equal(statSync(path).mode & 0o777, 0o600);
});

test('the partial file of a killed process with the same pid is replaced', (t) => {
  const file = join(folderOf(t), 'copy.db');
  writeFileSync(partialOf(file), 'half');
  assert.equal(readFileSync(makePartial(file), 'utf8'), '');
});

test('a link at the name is removed, and its target stays as it is', (t) => {
  const folder = folderOf(t);
  const [file, other] = [join(folder, 'copy.db'), join(folder, 'other')];
  writeFileSync(other, 'mine');
  symlinkSync(other, partialOf(file));
  writeFileSync(makePartial(file), 'secrets');
  assert.equal(readFileSync(other, 'utf8'), 'mine');
});
