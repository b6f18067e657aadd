/**
 * Takes a model's verdicts on the criteria that no rule judges into an evaluation (S11.28, S11.29).
 * The model is not trusted: each quote must stand in the turn that it cites, the result of a rule
 * is never changed, and contradicting verdicts leave a criterion UNKNOWN.
 */
import { cutAtCodePoints, showable } from '../../core/text.ts';
import type { Engine } from '../analysis/analysis.ts';
import type { Turn } from '../call-log/call-log.ts';
import {
  type CriterionResult,
  EVIDENCE_MAX,
  type Evaluation,
  type Evidence,
  type JudgedCriterion,
  QUOTE_POINTS_MAX,
  RATIONALE_POINTS_MAX,
} from './evaluation.ts';
import { pointsFor, totalled } from './score.ts';

/**
 * A verdict as the model gave it; its shape has been checked. `turn`: position in the log's
 * `turns`, from 0.
 */
export interface Verdict {
  readonly id: string;
  readonly result: CriterionResult;
  readonly rationale: string;
  readonly evidence: readonly { readonly turn: number; readonly quote: string }[];
}

export interface Verdicts {
  readonly verdicts: readonly Verdict[];
  /** The turns as the model read them, possibly redacted. Quotes are compared with these. */
  readonly turns: readonly Turn[];
  readonly engine: Engine;
}

/** The criteria that await a model: those that apply and that no rule judges. */
export function openCriteria(evaluation: Evaluation): readonly JudgedCriterion[] {
  return evaluation.criteria.filter(isOpen);
}

/** Ignores verdicts on criteria that are not open or not in the scorecard. */
export function withVerdicts(evaluation: Evaluation, given: Verdicts): Evaluation {
  const judged = evaluation.criteria.map((criterion) =>
    isOpen(criterion) ? judge(criterion, given) : { criterion, dropped: false },
  );
  return totalled({
    engine: given.engine,
    language: evaluation.language,
    scorecard: evaluation.scorecard,
    passMark: evaluation.score.passMark,
    unknownCriteria: evaluation.score.unknownCriteria,
    criteria: judged.map(({ criterion }) => criterion),
    warnings: judged.some(({ dropped }) => dropped)
      ? [...evaluation.warnings, 'EVIDENCE_DROPPED']
      : evaluation.warnings,
  });
}

function isOpen({ source, result }: JudgedCriterion): boolean {
  return source === 'LLM' && result === 'UNKNOWN';
}

interface Taken {
  readonly criterion: JudgedCriterion;
  readonly dropped: boolean;
}

function judge(criterion: JudgedCriterion, { verdicts, turns }: Verdicts): Taken {
  const [first, ...others] = verdicts.filter(({ id }) => id === criterion.id);
  if (first === undefined) {
    return unknown(criterion, 'The model gave no verdict on this criterion.');
  }
  if (others.some(({ result }) => result !== first.result)) {
    return unknown(criterion, 'The model gave verdicts that contradict each other.');
  }
  const evidence = first.evidence.flatMap((cited) => confirmed(cited, turns));
  const shown = evidence.slice(0, EVIDENCE_MAX);
  if (evidence.length < first.evidence.length) {
    const why = 'The model quoted words that are not in the transcript; its verdict is not used.';
    return { criterion: { ...criterion, rationale: why, evidence: shown }, dropped: true };
  }
  const { result } = first;
  const rationale = cutAtCodePoints(showable(first.rationale).trim(), RATIONALE_POINTS_MAX);
  return {
    criterion: {
      ...criterion,
      result,
      points: pointsFor(result, criterion.maxPoints),
      rationale: rationale === '' ? 'The model gave no reason.' : rationale,
      evidence: shown,
    },
    dropped: false,
  };
}

function unknown(criterion: JudgedCriterion, rationale: string): Taken {
  return { criterion: { ...criterion, rationale }, dropped: false };
}

/** A long quote is compared whole and then cut; its beginning is also a part of the turn. */
function confirmed(
  { turn, quote }: { readonly turn: number; readonly quote: string },
  turns: readonly Turn[],
): readonly Evidence[] {
  const cited = turns[turn];
  const words = quote.trim();
  if (cited === undefined || words === '' || !cited.text.includes(words)) return [];
  return [{ turn, quote: cutAtCodePoints(words, QUOTE_POINTS_MAX), startMs: cited.startMs }];
}
