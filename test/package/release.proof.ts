/** A release in a clone of this commit: its refusals, its results, and a second run. */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { ROOT } from '../tidy/tree.ts';
import { cleanEnvironment } from './packed.ts';

test('a release is refused until all holds, then made with tag, checksums, packages', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'ringpost-release-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const clone = join(folder, 'clone');
  if (spawnSync('git', ['clone', '--quiet', ROOT, clone]).status !== 0) {
    t.diagnostic('no history is here: a release cannot be tried');
    return;
  }
  const git = (...words: string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.com', ...words], {
      cwd: clone,
      encoding: 'utf8',
    }).trim();
  const identity = { GIT_COMMITTER_NAME: 't', GIT_COMMITTER_EMAIL: 't@example.com' };
  const release = (to: string) =>
    spawnSync(process.execPath, ['.ci/release.ts', join(folder, to)], {
      cwd: clone,
      env: { ...cleanEnvironment(), ...identity },
      encoding: 'utf8',
    });
  symlinkSync(join(ROOT, 'node_modules'), join(clone, 'node_modules'));
  appendFileSync(join(clone, '.git/info/exclude'), 'node_modules\n');
  const changelog = join(clone, 'CHANGELOG.md');
  const { version } = JSON.parse(readFileSync(join(clone, 'package.json'), 'utf8'));
  const text = readFileSync(changelog, 'utf8');
  writeFileSync(changelog, `${text.replace(/^## .*$/m, `## ${version}, unreleased`)}\nA line.\n`);

  const refused = release('none');
  assert.equal(refused.status, 1);
  assert.match(refused.stderr, /needs a section/);
  assert.match(refused.stderr, /CHANGELOG\.md is not committed/);
  assert.equal(git('tag', '--list'), '');

  writeFileSync(changelog, text.replace(/^## .*$/m, `## ${version}, 2026-12-01`));
  git('commit', '--quiet', '--all', '--message', 'release');
  const made = release('one');
  assert.equal(made.status, 0, made.stderr);
  assert.match(made.stdout, /Nothing was published\.\n$/);
  const archives = ['', 'client-', 'receiver-'].map((name) => `ringpost-${name}${version}.tgz`);
  assert.deepEqual(readdirSync(join(folder, 'one')).sort(), [
    'CHANGES.md',
    'SHA256SUMS',
    ...archives,
    'sbom.cdx.json',
  ]);
  execFileSync('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd: join(folder, 'one') });
  assert.equal(git('rev-parse', `v${version}^{commit}`), git('rev-parse', 'HEAD'));
  assert.equal(git('cat-file', '-t', `v${version}`), 'tag');

  const again = release('two');
  assert.equal(again.status, 0, again.stderr);
  const sums = (of: string) => readFileSync(join(folder, of, 'SHA256SUMS'), 'utf8');
  assert.equal(sums('two'), sums('one'), 'the same commit makes the same bytes');

  git('commit', '--quiet', '--allow-empty', '--message', 'after');
  const late = release('three');
  assert.equal(late.status, 1);
  assert.match(late.stderr, /is the tag of/);
});
