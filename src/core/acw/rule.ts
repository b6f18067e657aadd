/**
 * Whether a call keeps a rule of a scorecard (decisions section 8): phrases, by whom and when, and
 * figures of the analysis. It says why in a sentence and quotes what was said. Must never call a
 * thing missing that the log cannot show: that is UNKNOWN.
 */
import { cutAtCodePoints } from '../text.ts';
import { EVIDENCE_MAX, type Evidence, RATIONALE_POINTS_MAX } from './evaluation.ts';
import type { Interval } from './interval.ts';
import { judgeMetric } from './metric-rule.ts';
import { folded, phraseAt, quoteAround } from './phrase-match.ts';
import type { Finding, ReadCall, ReadTurn } from './read-call.ts';
import type { Rule, Within } from './scorecard.ts';
import type { SpokenTurn } from './timeline.ts';

export function judgeRule(rule: Rule, call: ReadCall): Finding {
  return rule.type === 'METRIC' ? judgeMetric(rule, call.metrics) : judgePhrases(rule, call);
}

type PhraseRule = Extract<Rule, { readonly type: 'PHRASE' }>;

function judgePhrases(rule: PhraseRule, call: ReadCall): Finding {
  const bySpeaker = call.turns.filter(
    ({ speaker }) => rule.speaker === null || speaker === rule.speaker,
  );
  if (bySpeaker.length === 0) {
    return finding('UNKNOWN', `Nothing is said${by(rule)} in this call log.`);
  }
  const turns = bySpeaker.filter((turn) => isWithin(turn, rule.within, call.span));
  const hits = rule.phrases.flatMap((phrase) => firstHit(phrase, turns));
  const said = hits.map(({ phrase }) => phrase);
  const evidence = evidenceOf(hits);
  const where = `${by(rule)}${during(rule.within)}`;
  const isEnough = rule.match === 'ALL' ? hits.length === rule.phrases.length : hits.length > 0;
  if (isEnough) {
    const result = rule.match === 'NONE' ? 'FAIL' : 'PASS';
    return finding(result, `Said${where}: ${listed(said)}.`, evidence);
  }
  const missing = `Not said${where}: ${listed(rule.phrases.filter((one) => !said.includes(one)))}`;
  if (rule.languages !== null && !rule.languages.includes(call.language)) {
    const why = `${missing}; these phrases are not in the call's language, so a model must judge.`;
    return { ...finding('UNKNOWN', why, evidence), needsModel: true };
  }
  return finding(rule.match === 'NONE' ? 'PASS' : 'FAIL', `${missing}.`, evidence);
}

/** A turn counts that has a part there. */
function isWithin({ startMs, endMs }: SpokenTurn, within: Within, span: Interval): boolean {
  if (within === null) return true;
  const ms = within.seconds * 1_000;
  return within.edge === 'FIRST' ? startMs < span.startMs + ms : endMs > span.endMs - ms;
}

interface Hit {
  readonly phrase: string;
  readonly found: ReadTurn;
  readonly at: number;
}

function firstHit(phrase: string, turns: readonly ReadTurn[]): readonly Hit[] {
  const wanted = folded(phrase);
  for (const found of turns) {
    const at = phraseAt(found.folded, wanted);
    if (at >= 0) return [{ phrase, found, at }];
  }
  return [];
}

/** In the order of the call, each turn once. */
function evidenceOf(hits: readonly Hit[]): readonly Evidence[] {
  const byTurn = new Map(hits.map((hit) => [hit.found.turn, hit]));
  return [...byTurn.values()]
    .sort((one, other) => one.found.turn - other.found.turn)
    .slice(0, EVIDENCE_MAX)
    .map(({ found: { turn, text, startMs }, at }) => ({
      turn,
      quote: quoteAround(text, at),
      startMs,
    }));
}

function finding(
  result: Finding['result'],
  rationale: string,
  evidence: readonly Evidence[] = [],
): Finding {
  const bounded = cutAtCodePoints(rationale, RATIONALE_POINTS_MAX);
  return { result, rationale: bounded, evidence, needsModel: false };
}

function by({ speaker }: PhraseRule): string {
  return speaker === null ? '' : ` by the ${speaker.toLowerCase()}`;
}

function during(within: Within): string {
  return within === null ? '' : ` in the ${within.edge.toLowerCase()} ${within.seconds} s`;
}

const LISTED_MAX = 3;

function listed(phrases: readonly string[]): string {
  const shown = phrases.slice(0, LISTED_MAX).map((phrase) => `"${phrase}"`);
  const rest = phrases.length - shown.length;
  return `${shown.join(', ')}${rest === 0 ? '' : ` and ${rest} more`}`;
}
