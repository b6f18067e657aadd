/** The reasons against a release, all told at once, and the text that goes with one. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { faultsOf, sectionOf } from '../../.ci/release-checks.ts';

const CHANGELOG =
  '# Changelog\n\n## 1.2.0, 2026-12-01\n\n- New.\n\n## 1.1.0, 2026-11-01\n\n- Old.\n';
const MANIFESTS = [
  { name: 'ringpost', version: '1.2.0' },
  { name: '@ringpost/receiver', version: '1.2.0' },
];

test('a release with one version, a dated section and a clean tree may be made', () => {
  assert.deepEqual(faultsOf(MANIFESTS, CHANGELOG, []), []);
  assert.equal(sectionOf(CHANGELOG, '1.2.0'), '- New.');
  assert.equal(sectionOf(CHANGELOG, '1.1.0'), '- Old.');
});

test('every reason against it is told at once', () => {
  const faults = faultsOf(
    [{ name: 'ringpost', version: '1.3.0' }, ...MANIFESTS.slice(1)],
    CHANGELOG,
    ['src/main.js'],
  );
  assert.deepEqual(faults, [
    '@ringpost/receiver has version 1.2.0, not 1.3.0.',
    'CHANGELOG.md needs a section "## 1.3.0, YYYY-MM-DD" with the day of the release.',
    'src/main.js is not committed.',
  ]);
});

test('a section without a date or text does not count, nor does that of a longer version', () => {
  assert.equal(sectionOf('## 1.2.0, not yet released\n\n- New.\n', '1.2.0'), null);
  assert.equal(sectionOf('## 11.2.0, 2026-12-01\n\n- New.\n', '1.2.0'), null);
  assert.match(faultsOf(MANIFESTS, '## 1.2.0, 2026-12-01\n', []).join(), /says nothing/);
  assert.match(
    faultsOf([{ name: 'ringpost', version: '1.2' }], CHANGELOG, []).join(),
    /no version/,
  );
});
