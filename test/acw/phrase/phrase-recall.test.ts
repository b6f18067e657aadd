/**
 * How many cancellations, escalations, callbacks and holds are found, in lists that were written
 * before the rules were read. One half of each was looked at while the rules were mended; the other
 * half was only counted. The author of a second set had read neither rules nor lists; it was
 * counted first, then looked at. The reference states the same figures.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { PhraseRuleId } from '../../../src/acw/phrase/phrase-rule.ts';
import { measured } from './recall/measure.ts';

const RECALL_MIN = 0.8;
const PRECISION_MIN = 0.8;
const UTTERANCES_MIN = 150;
const REFERENCE = readFileSync(
  new URL('../../../docs/reference/analysis.md', import.meta.url),
  'utf8',
);
const LISTS: readonly (readonly [rule: PhraseRuleId, list: string])[] = [
  ['cancellation-request', 'cancellation'],
  ['escalation-request', 'escalation'],
  ['callback-promise', 'callback'],
  ['hold-request', 'hold'],
];
const HALVES = [
  ['looked at', 'dev'],
  ['held out', 'held-out'],
] as const;
/** The lists of the second set; a callback may come from either side. */
const OTHER_AUTHOR: readonly (readonly [rule: PhraseRuleId, list: string])[] = [
  ['cancellation-request', 'cancellation-other'],
  ['escalation-request', 'escalation-other'],
  ['callback-promise', 'callback-agent-other'],
  ['callback-request', 'callback-customer-other'],
  ['hold-request', 'hold-other'],
];
const OTHER_AUTHOR_ALIKE_MIN = 120;

function counts(rule: PhraseRuleId, half: string, list: string): void {
  test(`of ${rule}, ${half}, at least ${RECALL_MIN} are found, and few others`, () => {
    const { utterances, others, found, wrong, faults } = measured(rule, list);
    const recall = found / utterances;
    const precision = found / (found + wrong);
    assert.ok(recall >= RECALL_MIN, faults.join('\n'));
    assert.ok(precision >= PRECISION_MIN, faults.join('\n'));
    const counted = [`\`${rule}\``, half, utterances, others].join(' | ');
    const figures = [recall.toFixed(2), precision.toFixed(2)].join(' | ');
    const row = REFERENCE.split('\n').find((line) => line.startsWith(`| ${counted} |`));
    assert.ok(row?.endsWith(`| ${figures} |`), `the reference says ${row}, not ${figures}`);
  });
}

for (const [rule, list] of OTHER_AUTHOR) counts(rule, 'another author', list);
counts('callback-request', 'later', 'callback-request-later');
counts('callback-request', 'last', 'callback-request-last');

test('the second set has as many utterances of each phrase as the first', () => {
  for (const phrase of ['cancellation', 'escalation', 'callback', 'hold']) {
    const lists = OTHER_AUTHOR.filter(([, list]) => list.startsWith(phrase));
    const each = lists.map(([rule, list]) => measured(rule, list));
    const positive = each.reduce((total, { utterances }) => total + utterances, 0);
    const alike = each.reduce((total, { others }) => total + others, 0);
    assert.ok(positive >= UTTERANCES_MIN, phrase);
    assert.ok(alike >= OTHER_AUTHOR_ALIKE_MIN, phrase);
  }
});

for (const [rule, list] of LISTS) {
  for (const [half, name] of HALVES) counts(rule, half, `${list}-${name}`);

  test(`the lists of ${rule} are as long as the reference says, in every language`, () => {
    const both = HALVES.map(([, name]) => measured(rule, `${list}-${name}`));
    const sum = (of: (one: (typeof both)[number]) => number): number =>
      both.reduce((total, one) => total + of(one), 0);
    assert.ok(sum(({ utterances }) => utterances) >= UTTERANCES_MIN);
    assert.ok(sum(({ others }) => others) >= UTTERANCES_MIN);
    for (const language of ['en', 'es', 'de', 'ja']) {
      const { utterances, others } = measured(rule, `${list}-held-out`, new RegExp(`^${language}`));
      assert.ok(utterances > 0 && others > 0, language);
    }
  });
}
