/**
 * Reads a model's verdicts on one window. A result outside the four words, an id that was not asked
 * about, a missing verdict, and a quote that no turn says are faults, which the model may correct
 * once. After that only the wrong fields are dropped. `model-verdict-merge.ts` decides whether the
 * remaining quotes support a verdict.
 */
import type { Party } from '../analysis/analysis.ts';
import type { Turn } from '../call-log/call-log.ts';
import { CRITERION_RESULTS } from '../evaluation/evaluation.ts';
import type { Verdict } from '../evaluation/verdict.ts';
import { type Cited, foundQuote } from './model-evidence.ts';
import { Faults, type Read, readObject } from './model-json.ts';
import { spoken } from './model-transcript.ts';

const TEXT_UNITS_MAX = 20_000;
const VERDICTS_MAX = 200;
/** The largest number of quotes for one criterion; a reader needs fewer. */
const QUOTES_MAX = 20;

export interface AskedVerdict {
  readonly id: string;
  /** The speaker who must be quoted; null: any speaker. */
  readonly speaker: Party | null;
}

/**
 * `turns`: as they were sent. `isLast`: the model is not asked again, so missing or wrong verdicts
 * stay open if at least one criterion was judged.
 */
export function readVerdicts(
  answer: string,
  asked: readonly AskedVerdict[],
  turns: readonly Turn[],
  isLast: boolean,
): Read<readonly Verdict[]> {
  const read = readObject(answer);
  if (read.kind === 'invalid') return read;
  const faults = new Faults();
  const verdicts = faults
    .list(read.value.verdicts, 'verdicts', VERDICTS_MAX)
    .flatMap((entry) => verdictOf(entry, asked, faults));
  const judged = new Set(verdicts.map(({ id }) => id));
  const missing = asked.filter(({ id }) => !judged.has(id));
  for (const { id } of missing) faults.add(`the verdict on ${id} is missing`);
  if (judged.size < verdicts.length) faults.add('give one verdict on each id only');
  if (isLast) return judged.size === 0 ? faults.unless(verdicts) : { kind: 'ok', value: verdicts };
  for (const verdict of verdicts) tellFalseQuotes(verdict, asked, turns, faults);
  return faults.unless(verdicts);
}

/**
 * Reads one verdict. Without an id and a result there is none; otherwise only the wrong parts are
 * dropped.
 */
function verdictOf(
  entry: unknown,
  asked: readonly AskedVerdict[],
  faults: Faults,
): readonly Verdict[] {
  const { id, result, rationale, evidence } = faults.object(entry, 'a verdict');
  const known = asked.find((each) => each.id === id)?.id;
  if (known === undefined) {
    faults.add('a verdict has an id that is no criterion');
    return [];
  }
  const word = CRITERION_RESULTS.find((each) => each === result);
  if (word === undefined) {
    faults.add(`the result of ${known} must be one of ${CRITERION_RESULTS.join(', ')}`);
    return [];
  }
  const cited = faults.list(evidence ?? [], `the evidence of ${known}`, QUOTES_MAX);
  return [
    {
      id: known,
      result: word,
      rationale: faults.textOrNull(rationale, `the rationale of ${known}`, TEXT_UNITS_MAX) ?? '',
      evidence: cited.flatMap((each) => citedOf(each, known, faults)),
    },
  ];
}

function citedOf(entry: unknown, id: string, all: Faults): readonly Cited[] {
  const cited = all.field((faults) => {
    const { turn, quote } = faults.object(entry, `the evidence of ${id}`);
    return {
      turn: faults.number(turn, `a turn of ${id}`, TURN),
      quote: faults.text(quote, `a quote of ${id}`, TEXT_UNITS_MAX),
    };
  });
  return cited === null ? [] : [cited];
}

const TURN = { min: 0, max: 1_000_000 } as const;

/** How much of a false quote a fault repeats, in tokens: enough for the model to recognise it. */
const SHOWN_TOKENS = 40;

/** Adds the words of the turn, so that the model can copy them. */
function tellFalseQuotes(
  { id, evidence }: Verdict,
  asked: readonly AskedVerdict[],
  turns: readonly Turn[],
  faults: Faults,
): void {
  const speaker = asked.find((each) => each.id === id)?.speaker ?? null;
  for (const cited of evidence) {
    if (foundQuote(cited, turns, speaker) !== null) continue;
    const said = turns[cited.turn];
    const by = speaker === null ? '' : ` of the ${speaker}`;
    const is = said === undefined ? 'is not there' : `says "${spoken(said.text, SHOWN_TOKENS)}"`;
    faults.add(
      `the quote "${spoken(cited.quote, SHOWN_TOKENS)}" of ${id} must be at least three words` +
        `${by}, or a whole turn, copied from it; turn ${cited.turn} ${is}`,
    );
  }
}
