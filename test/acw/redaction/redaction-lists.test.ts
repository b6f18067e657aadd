/**
 * How many numbers of a list are redacted, and how many harmless ones. The reference states the
 * same figures; the held-out lists were written after the rules.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { type Measured, measured } from './list/measure.ts';

const LISTS = [
  ['in figures', 'written', 'harmless', 0.95],
  ['in words', 'spoken', 'harmless', 0.85],
  ['in figures, held out', 'held-out-written', 'held-out-harmless', 0.95],
  ['in words, held out', 'held-out-spoken', 'held-out-harmless', 0.85],
] as const;
const PRECISION_MIN = 0.95;
const REFERENCE = readFileSync(
  new URL('../../../docs/reference/redaction.md', import.meta.url),
  'utf8',
);

for (const [name, list, harmless, recallMin] of LISTS) {
  test(`of numbers ${name} at least ${recallMin} are found, and few others`, () => {
    const found = measured(list);
    const others = measured(harmless);
    const recall = found.found / found.numbers;
    const precision = 1 - wrongOf(found, others) / (found.placeholders + others.placeholders);
    assert.ok(recall >= recallMin, found.faults.join('\n'));
    assert.ok(precision >= PRECISION_MIN, [...found.faults, ...others.faults].join('\n'));
    const row = [name, found.numbers, others.calls, recall.toFixed(2), precision.toFixed(2)];
    assert.ok(REFERENCE.includes(`| ${row.join(' | ')} |`), `the reference says else: ${row}`);
  });
}

test('the lists are as long as the reference says', () => {
  const numbers = measured('written').numbers + measured('spoken').numbers;
  assert.ok(numbers >= 200, String(numbers));
  assert.ok(measured('harmless').calls >= 100);
});

function wrongOf(...lists: readonly Measured[]): number {
  return lists.reduce((sum, { wrong }) => sum + wrong, 0);
}
