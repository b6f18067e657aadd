/** The log of a failing store: the first failure at once, then one line for many. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pino } from 'pino';
import type { StoreTask } from '../../src/engine/ports/emit.ts';
import { createStoreFailureLog } from '../../src/observe/store-failure-log.ts';

interface Line {
  readonly operation: string;
  readonly error: string;
  readonly unsaid?: number;
  readonly msg: string;
}

function setup() {
  const lines: Line[] = [];
  const log = pino({ base: null }, { write: (line: string) => lines.push(JSON.parse(line)) });
  let nowMs = 0;
  const tell = createStoreFailureLog(log, () => nowMs);
  return {
    lines,
    at: (atMs: number, operation: StoreTask, error = 'it is away') => {
      nowMs = atMs;
      tell({ name: 'store.failed', operation, error });
    },
  };
}

test('the first failure of each operation is logged at once', () => {
  const { lines, at } = setup();
  at(0, 'settle');
  at(1, 'own');
  assert.deepEqual(
    lines.map(({ operation }) => operation),
    ['settle', 'own'],
  );
});

test('a storm is one line in five seconds, with the number of failures', () => {
  const { lines, at } = setup();
  for (let count = 0; count < 1_000; count += 1) at(count, 'settle');
  assert.equal(lines.length, 1);
  assert.equal(lines[0]?.unsaid, undefined);
  at(4_999, 'settle');
  assert.equal(lines.length, 1);
  at(5_000, 'settle', 'it is still away');
  assert.equal(lines[1]?.unsaid, 1_000);
  assert.equal(lines[1]?.error, 'it is still away');
  at(60_000, 'settle');
  assert.equal(lines[2]?.unsaid, undefined);
});

test('a failed request is not retried here, and the line does not say so', () => {
  const { lines, at } = setup();
  at(0, 'settle');
  at(0, 'request');
  assert.match(lines[0]?.msg ?? '', /tried again/);
  assert.match(lines[1]?.msg ?? '', /requests are answered 503/);
});
