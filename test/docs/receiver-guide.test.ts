/**
 * The five lines of each receiver package are the same in its README, in the guide and in the
 * dashboard, and the quick start names the example server that `npm run receivers` runs.
 */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { LANGUAGES } from '../receiver/language.ts';
import { ROOT } from '../tidy/tree.ts';

const SNIPPETS = 'dashboard/src/page/signing/snippet/package';
const SNIPPET_NAMES: Readonly<Record<string, string>> = { TypeScript: 'node' };
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const guide = read('docs/guides/receivers.md');
const quickStart = read('docs/start/quick-start.md');

for (const { name, folder } of LANGUAGES) {
  const readme = read(join('receiver', folder, 'README.md'));

  test(`${name}: the five lines are those of the README, in guide and dashboard`, () => {
    const fence = /^```\w+\n(.*?)^```$/ms;
    const lines = fence.exec(readme)?.[1];
    const section = guide.split(/^## /m).find((each) => each.startsWith(`${name}\n`)) ?? '';
    assert.equal(fence.exec(section)?.[1], lines);
    const snippet = SNIPPET_NAMES[name] ?? (folder === '.' ? 'node' : folder);
    assert.equal(read(`${SNIPPETS}/${snippet}.txt`), lines);
  });

  test(`${name}: guide and quick start name an existing example`, () => {
    const row = new RegExp(`^\\| ${name} \\|.*\\[example\\]\\(\\.\\./\\.\\./([^)]*)\\)`, 'm');
    const example = row.exec(guide)?.[1] ?? '';
    assert.ok(existsSync(join(ROOT, example)), example);
    const start = quickStart.split('\n').find((line) => line.startsWith(`| [${name}]`)) ?? '';
    const file = example.split('/').at(-1) ?? '';
    const named = name === 'Go' ? './examples/server' : /java|cs$/.test(file) ? 'examples/*' : file;
    assert.ok(start.includes(`\`${folder}\``) && start.includes(named), start);
  });
}
