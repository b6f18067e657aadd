/** A result of a built-in agent keeps no card number, in no quote. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Analysis } from '../../../src/acw/analysis/analysis.ts';
import { analyzeLog } from '../../../src/acw/analysis/analyze.ts';
import { redactionOf } from '../../../src/acw/redaction/redaction.ts';
import { evaluate } from '../../../src/analyst/perform.ts';
import {
  givenCriterion,
  givenLog,
  givenPhrases,
  givenScorecard,
  type Said,
} from '../given-call.ts';

const SAID: readonly Said[] = [
  ['AGENT', 'Hello, how can I help you?', 0, 900],
  [
    'CUSTOMER',
    'I want to cancel my card 4111 1111 um 1111 1111, call +1 415 555 0100',
    1_000,
    4_000,
  ],
  ['AGENT', 'And the security code? One moment please, I put you on hold.', 4_100, 6_000],
  ['CUSTOMER', 'It is 737, and my account number is 5567 8812 03 at www.example.com', 6_100, 9_000],
  ['AGENT', 'Four one one one one one one one, is that the card? Goodbye.', 9_100, 12_000],
];

/** Matches any rest of a number that was said: each has at least three figures. */
const LEFT = /\d{3}|one one/i;

function analysisOf(said: readonly Said[]): Analysis {
  const log = givenLog(said, { language: 'en' });
  return analyzeLog({ log, direction: 'INBOUND', version: '1.0.0', detector: null });
}

test('summary, phrases and entities contain no number that is kept from models', () => {
  const { summary, phrases, entities } = analysisOf(SAID);
  assert.match(summary?.text ?? '', /cancel my card \[CARD NUMBER\], call \[PHONE NUMBER\]/);
  assert.doesNotMatch(summary?.text ?? '', LEFT);
  const quotes = phrases.map(({ quote }) => quote).join('\n');
  assert.match(quotes, /cancel my card \[CARD NUMBER\]/);
  assert.doesNotMatch(quotes, LEFT);
  assert.deepEqual(
    entities.map(({ type, value }) => `${type} ${value}`),
    ['PHONE +1 415 555 0100', 'URL www.example.com'],
  );
});

test('evidence of a rule contains none, and the phrase is found all the same', () => {
  const log = givenLog(SAID, { language: 'en' });
  const task = { body: JSON.stringify(log), direction: 'INBOUND', version: '1.0.0' } as const;
  const rule = givenPhrases(['my account number is 5567 8812 03', 'cancel my card']);
  const scorecard = givenScorecard([givenCriterion('told', { rule })]);
  const { criteria } = evaluate(task, scorecard, null);
  const quotes = criteria.flatMap(({ evidence }) => evidence.map(({ quote }) => quote));
  assert.deepEqual(quotes, [
    'I want to cancel my card [CARD NUMBER], call [PHONE NUMBER]',
    'It is [SECURITY CODE], and my account number is [ACCOUNT NUMBER] at www.example.com',
  ]);
});

test('a quote of a part of a number shows none of it, wherever its words occur again', () => {
  const turns = givenLog([
    ['CUSTOMER', '4111 1111', 0, 1],
    ['AGENT', 'Mhm.', 2, 3],
    ['CUSTOMER', '1111 1111 and again 1111', 4, 5],
  ]).turns;
  const shown = redactionOf(turns, 'en');
  assert.equal(shown.quote(0, '4111', 140), '[CARD NUMBER]');
  assert.equal(shown.quote(2, '1111', 140), '[CARD NUMBER]');
  assert.equal(shown.quote(1, 'Mhm.', 140), 'Mhm.');
  assert.equal(shown.text(0), '[CARD NUMBER]');
});
