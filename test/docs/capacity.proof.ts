/**
 * The figures of the guide to capacity: the script that it names prints them again, on each store,
 * and none differs by more than the guide allows. The figures computed from them are computed
 * again.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const PAGE = readFileSync(new URL('../../docs/guides/capacity.md', import.meta.url), 'utf8');
const SCRIPT = fileURLToPath(new URL('../../bench/capacity.ts', import.meta.url));
const OFF_MAX = 0.15;
const CALLS = '1000';
/** The store's column in the second table. */
const COLUMN = { sqlite: 1, postgres: 2 } as const;

type StoreName = keyof typeof COLUMN;

for (const store of ['sqlite', 'postgres'] as const) {
  test(`${store}: the script prints the figures of the guide`, async (t) => {
    const { stdout } = await run(process.execPath, [SCRIPT, '--store', store, '--calls', CALLS]);
    t.diagnostic(stdout.trim().split('\n').slice(-4).join('; '));
    const shapes = rowsOf(/^\|( \d \| \d \| \d+ \|.*)\|$/gm, PAGE);
    assert.equal(shapes.length, 6);
    for (const [reports, endpoints, deliveries, ...bytes] of shapes) {
      const line = new RegExp(`^ +${reports} +${endpoints} +${deliveries} +0\\.0 +(\\d+)`, 'm');
      const kept = Number(line.exec(stdout)?.[1]);
      near(Number(bytes[store === 'sqlite' ? 0 : 2]), kept, `${reports} to ${endpoints}, kept`);
    }
    for (const name of ['a call with its first report', 'each further report', 'each delivery']) {
      const printed = Number(new RegExp(`^${name} (\\d+)`, 'm').exec(stdout)?.[1]);
      near(told(name, store), printed, name);
    }
  });
}

test('the sizes of the guide are results of its formula', () => {
  const sizes = rowsOf(/^\|( [\d,]+ \| [\d.]+ GB \| [\d.]+ GB )\|$/gm, PAGE);
  assert.equal(sizes.length, 3);
  for (const [calls = 0, ...gigabytes] of sizes) {
    for (const [at, store] of (['sqlite', 'postgres'] as const).entries()) {
      const call = told('a call with its first report', store);
      const [report, delivery] = [told('each further report', store), told('each delivery', store)];
      const bytes = 1.33 * calls * (90 * (call + 5 * report) + 30 * 12 * delivery);
      const rounded = Number((bytes / 1e9).toPrecision(calls === 1_000 ? 1 : 2));
      assert.equal(gigabytes[at], rounded, `${calls} calls on ${store}`);
    }
  }
});

function near(said: number, printed: number, what: string): void {
  assert.ok(said > 0 && printed > 0, `${what}: ${said} in the guide, ${printed} printed`);
  const off = Math.abs(printed / said - 1);
  assert.ok(off <= OFF_MAX, `${what}: ${said} in the guide, ${printed} printed`);
}

/** Bytes, in the table of what a call takes. */
function told(name: string, store: StoreName): number {
  const row = new RegExp(`^\\| ${name}.*$`, 'm').exec(PAGE)?.[0] ?? '';
  return Number(row.split('|')[COLUMN[store] + 1]?.replace(',', ''));
}

function rowsOf(pattern: RegExp, text: string): readonly (readonly number[])[] {
  return [...text.matchAll(pattern)].map(([, row = '']) =>
    row.split('|').map((cell) => Number(cell.replace(/,| GB/g, ''))),
  );
}
