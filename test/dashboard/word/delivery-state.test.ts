/** The words of deliveries: every state of the service has one in every language. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EndpointRecord } from '../../../dashboard/src/api/record.ts';
import { formatFor } from '../../../dashboard/src/i18n/format.ts';
import {
  cancelRefusal,
  deliveryWord,
  errorWords,
  lastAnswer,
  retryRefusal,
  STATE_NAMES,
  stateWord,
} from '../../../dashboard/src/word/delivery-state.ts';
import { en } from '../../../dashboard/src/words/en.ts';
import { ja } from '../../../dashboard/src/words/ja.ts';
import { SEND_ERRORS } from '../../../src/core/delivery/outcome.ts';
import { SHOWN_STATES } from '../../../src/core/delivery/state.ts';

const wordText = { en: en.word, ja: ja.word };

const t = wordText.en;
const NOW_MS = Date.UTC(2026, 10, 20, 12);
const WORDS = { t, format: formatFor('en'), nowMs: NOW_MS };

test('every state of the service has a word, and each word its own', () => {
  assert.deepEqual([...STATE_NAMES].sort(), [...SHOWN_STATES].sort());
  for (const messages of Object.values(wordText)) {
    const words = SHOWN_STATES.map((state) => stateWord(state, messages).word);
    assert.equal(new Set(words).size, SHOWN_STATES.length);
  }
});

test('a state of a newer service is shown by its own name', () => {
  assert.equal(stateWord('resting', t).word, 'resting');
});

test('a held delivery says until when, and whether its endpoint is disabled', () => {
  const health: EndpointRecord['health'] = {
    state: 'held',
    consecutiveFailures: 5,
    attentionSince: null,
    holdUntil: new Date(NOW_MS + 60_000).toISOString(),
    lastSuccessAt: null,
    lastFailureAt: null,
  } as unknown as EndpointRecord['health'];
  const on = { enabled: true, disabledReason: null, health };
  assert.match(deliveryWord('held', on, WORDS).word, /^Held until \d\d:\d\d$/);
  assert.equal(deliveryWord('held', { ...on, enabled: false }, WORDS).word, 'Held, endpoint off');
  assert.equal(deliveryWord('held', undefined, WORDS).word, 'Held');
  assert.equal(deliveryWord('due', on, WORDS).word, 'Due');
});

test("every sending error has words, and the service's own to search for", () => {
  for (const error of SEND_ERRORS) assert.match(errorWords(error, t), new RegExp(error, 'u'));
  assert.equal(errorWords('toString', t), 'toString');
  assert.equal(lastAnswer({ lastStatus: 503, lastError: 'x' }, t), 'Status 503');
  assert.equal(lastAnswer({ lastStatus: null, lastError: null }, t), '–');
});

test('a disabled button says why', () => {
  assert.equal(retryRefusal('exhausted', t), null);
  assert.match(retryRefusal('held', t) ?? '', /endpoint/);
  assert.equal(cancelRefusal('waiting', t), null);
  assert.match(cancelRefusal('delivered', t) ?? '', /settled/);
});
