/** Whether a run of the bench is worse than a kept one: by ratio, within a tolerance. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { compare, readRecord } from '../../bench/check.ts';
import { type BenchRun, Figures, type Kind, recordOf } from '../../bench/record.ts';

const EMPTY = recordOf(new Figures(), {
  startedAt: '2026-01-01T00:00:00.000Z',
  arguments: [],
});

function runOf(
  ...values: readonly (readonly [name: string, kind: Kind, value: number])[]
): BenchRun {
  const figures = new Figures();
  for (const [name, kind, value] of values) figures.of('path')(name, kind, value);
  return { ...EMPTY, figures: figures.list() };
}

function isWorse(kind: Kind, kept: number, now: number): boolean[] {
  return compare(runOf(['a', kind, kept]), runOf(['a', kind, now])).map(({ worse }) => worse);
}

test('a share of the bare loop may fall within the tolerance, and rise', () => {
  assert.deepEqual(isWorse('share', 0.5, 0.41), [false]);
  assert.deepEqual(isWorse('share', 0.5, 0.39), [true]);
  assert.deepEqual(isWorse('share', 0.5, 0.9), [false]);
});

test('a cost and memory may rise within the tolerance, and fall', () => {
  assert.deepEqual(isWorse('cost', 2, 2.29), [false]);
  assert.deepEqual(isWorse('cost', 2, 2.31), [true]);
  assert.deepEqual(isWorse('memory', 100, 121), [true]);
  assert.deepEqual(isWorse('memory', 100, 20), [false]);
});

test('one fault is worse than none', () => {
  assert.deepEqual(isWorse('faults', 0, 0), [false]);
  assert.deepEqual(isWorse('faults', 0, 1), [true]);
});

test('rates and times of one machine are not compared', () => {
  assert.deepEqual(isWorse('rate', 5_000, 1), []);
  assert.deepEqual(isWorse('duration', 1, 5_000), []);
});

test('a figure that is missing or no number is worse', () => {
  assert.deepEqual(compare(runOf(['a', 'share', 0.5]), runOf()), [
    { worse: true, text: 'path: a was not measured.' },
  ]);
  assert.deepEqual(isWorse('share', 0.5, Number.NaN), [true]);
  assert.deepEqual(isWorse('cost', 2, Number.NaN), [true]);
});

test('a finding names the figure, both values and the bound', () => {
  const [finding] = compare(runOf(['a', 'share', 0.5]), runOf(['a', 'share', 0.3]));
  assert.equal(finding?.text, 'path: a is worse: 0.30, kept 0.50, allowed at least 0.40.');
});

test('a file that holds no run is refused by its path', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'ringpost-check-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'other.json');
  writeFileSync(path, '{"version":0,"figures":[]}');
  assert.throws(() => readRecord(path), /other\.json holds no run of version 1/);
});
