/**
 * Merges the verdicts on all windows of a call into one for each criterion. In each window, quotes
 * that no turn says are dropped; a verdict that loses all its quotes is UNKNOWN, and so is a PASS
 * without a quote. Then, over all windows: a FAIL with a quote decides; else a PASS; else, if no
 * window was UNKNOWN, a FAIL without one; NOT_APPLICABLE if all say so; else UNKNOWN. So a caller
 * may talk a model into a verdict, but never into one that the log does not support.
 */

import type { Turn } from '../call-log/call-log.ts';
import type { CriterionResult } from '../evaluation/evaluation.ts';
import type { Verdict } from '../evaluation/verdict.ts';
import { foundQuote } from './model-evidence.ts';
import type { AskedVerdict } from './model-verdict-answer.ts';

export interface MergedVerdicts {
  readonly verdicts: readonly Verdict[];
  /** Whether a quote was dropped because its turn does not say it. */
  readonly dropped: boolean;
}

/** `windows`: the verdicts of each window, from all its questions. `turns`: as they were sent. */
export function mergedVerdicts(
  asked: readonly AskedVerdict[],
  windows: readonly (readonly Verdict[])[],
  turns: readonly Turn[],
): MergedVerdicts {
  let dropped = false;
  const verdicts = asked.flatMap(({ id, speaker }) => {
    const judged = windows.flatMap((said) => {
      const own = said.filter((verdict) => verdict.id === id);
      const checked = own.map((verdict) => check(verdict, turns, speaker));
      if (checked.some(({ isFalse }) => isFalse)) dropped = true;
      const [one, ...others] = checked.map(({ verdict }) => verdict);
      return one === undefined ? [] : [single(one, others)];
    });
    const [first] = judged;
    return first === undefined ? [] : [combined(first, judged, judged.length === windows.length)];
  });
  return { verdicts, dropped };
}

function check(
  verdict: Verdict,
  turns: readonly Turn[],
  speaker: AskedVerdict['speaker'],
): { readonly verdict: Verdict; readonly isFalse: boolean } {
  const evidence = verdict.evidence.flatMap((cited) => foundQuote(cited, turns, speaker) ?? []);
  const isFalse = evidence.length < verdict.evidence.length;
  if (isFalse && evidence.length === 0) {
    return {
      verdict: { ...verdict, result: 'UNKNOWN', rationale: FALSE, evidence },
      isFalse: true,
    };
  }
  if (verdict.result === 'PASS' && evidence.length === 0) {
    return {
      verdict: { ...verdict, result: 'UNKNOWN', rationale: BARE, evidence },
      isFalse: false,
    };
  }
  return { verdict: { ...verdict, evidence }, isFalse };
}

const FALSE = 'The model quoted words that are not in the transcript; its verdict is not used.';
const BARE = 'The model gave no quote that shows it; its verdict is not used.';

/** If one answer holds several verdicts on a criterion, they count only if they agree. */
function single(first: Verdict, others: readonly Verdict[]): Verdict {
  if (others.every(({ result }) => result === first.result)) return first;
  return { ...first, result: 'UNKNOWN', rationale: TORN, evidence: [] };
}

const TORN = 'The model gave verdicts that contradict each other.';

/** `isWhole`: every window was judged. */
function combined(first: Verdict, judged: readonly Verdict[], isWhole: boolean): Verdict {
  const of = (result: CriterionResult) => judged.filter((verdict) => verdict.result === result);
  const bare = of('FAIL');
  const quoted = bare.filter(({ evidence }) => evidence.length > 0);
  const isSettled = isWhole && of('UNKNOWN').length === 0;
  for (const decisive of [quoted, of('PASS'), isSettled ? bare : [], isSettled ? judged : []]) {
    const [one] = decisive;
    // Takes the reason of the first such window, with the quotes of all of them.
    if (one !== undefined) {
      return { ...one, evidence: decisive.flatMap(({ evidence }) => evidence) };
    }
  }
  const [unknown] = of('UNKNOWN');
  return unknown ?? { ...first, result: 'UNKNOWN', rationale: HALF, evidence: [] };
}

const HALF = 'The model judged only a part of the call.';
