/**
 * The packages that receivers and callers install are ready to be published: one version, the
 * licence, a changelog with that version, and what each registry asks for.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ROOT } from '../tidy/tree.ts';

const REPOSITORY = 'github.com/ringpost/ringpost';
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const { version } = JSON.parse(read('package.json'));

interface Published {
  /** Path in `receiver/`. */
  readonly folder: string;
  /** Each of its files that states the version, with the text before it. */
  readonly says: readonly (readonly [file: string, before: string])[];
  readonly manifest: string;
}

const PACKAGES: readonly Published[] = [
  { folder: '.', manifest: 'package.json', says: [['package.json', '"version": "']] },
  { folder: 'client', manifest: 'package.json', says: [['package.json', '"version": "']] },
  {
    folder: 'client/python',
    manifest: 'pyproject.toml',
    says: [['pyproject.toml', '\nversion = "']],
  },
  {
    folder: 'python',
    manifest: 'pyproject.toml',
    says: [
      ['pyproject.toml', '\nversion = "'],
      ['ringpost_receiver/__init__.py', '__version__ = "'],
    ],
  },
  { folder: 'go', manifest: 'go.mod', says: [['doc.go', 'Version = "']] },
  {
    folder: 'java',
    manifest: 'pom.xml',
    says: [['pom.xml', '-receiver</artifactId>\n  <version>']],
  },
  { folder: 'php', manifest: 'composer.json', says: [['composer.json', '"version": "']] },
  {
    folder: 'ruby',
    manifest: 'ringpost_receiver.gemspec',
    says: [['lib/ringpost_receiver/version.rb', "VERSION = '"]],
  },
  {
    folder: 'csharp',
    manifest: 'src/Ringpost.Receiver.csproj',
    says: [['src/Ringpost.Receiver.csproj', '<Version>']],
  },
];

for (const { folder, manifest, says } of PACKAGES) {
  test(`receiver/${folder} has the version of the service, licence and changelog`, () => {
    const own = (file: string) => read(join('receiver', folder, file));
    for (const [file, before] of says) {
      const [, after = ''] = own(file).split(before);
      assert.equal(/^[\d.]+/.exec(after)?.[0], version, file);
    }
    assert.equal(own('LICENSE'), read('LICENSE'));
    assert.match(own('CHANGELOG.md'), new RegExp(`^## ${version.replaceAll('.', '\\.')}, `, 'm'));
    assert.ok(own('README.md').split('\n').length <= 61, 'a README of at most 60 lines');
    assert.ok(own(manifest).includes(REPOSITORY), `${manifest} names the repository`);
    // The licence of a Go module is only its LICENSE file.
    if (folder !== 'go') assert.match(own(manifest), /Apache-2\.0/);
  });
}

for (const folder of ['receiver', 'receiver/client']) {
  test(`npm would publish ${folder} publicly`, () => {
    const { private: hidden, ...manifest } = JSON.parse(read(join(folder, 'package.json')));
    assert.equal(hidden, undefined);
    assert.equal(manifest.publishConfig.access, 'public');
    assert.equal(manifest.repository.directory, folder);
    for (const file of ['dist', 'README.md', 'CHANGELOG.md']) {
      assert.ok(manifest.files.includes(file), file);
    }
    assert.equal(manifest.dependencies, undefined);
  });
}
