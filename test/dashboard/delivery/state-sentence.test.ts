/** The state of a delivery in sentences: every state has one, in every language. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatFor } from '../../../dashboard/src/i18n/format.ts';
import { LANGUAGES } from '../../../dashboard/src/i18n/language.ts';
import { replayRefusal } from '../../../dashboard/src/page/delivery/one/request-parts.ts';
import { stateSentence } from '../../../dashboard/src/page/delivery/one/state-sentence.ts';
import { fingerprintOf } from '../../../dashboard/src/page/issue/issue-query.ts';
import { en } from '../../../dashboard/src/words/en.ts';
import { ja } from '../../../dashboard/src/words/ja.ts';
import { issueClassOf } from '../../../src/core/delivery/result-class.ts';
import { SHOWN_STATES } from '../../../src/core/delivery/state.ts';

const wordText = { en: en.word, ja: ja.word };
const oneText = { en: en.deliveryRecord, ja: ja.deliveryRecord };

const NOW_MS = Date.UTC(2026, 10, 20, 12);
const at = (ms: number): string => new Date(NOW_MS + ms).toISOString();
const words = (language: (typeof LANGUAGES)[number]) => ({
  ...({ t: wordText[language], one: oneText[language] } as const),
  ...({ format: formatFor(language), nowMs: NOW_MS } as const),
});
const DELIVERY = {
  ...({
    state: 'retrying',
    attempts: 2,
    failures: 2,
    createdAt: at(-60_000),
    closedAt: null,
  } as const),
  ...({ lastAttemptAt: at(-10_000), dueAt: at(42_000), manual: false } as const),
  ...({ lastStatus: 503, lastError: null } as const),
} as const;
const ENDPOINT: Parameters<typeof stateSentence>[1] = {
  enabled: true,
  disabledReason: null,
  retryScheduleMs: [1, 2, 3, 4, 5, 6],
  health: {
    ...({ state: 'failing', holdUntil: null, consecutiveFailures: 2 } as const),
    ...({ lastSuccessAt: null, attentionSince: null } as const),
  },
};

test('a retry says how many of how many failed, with what, and when the next one is', () => {
  const sentence = stateSentence(DELIVERY, ENDPOINT, words('en'));
  assert.match(sentence, /^2 of 7 attempts failed; the last one ended with: Status 503\./);
  assert.match(sentence, /The next one is in 42s, at /);
  const manual = { ...DELIVERY, manual: true };
  assert.match(stateSentence(manual, ENDPOINT, words('en')), /asked for by hand\.$/);
});

test('a delivery given up says how long it was tried, and when its lane went on', () => {
  const exhausted = { ...DELIVERY, state: 'exhausted', attempts: 7, closedAt: at(0) } as const;
  const sentence = stateSentence(exhausted, ENDPOINT, words('en'));
  assert.match(sentence, /^Given up: 7 attempts in 1m; the last one ended with: Status 503\. /);
  assert.match(sentence, /Its lane went on at /);
});

test('every state has a sentence in every language, with and without an endpoint', () => {
  for (const language of LANGUAGES) {
    for (const state of SHOWN_STATES) {
      for (const endpoint of [ENDPOINT, undefined]) {
        const sentence = stateSentence({ ...DELIVERY, state }, endpoint, words(language));
        assert.ok(sentence.length > 5, `${state} in ${language}`);
        assert.doesNotMatch(sentence, /undefined|NaN|null/);
      }
    }
  }
});

test('a replay is refused in advance if the service would refuse it', () => {
  const t = oneText.en.action;
  const custom = { kind: 'custom', enabled: true } as const;
  assert.equal(replayRefusal('delivered', custom, t), null);
  assert.equal(replayRefusal('retrying', custom, t), t.replayOpen);
  assert.equal(replayRefusal('delivered', undefined, t), t.replayRemoved);
  assert.equal(replayRefusal('delivered', { ...custom, enabled: false }, t), t.replayDisabled);
  for (const kind of ['builtin-analyzer', 'self-provided-agent'] as const) {
    assert.equal(replayRefusal('delivered', { kind, enabled: true }, t), t.replayAgent);
  }
});

test('the issue of a failed delivery has the name that the service gives it', () => {
  for (const [lastStatus, lastError] of [
    [503, null],
    [301, null],
    [null, 'timeout'],
    [null, 'connect-timeout'],
  ] as const) {
    const last = { lastStatus, lastError };
    const expected = `ep_1-${issueClassOf(last)}`;
    assert.equal(fingerprintOf({ endpointId: 'ep_1', ...last }), expected);
  }
  assert.equal(fingerprintOf({ endpointId: 'ep_1', lastStatus: null, lastError: null }), null);
});
