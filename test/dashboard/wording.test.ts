/** The dashboard's words: every state has one, and none is told by colour alone. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DeliveryRecord } from '../../dashboard/src/record.ts';
import {
  backlogHint,
  duration,
  endpointWord,
  lastAnswer,
  relative,
  retryRefusal,
  STATES,
  stateWord,
} from '../../dashboard/src/wording.ts';
import { SHOWN_STATES } from '../../src/core/delivery/state.ts';

const NOW_MS = Date.UTC(2026, 10, 20, 12);

function delivery(change: Partial<DeliveryRecord>): DeliveryRecord {
  return {
    id: 'dlv_1',
    messageId: 'msg_1',
    endpointId: 'ep_1',
    callId: 'call 1',
    trigger: 'OUTBOUND_CALL_COMPLETED',
    sequence: 1,
    state: 'delivered',
    createdAt: '2026-11-20T12:00:00.000Z',
    firedAt: '2026-11-20T12:00:00.000Z',
    dueAt: null,
    attempts: 1,
    failures: 0,
    manual: false,
    lastAttemptAt: null,
    closedAt: null,
    lastStatus: null,
    lastError: null,
    behind: null,
    ...change,
  };
}

test('every state that the service shows has a word and a meaning of its own', () => {
  assert.deepEqual([...SHOWN_STATES].sort(), Object.keys(STATES).sort());
  const words = Object.values(STATES).map(({ word, meaning }) => `${word}: ${meaning}`);
  assert.equal(new Set(words).size, words.length);
});

test('an unknown state is shown by its own name', () => {
  assert.equal(stateWord('paused').word, 'paused');
});

test('one more attempt can be asked for only after a first one', () => {
  assert.equal(retryRefusal('exhausted'), null);
  assert.equal(retryRefusal('retrying'), null);
  assert.match(retryRefusal('waiting') ?? '', /not been tried/);
  assert.match(retryRefusal('sending') ?? '', /on its way/);
});

test('a disabled endpoint says why, and that nothing is lost', () => {
  const endpoint = { enabled: false, disabledReason: 'gone' } as const;
  assert.match(endpointWord(endpoint).meaning, /410.*held, not lost/);
  assert.equal(endpointWord({ enabled: true, disabledReason: null }).word, 'Enabled');
});

test('the hint of an endpoint counts only its own deliveries', () => {
  const seen = [
    delivery({ state: 'due' }),
    delivery({ state: 'retrying' }),
    delivery({ state: 'held' }),
    delivery({ state: 'exhausted', endpointId: 'ep_2' }),
  ];
  assert.equal(backlogHint('ep_1', seen), '2 open, 1 held');
  assert.equal(backlogHint('ep_2', seen), '1 failed');
  assert.equal(backlogHint('ep_3', seen), 'none yet');
  assert.equal(backlogHint('ep_1', [delivery({})]), 'all delivered');
});

test('the last answer is a status, else an error, else a dash', () => {
  assert.equal(lastAnswer(delivery({ lastStatus: 503, lastError: 'status' })), '503');
  assert.equal(lastAnswer(delivery({ lastError: 'connect-refused' })), 'connect refused');
  assert.equal(lastAnswer(delivery({})), '–');
});

test('times are told in one unit, past and future', () => {
  const at = (deltaMs: number): string => new Date(NOW_MS + deltaMs).toISOString();
  assert.equal(relative(at(0), NOW_MS), 'now');
  assert.equal(relative(at(-999), NOW_MS), 'now');
  assert.equal(relative(at(-61_000), NOW_MS), '1 min ago');
  assert.equal(relative(at(7_200_000), NOW_MS), 'in 2 h');
  assert.equal(relative('never', NOW_MS), 'never');
});

test('durations keep their unit readable', () => {
  assert.deepEqual([4.4, 1_500, 135_000].map(duration), ['4 ms', '1.5 s', '2 min 15 s']);
});
