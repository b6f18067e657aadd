/**
 * The result of an evaluator (schema version 1), read from a JSON value of which nothing is known,
 * and what a scorecard's head says of it. Pure.
 */
import { flagAt, indexOf, listAt, numberAt, partAt, textAt, textOf } from './json-part.ts';
import { type EngineFacts, readEngine } from './read-analysis.ts';
import { UNKNOWN_CRITERIA, type UnknownCriteria } from './scorecard-draft.ts';

export const OUTCOMES = ['PASS', 'FAIL', 'NOT_APPLICABLE', 'UNKNOWN'] as const;
export type Outcome = (typeof OUTCOMES)[number];

export interface Criterion {
  readonly id: string;
  readonly question: string;
  readonly result: Outcome;
  readonly points: number;
  readonly maxPoints: number;
  readonly autoFail: boolean;
  readonly source: string;
  readonly rationale: string;
  readonly evidence: readonly Evidence[];
}

export interface Evidence {
  readonly turn: number;
  readonly quote: string;
  readonly startMs: number | null;
}

export interface Evaluation {
  readonly engine: EngineFacts;
  readonly scorecard: {
    readonly id: string;
    readonly revision: number | null;
    readonly name: string;
  };
  readonly score: {
    readonly earned: number;
    readonly possible: number;
    /** Points that could not be judged. */
    readonly unknown: number;
    /** Null: an older result, which counted them as failed. */
    readonly unknownCriteria: UnknownCriteria | null;
    /** Null: there is no score. */
    readonly percentage: number | null;
    readonly passMark: number;
    readonly passed: boolean | null;
    readonly autoFailed: boolean;
  };
  readonly criteria: readonly Criterion[];
  readonly warnings: readonly string[];
}

/** Null: this is no evaluation. */
export function readEvaluation(value: unknown): Evaluation | null {
  const earned = numberAt(value, 'score', 'earned');
  const possible = numberAt(value, 'score', 'possible');
  const passMark = numberAt(value, 'score', 'passMark');
  const criteria = listAt(value, ['criteria'], readCriterion);
  if (textAt(value, 'schemaVersion') !== '1' || criteria === null) return null;
  if (earned === null || possible === null || passMark === null) return null;
  return {
    engine: readEngine(value),
    scorecard: {
      id: textAt(value, 'scorecard', 'id') ?? '',
      revision: numberAt(value, 'scorecard', 'revision'),
      name: textAt(value, 'scorecard', 'name') ?? '',
    },
    score: {
      ...{ earned, possible, passMark },
      unknown: numberAt(value, 'score', 'unknown') ?? 0,
      unknownCriteria:
        UNKNOWN_CRITERIA.find((one) => one === textAt(value, 'score', 'unknownCriteria')) ?? null,
      percentage: numberAt(value, 'score', 'percentage'),
      passed: flagAt(value, 'score', 'passed'),
      autoFailed: flagAt(value, 'score', 'autoFailed') === true,
    },
    criteria,
    warnings: listAt(value, ['warnings'], textOf) ?? [],
  };
}

/** Those that decided the call by themselves. */
export function autoFailed({ criteria }: Pick<Evaluation, 'criteria'>): readonly Criterion[] {
  return criteria.filter(({ autoFail, result }) => autoFail && result === 'FAIL');
}

/** What is not counted as possible. */
export function excluded({ criteria }: Pick<Evaluation, 'criteria'>): readonly Criterion[] {
  return criteria.filter(({ result }) => result === 'NOT_APPLICABLE');
}

function readCriterion(value: unknown): Criterion | null {
  const question = textAt(value, 'question');
  const result = OUTCOMES.find((one) => one === textAt(value, 'result'));
  if (question === null || result === undefined) return null;
  return {
    ...{ question, result },
    id: textAt(value, 'id') ?? question,
    points: numberAt(value, 'points') ?? 0,
    maxPoints: numberAt(value, 'maxPoints') ?? 0,
    autoFail: flagAt(value, 'autoFail') === true,
    source: textAt(value, 'source') ?? '',
    rationale: textAt(value, 'rationale') ?? '',
    evidence: listAt(value, ['evidence'], readEvidence) ?? [],
  };
}

function readEvidence(value: unknown): Evidence | null {
  const turn = indexOf(partAt(value, 'turn'));
  const quote = textAt(value, 'quote');
  return turn === null || quote === null
    ? null
    : { turn, quote, startMs: numberAt(value, 'startMs') };
}
