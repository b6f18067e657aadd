/** The extractive summary: what the customer wanted, and how the call ended. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  extractedSummary,
  SUMMARY_PART_POINTS_MAX,
} from '../../../src/acw/analysis/extracted-summary.ts';
import { codePointCount } from '../../../src/core/text.ts';
import { spoken } from '../spoken.ts';

const summary = (language: string, ...lines: readonly string[]) =>
  summaryOf(language, lines).text.split('\n');

function summaryOf(language: string, lines: readonly string[]) {
  const turns = spoken(...lines);
  const texts = new Map(turns.map(({ turn, text }) => [turn, text]));
  return extractedSummary(turns, language, (turn) => texts.get(turn) ?? '');
}

test('the first request with its addition, and the last two turns beyond thanks', () => {
  const lines = [
    'A 0-900 hello how can I help you',
    'C 1000-1900 hi',
    'C 2000-2900 my name is Grace',
    'C 3000-3900 I lost my card',
    'C 4000-4900 [noise] it was yesterday',
    'A 5000-5900 one moment please',
    'C 6000-6900 thank you',
    'A 7000-7900 goodbye',
  ];
  assert.deepEqual(summary('en', ...lines), [
    'CUSTOMER: I lost my card it was yesterday',
    'AGENT: one moment please',
  ]);
  assert.equal(summaryOf('en', lines).method, 'EXTRACTIVE');
});

test('in any language a long turn is a story and a question mark a request', () => {
  const story = 'yksi kaksi kolme nelja viisi kuusi seitseman kahdeksan yhdeksan kymmenen';
  const first = (...lines: readonly string[]) => summary('fi', ...lines, 'A 8000-8900 kiitos')[0];
  assert.equal(first('C 0-900 hei', `C 1500-2400 ${story}`), `CUSTOMER: ${story}`);
  assert.equal(first('C 0-900 hei', 'C 1500-2400 missä?'), 'CUSTOMER: missä?');
  assert.equal(
    first('C 0-900 hei', 'C 1500-2400 minä olen Matti Virtanen'),
    'CUSTOMER: minä olen Matti Virtanen',
  );
  assert.equal(first('C 0-900 hei', 'A 1500-2400 niin', 'C 2500-2900 no'), 'CUSTOMER: hei');
});

test('a turn is in the summary once', () => {
  const said = ['A 0-900 it is me', 'C 1000-1900 I need help'];
  assert.deepEqual(summary('en', ...said), ['AGENT: it is me', 'CUSTOMER: I need help']);
  const lines = summary('en', ...said, 'A 2000-2900 it is on its way', 'C 3000-3900 thanks, bye');
  assert.deepEqual(lines, ['CUSTOMER: I need help', 'AGENT: it is on its way']);
});

test('without a customer the summary says how the call ended', () => {
  assert.deepEqual(summary('en', 'A 0-900 hello', 'A 1000-1900 anybody there', 'A 2000-2900 bye'), [
    'AGENT: anybody there',
  ]);
});

test('long turns are cut between words, Japanese ones too', () => {
  const text = 'カードを紛失したので再発行をお願いしたいのですが。'.repeat(30);
  const [line = ''] = summary('ja', `C 0-900 ${text}`, 'A 1000-1900 はい');
  assert.equal(codePointCount(line) <= 'CUSTOMER: '.length + SUMMARY_PART_POINTS_MAX, true);
  assert.ok(line.endsWith('…') && text.startsWith(line.slice('CUSTOMER: '.length, -1)));
});

test('if the agent called, the summary says why, else what the customer asks', () => {
  const lines = [
    'A 0-900 hello this is Ada from Northwind',
    'C 1000-1900 hi who is it',
    "A 2000-2900 I'm calling about your order that comes back",
    'C 3000-3900 I need it until Friday',
    'A 4000-4900 it is sent again today',
    'C 5000-5900 thank you very much',
    'A 6000-6900 have a nice day bye',
  ];
  const turns = spoken(...lines);
  const shown = (turn: number): string => turns.find((one) => one.turn === turn)?.text ?? '';
  assert.deepEqual(extractedSummary(turns, 'en', shown, 'OUTBOUND').text.split('\n'), [
    "AGENT: I'm calling about your order that comes back",
    'CUSTOMER: I need it until Friday',
    'AGENT: it is sent again today',
  ]);
  assert.equal(summary('en', ...lines)[0], 'CUSTOMER: I need it until Friday');
});
