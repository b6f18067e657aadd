/** Which languages must be run, how the table is printed, and what each package contains. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ROOT } from '../tidy/tree.ts';
import { LANGUAGES, requiredLanguages, tableOf } from './language.ts';
import { runCommand } from './run-command.ts';

const README_LINES_MAX = 60;
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const { version } = JSON.parse(read('package.json'));

/** The file of each package that states its version, and the text that does. */
const METADATA: Readonly<Record<string, readonly [file: string, text: string]>> = {
  TypeScript: ['package.json', `"version": "${version}"`],
  Python: ['pyproject.toml', `version = "${version}"`],
  Go: ['doc.go', `Version = "${version}"`],
  Java: ['pom.xml', `<version>${version}</version>`],
  PHP: ['composer.json', `"version": "${version}"`],
  Ruby: ['lib/ringpost_receiver/version.rb', `VERSION = '${version}'`],
  'C#': ['src/Ringpost.Receiver.csproj', `<Version>${version}</Version>`],
};

for (const { name, folder } of LANGUAGES) {
  test(`the package in ${name} has licence, changelog, a short README, the version`, () => {
    const file = (path: string) => read(`receiver/${folder}/${path}`);
    assert.equal(file('LICENSE'), read('LICENSE'));
    assert.match(file('CHANGELOG.md'), new RegExp(`## ${version.replaceAll('.', '\\.')}`));
    const readme = file('README.md');
    assert.ok(readme.split('\n').length <= README_LINES_MAX + 1, 'a README of at most 60 lines');
    assert.match(readme, /^## (\w.*)$/m);
    assert.equal(/^## (.*)$/m.exec(readme)?.[1], 'Verify in five lines');
    const [metadata = '', said = ''] = METADATA[name] ?? [];
    assert.ok(file(metadata).includes(said), `${metadata} says ${said}`);
    const links = readme.match(/\]\(([^):#]+)\)/g) ?? [];
    for (const link of links) {
      const path = link.slice(2, -1);
      assert.ok(existsSync(join(ROOT, 'receiver', folder, path)), path);
    }
  });
}

test('required languages are those named; an unknown one is a mistake', () => {
  assert.deepEqual(requiredLanguages('', ['Go', 'PHP']), []);
  assert.deepEqual(requiredLanguages(' php, go ', ['Go', 'PHP']), ['Go', 'PHP']);
  assert.throws(() => requiredLanguages('cobol', ['Go', 'PHP']), /names cobol; .* Go, PHP/);
});

test('a missing program has no exit code; one that runs too long is ended', async () => {
  const here = { cwd: ROOT, environment: {} };
  const absent = await runCommand(['no-such-program-here'], here, 60_000);
  assert.deepEqual(absent, { exitCode: null, output: '' });
  const endless = [process.execPath, '-e', 'setInterval(() => {}, 1_000)'];
  assert.equal((await runCommand(endless, here, 1)).exitCode, null);
});

test('the table has a line for each language, and says which was not run', () => {
  const table = tableOf([
    { name: 'Go', version: '1.26', vectors: 'ran 2 vectors', server: 'all' },
    { name: 'PHP', version: null, vectors: 'NOT RUN: no toolchain', server: '' },
  ]);
  assert.deepEqual(table.split('\n'), [
    'language  version  vectors                example server',
    'Go        1.26     ran 2 vectors          all',
    'PHP                NOT RUN: no toolchain',
  ]);
});
