/**
 * Reads a list of utterances that contain a phrase of a rule (+) or only sound alike (-), and
 * counts those found. Recall is the share of utterances marked + that are found, precision the
 * share of found ones marked +. Each utterance is a call of its own; at each | a recogniser cut it
 * into turns.
 */
import { readFileSync } from 'node:fs';
import { timelineOf } from '../../../../src/acw/call-log/timeline.ts';
import { phraseHits } from '../../../../src/acw/phrase/phrase-hits.ts';
import { PHRASE_RULES, type PhraseRuleId } from '../../../../src/acw/phrase/phrase-rule.ts';
import { givenLog, type Said } from '../../given-call.ts';

export interface Measured {
  readonly utterances: number;
  readonly others: number;
  /** How many utterances marked +, and how many marked -, are found. */
  readonly found: number;
  readonly wrong: number;
  /** Lines that were missed or found wrongly. */
  readonly faults: readonly string[];
}

export function measured(rule: PhraseRuleId, list: string, only = /./): Measured {
  const lines = readFileSync(new URL(`./${list}.txt`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#') && only.test(line));
  const of = (sign: string): readonly string[] => lines.filter((line) => line.slice(3, 4) === sign);
  const isFound = (line: string): boolean => foundIn(rule, line);
  const missed = of('+').filter((line) => !isFound(line));
  const wrong = of('-').filter(isFound);
  return {
    utterances: of('+').length,
    others: of('-').length,
    found: of('+').length - missed.length,
    wrong: wrong.length,
    faults: [...missed, ...wrong],
  };
}

const CUT_MS = 2_000;
const PAUSE_MS = 400;

function foundIn(rule: PhraseRuleId, line: string): boolean {
  const [speaker] = PHRASE_RULES[rule].by;
  const turns = line
    .slice(5)
    .split(' | ')
    .map((text, place): Said => {
      const startMs = place * CUT_MS;
      return [speaker, text, startMs, startMs + CUT_MS - PAUSE_MS];
    });
  const hits = phraseHits(timelineOf(givenLog(turns)).turns, line.slice(0, 2));
  return hits?.hits.some(({ id }) => id === rule) ?? false;
}
