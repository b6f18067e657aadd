/** The dashboard's words: every state has one, and none is told by colour alone. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AttemptRecord, EndpointRecord, ReportRecord } from '../../dashboard/src/record.ts';
import {
  attemptAnswer,
  deliveryWord,
  endpointWord,
  errorWords,
  lastAnswer,
  nextAttempt,
  reportWord,
  retryOffer,
  STATES,
  stateWord,
} from '../../dashboard/src/wording.ts';
import { SEND_ERRORS } from '../../src/core/delivery/outcome.ts';
import { SHOWN_STATES } from '../../src/core/delivery/state.ts';

const NOW_MS = Date.UTC(2026, 10, 20, 12);

const AT = new Date(NOW_MS).toISOString();

function later(deltaMs: number): string {
  return new Date(NOW_MS + deltaMs).toISOString();
}

function endpoint(
  health: Partial<EndpointRecord['health']>,
  disabledReason: EndpointRecord['disabledReason'] = null,
): Pick<EndpointRecord, 'enabled' | 'disabledReason' | 'health'> {
  return {
    enabled: disabledReason === null,
    disabledReason,
    health: {
      ...{ state: 'healthy', holdUntil: null, consecutiveFailures: 0, lastSuccessAt: null },
      ...{ attentionSince: null },
      ...health,
    },
  };
}

const ON_HOLD = { state: 'held', holdUntil: later(200_000), consecutiveFailures: 6 } as const;

test('every state that the service shows has a word and a meaning of its own', () => {
  assert.deepEqual([...SHOWN_STATES].sort(), Object.keys(STATES).sort());
  const words = Object.values(STATES).map(({ word, meaning }) => `${word}: ${meaning}`);
  assert.equal(new Set(words).size, words.length);
});

test('an unknown state is shown by its own name', () => {
  assert.equal(stateWord('paused').word, 'paused');
});

test('a held delivery says which: its endpoint is off, or on hold until when', () => {
  const off = deliveryWord('held', endpoint({}, 'gone'), NOW_MS);
  assert.match(off.meaning, /disabled \(the receiver answered 410\)/);
  const onHold = deliveryWord('held', endpoint(ON_HOLD), NOW_MS);
  assert.match(onHold.word, /^Held until \d\d:\d\d$/);
  assert.match(onHold.meaning, /on hold until \d\d:\d\d \(in 3 min\) after 6 failures/);
  assert.equal(onHold.tone, 'warn');
  assert.deepEqual(deliveryWord('held', undefined, NOW_MS), STATES.held);
  assert.deepEqual(deliveryWord('due', endpoint(ON_HOLD), NOW_MS), STATES.due);
});

test('only what goes by itself has a next attempt, and never one in the past', () => {
  assert.equal(nextAttempt({ state: 'held', dueAt: AT }, NOW_MS), null);
  assert.equal(nextAttempt({ state: 'due', dueAt: null }, NOW_MS), null);
  assert.match(nextAttempt({ state: 'due', dueAt: later(-9_000) }, NOW_MS) ?? '', /due now/);
  const retrying = nextAttempt({ state: 'retrying', dueAt: later(9_000) }, NOW_MS);
  assert.match(retrying ?? '', /\d\d:\d\d:\d\d \(in 9 s\)/);
});

test('an endpoint is green only while it works', () => {
  const words = [
    endpoint({}),
    endpoint({ state: 'failing', consecutiveFailures: 2 }),
    endpoint(ON_HOLD),
    endpoint({ ...ON_HOLD, holdUntil: later(-1) }),
    endpoint({ ...ON_HOLD, attentionSince: AT }),
    endpoint({ attentionSince: AT }),
    endpoint({ ...ON_HOLD, attentionSince: AT }, 'operator'),
  ].map((each) => endpointWord(each, NOW_MS));
  assert.deepEqual(
    words.map(({ word, tone }) => `${word}: ${tone}`),
    [
      'Enabled: good',
      'Failing, 2 in a row: warn',
      'On hold, next try in 3 min: warn',
      'On hold, next try now: warn',
      'Needs attention: bad',
      'Needs attention: bad',
      'Disabled: off',
    ],
  );
  assert.match(words.at(-1)?.meaning ?? '', /by hand.*held, not lost/);
});

test('what was delivered is sent again only after a sentence about duplicates', () => {
  const offerOf = (state: string) => {
    const offer = retryOffer(state);
    if (typeof offer === 'string') return offer;
    return [offer.label, offer.primary, offer.confirm === null] as const;
  };
  assert.deepEqual(offerOf('delivered'), ['Send again', false, false]);
  assert.deepEqual(offerOf('exhausted'), ['Retry', true, true]);
  assert.deepEqual(offerOf('retrying'), ['Retry now', false, true]);
  assert.deepEqual(offerOf('cancelled'), ['Send after all', false, true]);
  for (const state of ['waiting', 'due', 'sending', 'held']) {
    assert.equal(typeof offerOf(state), 'string', state);
  }
});

test('every error of an attempt has words, and its own name to search for', () => {
  for (const error of [...SEND_ERRORS, 'blocked']) {
    assert.match(errorWords(error), new RegExp(`^[a-zA-Z ]+ \\(${error}\\)$`));
  }
  assert.equal(errorWords('quite-new'), 'quite new');
});

test('the last answer is a status, else an error, else a dash', () => {
  assert.equal(lastAnswer({ lastStatus: 503, lastError: 'status' }), 'Status 503');
  assert.equal(lastAnswer({ lastStatus: null, lastError: 'dns' }), 'name not found (dns)');
  assert.equal(lastAnswer({ lastStatus: null, lastError: null }), '–');
});

test('an attempt says how it ended and how long that took', () => {
  const attempt: AttemptRecord = {
    ...{ number: 1, startedAt: AT, durationMs: 2_000, outcome: 'retryable', status: null },
    ...{ error: 'timeout', excerpt: null, manual: false },
  };
  assert.equal(attemptAnswer(attempt), 'no answer in time (timeout) after 2.0 s');
  assert.equal(attemptAnswer({ ...attempt, status: 404, error: null }), 'Status 404 after 2.0 s');
});

test('a report says what became of it', () => {
  const report: ReportRecord = {
    ...{ number: 1, receivedAt: AT, occurredAt: null, source: 'api', reportId: null },
    ...{ status: 'CALLING', errors: [], applied: true, reason: null },
  };
  assert.equal(reportWord(report), 'moved the call');
  assert.equal(reportWord({ ...report, status: null }), 'errors only');
  assert.match(reportWord({ ...report, applied: false, reason: 'TERMINAL' }), /already ended/);
});
