/** The page about analyses names every metric, phrase, entity and warning, with their bounds. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { ANALYSIS_WARNINGS, ENTITY_TYPES, type Metrics } from '../../src/acw/analysis/analysis.ts';
import { SPOKEN_TURNS_MIN } from '../../src/acw/analysis/analyze.ts';
import { MISMATCH_WORDS_MIN, SAMPLE_POINTS } from '../../src/acw/analysis/call-language.ts';
import {
  BACKCHANNEL_MS_MAX,
  BACKCHANNEL_WORDS_MAX,
  INTERRUPTION_MS_MIN,
  PACE_TALK_MS_MIN,
  SILENCE_SEGMENT_MS_MIN,
  SILENCE_SEGMENTS_MAX,
  STRETCH_PAUSE_MS,
} from '../../src/acw/analysis/call-metrics.ts';
import { OVERLAP_RATIO_MAX } from '../../src/acw/analysis/clock-check.ts';
import { ENTITIES_MAX, ENTITY_POINTS_MAX } from '../../src/acw/analysis/entity.ts';
import { SUMMARY_PART_POINTS_MAX } from '../../src/acw/analysis/extracted-summary.ts';
import { ESTIMATED_WORD_MS } from '../../src/acw/call-log/timeline.ts';
import {
  PHRASE_HITS_MAX,
  PHRASE_LANGUAGES,
  QUOTE_POINTS_MAX,
} from '../../src/acw/phrase/phrase-hits.ts';
import { PHRASE_RULES } from '../../src/acw/phrase/phrase-rule.ts';
import { METRICS } from '../acw/given-call.ts';

const PAGE = readFileSync(new URL('../../docs/reference/analysis.md', import.meta.url), 'utf8');

/** The first cells of the tables under a heading, without their marks. */
function named(heading: string): string[] {
  const section = PAGE.split(`## ${heading}\n`)[1]?.split(/\n##+ /)[0] ?? '';
  return [...section.matchAll(/^\| `([^`]+)` \|/gm)].map(([, name = '']) => name);
}

/** `talk.<party>.ms` and so on: the paths to the leaves, each party once. */
function paths(value: unknown, path: string): string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [path];
  return Object.entries(value).flatMap(([key, inner]) => {
    const name = key === 'AGENT' || key === 'CUSTOMER' ? '<party>' : key;
    return paths(inner, path === '' ? name : `${path}.${name}`);
  });
}

test('every metric, warning, phrase and entity has a row, and no other', () => {
  const metrics: Metrics = METRICS;
  assert.deepEqual(named('Metrics'), [...new Set(paths(metrics, ''))]);
  assert.deepEqual(named('Warnings'), [...ANALYSIS_WARNINGS]);
  assert.deepEqual(named('Phrases'), Object.keys(PHRASE_RULES));
  assert.deepEqual(named('Entities').toSorted(), ENTITY_TYPES.toSorted());
});

test('the speaker of a phrase is in its row', () => {
  for (const [id, { by }] of Object.entries(PHRASE_RULES)) {
    assert.ok(PAGE.includes(`| \`${id}\` | ${by.join(', ')} |`), id);
  }
});

test('every bound has its value', () => {
  const number = (value: number) => value.toLocaleString('en');
  const said = [
    `a pause of ${STRETCH_PAUSE_MS} ms`,
    `at most ${BACKCHANNEL_WORDS_MAX}\n  words, or at most ${number(BACKCHANNEL_MS_MAX)} ms`,
    `${ESTIMATED_WORD_MS} ms a word`,
    `below ${number(PACE_TALK_MS_MIN)} ms of measured talk`,
    `without speech of ${number(SILENCE_SEGMENT_MS_MIN)} ms or more`,
    `the longest ${SILENCE_SEGMENTS_MAX} `,
    `the other had talked for ${INTERRUPTION_MS_MIN} ms`,
    `and both went on for ${INTERRUPTION_MS_MIN} ms`,
    `more than ${OVERLAP_RATIO_MAX * 100} % of the time`,
    `the first ${number(SAMPLE_POINTS)} characters`,
    `at most ${QUOTE_POINTS_MAX}\ncharacters`,
    `Languages: ${PHRASE_LANGUAGES.map((language) => `\`${language}\``).join(', ')}.`,
    `At most ${ENTITY_POINTS_MAX}\ncharacters`,
    `at most ${SUMMARY_PART_POINTS_MAX} characters`,
    `fewer than ${SPOKEN_TURNS_MIN} turns`,
    `from ${MISMATCH_WORDS_MIN} words on`,
    `${SILENCE_SEGMENTS_MAX} silences, ${PHRASE_HITS_MAX} phrases, ${ENTITIES_MAX} entities`,
  ];
  for (const text of said) assert.ok(PAGE.includes(text), text);
});
