/**
 * Judges one rule of a scorecard for a call (S11.15, S11.18): phrases by speaker and time, and
 * figures of the analysis. A finding gives its reason in a sentence and quotes the turns. If the
 * log cannot show whether a phrase was said, the finding must be UNKNOWN, never a failure.
 */
import { cutAtCodePoints } from '../../core/text.ts';
import { EVIDENCE_MAX, type Evidence, RATIONALE_POINTS_MAX } from './evaluation.ts';
import { judgeMetric } from './metric-rule.ts';
import { folded, phraseAt, quoteAround } from './phrase-match.ts';
import type { Finding, ReadCall, ReadTurn } from './read-call.ts';
import type { Rule, Within } from './scorecard.ts';

export function judgeRule(rule: Rule, call: ReadCall): Finding {
  return rule.type === 'METRIC' ? judgeMetric(rule, call.figures) : judgePhrases(rule, call);
}

type PhraseRule = Extract<Rule, { readonly type: 'PHRASE' }>;

function judgePhrases(rule: PhraseRule, call: ReadCall): Finding {
  const bySpeaker = call.turns.filter(
    ({ speaker }) => rule.speaker === null || speaker === rule.speaker,
  );
  if (bySpeaker.length === 0) {
    return finding('UNKNOWN', `Nothing is said${by(rule)} in this call log.`);
  }
  const where = placing(rule.within, call);
  const sought = rule.phrases.map((phrase) => seek(phrase, bySpeaker, where));
  const said = sought.flatMap(({ phrase, certain, likely }) => {
    const hit = rule.match === 'NONE' ? certain : likely;
    return hit === null ? [] : [{ ...hit, phrase }];
  });
  const words = said.map(({ phrase }) => phrase);
  const evidence = evidenceOf(said);
  const [who, when] = [by(rule), during(rule.within)];
  const isEnough = rule.match === 'ALL' ? said.length === sought.length : said.length > 0;
  if (isEnough) {
    const result = rule.match === 'NONE' ? 'FAIL' : 'PASS';
    return finding(result, `Said${who}${when}: ${listed(words)}.`, evidence);
  }
  const maybe = sought.filter(({ phrase, possible }) => possible && !words.includes(phrase));
  const absent = sought.length - words.length - maybe.length;
  if (maybe.length > 0 && (rule.match !== 'ALL' || absent === 0)) {
    const which = listed(maybe.map(({ phrase }) => phrase));
    const why = `Said${who}: ${which}; this log does not tell whether${when}: ends are missing.`;
    return finding('UNKNOWN', why, evidence);
  }
  const unsaid = rule.phrases.filter((one) => !words.includes(one));
  const missing = `Not said${who}${when}: ${listed(unsaid)}`;
  if (rule.languages !== null && !rule.languages.includes(call.language)) {
    const why = `${missing}; these phrases are not in the call's language, so a model must judge.`;
    return { ...finding('UNKNOWN', why, evidence), needsModel: true };
  }
  return finding(rule.match === 'NONE' ? 'PASS' : 'FAIL', `${missing}.`, evidence);
}

/** Whether a turn reaches into the window. The three answers differ only if the log lacks ends. */
interface Place {
  readonly certain: boolean;
  /** According to the estimated ends. */
  readonly likely: boolean;
  readonly possible: boolean;
}

function placing(within: Within, { firstAtMs, last }: ReadCall): (turn: ReadTurn) => Place {
  if (within === null) return () => all(true);
  const ms = within.seconds * 1_000;
  if (within.edge === 'FIRST') return ({ atMs }) => all(atMs < firstAtMs + ms);
  // If the end of the agent's last turn is unknown, its beginning is the earliest possible end.
  const leastMs = (last.measured ? last.untilMs : last.atMs) - ms;
  return ({ turn, measured, untilMs, untilMostMs }) => {
    if (turn === last.turn) return all(true);
    const likely = untilMs > last.untilMs - ms;
    if (measured && last.measured) return all(likely);
    return { certain: false, likely, possible: likely || untilMostMs > leastMs };
  };
}

function all(isThere: boolean): Place {
  return { certain: isThere, likely: isThere, possible: isThere };
}

interface Hit {
  readonly found: ReadTurn;
  readonly at: number;
}

interface Sought {
  readonly phrase: string;
  /** The first turn within the window that says the phrase. */
  readonly certain: Hit | null;
  readonly likely: Hit | null;
  readonly possible: boolean;
}

function seek(
  phrase: string,
  turns: readonly ReadTurn[],
  placeOf: (turn: ReadTurn) => Place,
): Sought {
  const wanted = folded(phrase);
  let sought: Sought = { phrase, certain: null, likely: null, possible: false };
  for (const found of turns) {
    const place = placeOf(found);
    if (!place.possible) continue;
    const at = phraseAt(found.folded, wanted);
    if (at < 0) continue;
    const hit = { found, at };
    sought = {
      phrase,
      certain: sought.certain ?? (place.certain ? hit : null),
      likely: sought.likely ?? (place.likely ? hit : null),
      possible: true,
    };
    if (sought.certain !== null) return { ...sought, likely: sought.likely ?? hit };
  }
  return sought;
}

/** The quotes in the order of the call, at most one for each turn. */
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
