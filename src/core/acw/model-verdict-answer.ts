/**
 * A model's verdicts on one window, read from its answer. A result outside the four words, an id
 * that was not asked about or a verdict that is missing are faults, which the model may repair
 * once. Whether quotes are true is `model-verdict-merge.ts`.
 */
import { CRITERION_RESULTS } from './evaluation.ts';
import { Faults, type Read, readObject } from './model-json.ts';
import type { Verdict } from './verdict.ts';

const TEXT_UNITS_MAX = 20_000;
const VERDICTS_MAX = 200;
/** Of one criterion: more than anybody reads. */
const QUOTES_MAX = 20;

/**
 * `ids`: those asked about. `isLast`: there is no other try, so what is missing stays open, as
 * long as something was judged.
 */
export function readVerdicts(
  answer: string,
  ids: readonly string[],
  isLast: boolean,
): Read<readonly Verdict[]> {
  const read = readObject(answer);
  if (read.kind === 'invalid') return read;
  const faults = new Faults();
  const verdicts = faults
    .list(read.value.verdicts, 'verdicts', VERDICTS_MAX)
    .flatMap((entry) => verdictOf(entry, ids, isLast, faults));
  const judged = new Set(verdicts.map(({ id }) => id));
  const missing = ids.filter((id) => !judged.has(id));
  if (missing.length > 0 && (!isLast || judged.size === 0)) {
    for (const id of missing) faults.add(`the verdict on ${id} is missing`);
  }
  if (judged.size < verdicts.length && !isLast) faults.add('give one verdict on each id only');
  return faults.unless(verdicts);
}

function verdictOf(
  entry: unknown,
  ids: readonly string[],
  isLast: boolean,
  faults: Faults,
): readonly Verdict[] {
  const { id, result, rationale, evidence } = faults.object(entry, 'a verdict');
  const known = ids.find((each) => each === id);
  if (known === undefined) {
    if (!isLast) faults.add('a verdict has an id that is no criterion');
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
      evidence: cited.map((each) => {
        const { turn, quote } = faults.object(each, `the evidence of ${known}`);
        const place = faults.number(turn, `a turn of ${known}`, TURN);
        return { turn: place, quote: faults.text(quote, `a quote of ${known}`, TEXT_UNITS_MAX) };
      }),
    },
  ];
}

const TURN = { min: 0, max: 1_000_000 } as const;
