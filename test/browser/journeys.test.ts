/** Every journey of the dashboard has its tests, and docs/internals/journeys.md names each. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PAGE = join(ROOT, 'docs/internals/journeys.md');
const JOURNEYS = 30;
const FOLDERS = ['test/browser', 'test/dashboard/page/signing'];

interface Named {
  readonly file: string;
  readonly name: string;
}

/** The tests whose name begins with a journey, as the source has them. */
function testsOfJourneys(): readonly Named[] {
  return FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder))
      .filter((name) => /\.(test|proof|e2e)\.ts$/.test(name))
      .flatMap((name) => {
        const text = readFileSync(join(ROOT, folder, name), 'utf8');
        const names = [...text.matchAll(/\btest\(\s*(['`])(J\d.*?)\1,/g)];
        return names.map(([, , found = '']) => ({ file: `${folder}/${name}`, name: found }));
      }),
  );
}

/** `| J1 | what it is | [file](path) | test |`. */
function rowsOfPage(): readonly (Named & { readonly journey: string })[] {
  const rows = readFileSync(PAGE, 'utf8').matchAll(
    /^\| (J\d+) \| .*? \| \[.*?\]\(\.\.\/\.\.\/(.*?)\) \| (.*) \|$/gm,
  );
  return [...rows].map(([, journey = '', file = '', name = '']) => ({ journey, file, name }));
}

const journeysIn = (name: string): readonly string[] =>
  (/^(J\d+(?:(?:, | and )J\d+)*)/.exec(name)?.[1] ?? '').match(/J\d+/g) ?? [];

test('each of the journeys has a test by name', () => {
  const tested = new Set(testsOfJourneys().flatMap(({ name }) => journeysIn(name)));
  const all = Array.from({ length: JOURNEYS }, (_, index) => `J${index + 1}`);
  assert.deepEqual(
    all.filter((journey) => !tested.has(journey)),
    [],
  );
});

test('the page of the journeys names each of these tests, and no others', () => {
  const told = (row: Named, journey: string): string => `${journey} ${row.file} ${row.name}`;
  const rows = rowsOfPage().map((row) => told(row, row.journey));
  const tests = testsOfJourneys().flatMap((each) =>
    journeysIn(each.name).map((journey) => told(each, journey)),
  );
  assert.deepEqual(rows.toSorted(), tests.toSorted());
});
