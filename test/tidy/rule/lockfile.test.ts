/** What the rule of the lockfile accepts and refuses. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lockfiles } from './lockfile.ts';

const INTEGRITY = `sha512-${'A'.repeat(86)}==`;

function found(locked: object, place = 'node_modules/a', path = 'package-lock.json'): string[] {
  const text = JSON.stringify({ packages: { '': { name: 'b' }, [place]: locked } }, null, 2);
  return lockfiles([{ path, text }]).map(({ message }) => message);
}

test('a package with its checksum, a folder of the workspace and its link are accepted', () => {
  assert.deepEqual(found({ version: '1.0.0', integrity: INTEGRITY }), []);
  assert.deepEqual(found({ version: '1.0.0' }, 'receiver'), []);
  assert.deepEqual(found({ resolved: 'receiver', link: true }), []);
});

test('no checksum, a weak one and a cut one are refused', () => {
  for (const integrity of [undefined, `sha1-${'A'.repeat(27)}=`, INTEGRITY.slice(0, -3)]) {
    const message = 'node_modules/a has no SHA-512 integrity';
    assert.deepEqual(found({ version: '1.0.0', integrity }), [message]);
  }
});

test('an address to fetch from is refused, one of a paid licence is not', () => {
  for (const resolved of ['https://registry.example/a.tgz', 'git+ssh://git@example/a.git']) {
    assert.equal(found({ version: '1.0.0', integrity: INTEGRITY, resolved }).length, 1);
  }
  const funding = { url: 'https://example.com/pay' };
  assert.deepEqual(found({ version: '1.0.0', integrity: INTEGRITY, funding }), []);
});

test('other files are not read', () => {
  assert.deepEqual(found({ version: '1.0.0' }, 'node_modules/a', 'package.json'), []);
});
