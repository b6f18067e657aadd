/** Interruptions: half a second of the other speaker before, half a second of both after. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  interruptionCounts,
  stretchesOf,
  talkFigures,
} from '../../../src/acw/analysis/call-metrics.ts';
import { spoken } from '../spoken.ts';

const counts = (...lines: readonly string[]) => interruptionCounts(stretchesOf(spoken(...lines)));
const LONG = 'no wait that is wrong';

test('a party interrupts if it begins while the other talks, and goes on', () => {
  const lines = ['A 0-5000', `C 4000-6000 ${LONG}`, `A 5500-8000 ${LONG}`];
  assert.deepEqual(counts(...lines), { AGENT: 1, CUSTOMER: 1 });
});

test('less than half a second of both is turn-taking', () => {
  assert.deepEqual(counts('A 0-5000', `C 4501-6000 ${LONG}`), { AGENT: 0, CUSTOMER: 0 });
  assert.deepEqual(counts('A 0-5000', `C 4500-6000 ${LONG}`), { AGENT: 0, CUSTOMER: 1 });
});

test('a party that begins at about the same time does not interrupt', () => {
  assert.deepEqual(counts('A 0-5000', `C 499-6000 ${LONG}`), { AGENT: 0, CUSTOMER: 0 });
  assert.deepEqual(counts('A 0-5000', `C 500-6000 ${LONG}`), { AGENT: 0, CUSTOMER: 1 });
});

test('a back-channel does not interrupt', () => {
  assert.deepEqual(counts('A 0-9000', 'C 3000-3800 mm-hm'), { AGENT: 0, CUSTOMER: 0 });
});

test('a breath of the interrupted party changes nothing', () => {
  // Neither overlap with the customer's two turns is half a second by itself.
  const lines = ['A 0-2000', 'A 2100-5000', `C 1900-4000 ${LONG}`];
  assert.deepEqual(counts(...lines), { AGENT: 0, CUSTOMER: 1 });
});

test('the example of another tool (call-ai-metrics) has its published figures', () => {
  // Its table: agent 35.8 s, 88 %, 1 interruption; customer 5.0 s, 12 %, none.
  const lines = [
    `A 0-6500 ${LONG}`,
    `C 6900-9000 ${LONG}`,
    `A 8700-20000 ${LONG}`,
    'C 12000-12400 yes',
    `C 21500-24000 ${LONG}`,
    `A 23000-41000 ${LONG}`,
  ];
  assert.deepEqual(counts(...lines), { AGENT: 1, CUSTOMER: 0 });
  const { AGENT, CUSTOMER } = talkFigures(spoken(...lines));
  assert.deepEqual([AGENT.ms, AGENT.ratio], [35_800, 0.8775]);
  assert.deepEqual([CUSTOMER.ms, CUSTOMER.ratio], [5_000, 0.1225]);
});
