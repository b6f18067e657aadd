/**
 * Judges a call by the rules of a scorecard (S11.17 to S11.20): the built-in evaluator without a
 * model. Criteria that no rule judges stay UNKNOWN until a model (`verdict.ts`) or a person judges
 * them. Must never guess: each result has its reason, each quote its turn.
 */
import type { CallStatus } from '../../core/call/status.ts';
import type { Analysis, AnalysisWarning } from '../analysis/analysis.ts';
import type { CallLog } from '../call-log/call-log.ts';
import { type Conversation, conversationOf } from './conversation.ts';
import type { Evaluation, EvaluationWarning, JudgedCriterion } from './evaluation.ts';
import { type ReadCall, readCall } from './read-call.ts';
import { judgeRule } from './rule.ts';
import { pointsFor, totalled } from './score.ts';
import type { Criterion, Scorecard, ScorecardSettings } from './scorecard.ts';

export interface EvaluationTask {
  readonly log: CallLog;
  /** The analysis of the same log. */
  readonly analysis: Analysis;
  readonly scorecard: Pick<Scorecard, 'id' | 'revision' | keyof ScorecardSettings>;
  /** The version of this program. */
  readonly version: string;
  /** The reported status of the call; absent if none was reported. */
  readonly status?: CallStatus | null;
  /** The conversation of the same log; computed from the log if absent. */
  readonly conversation?: Conversation;
}

export function evaluateByRules(task: EvaluationTask): Evaluation {
  const { log, analysis, scorecard, version, status } = task;
  const conversation = task.conversation ?? conversationOf(log);
  const unheard = whyUnheard(conversation, status ?? null);
  const call = readCall(conversation, analysis);
  return totalled({
    engine: { name: EVALUATOR, version, mode: 'METRICS' },
    language: analysis.language,
    scorecard: { id: scorecard.id, revision: scorecard.revision, name: scorecard.name },
    passMark: scorecard.passMark,
    unknownCriteria: scorecard.unknownCriteria,
    criteria: scorecard.criteria.map((criterion) => judge(criterion, call, unheard)),
    warnings: [
      ...analysis.warnings.filter((warning) => OF_THE_LOG.has(warning)),
      ...(unheard === null ? [] : [unheard.warning]),
    ],
  });
}

interface Unheard {
  readonly warning: EvaluationWarning;
  readonly rationale: string;
}

/** Why this log allows no verdict; null: both parties were heard. */
function whyUnheard({ heard }: Conversation, status: CallStatus | null): Unheard | null {
  if (status === 'VOICEMAIL_REACHED') {
    return { warning: 'VOICEMAIL', rationale: 'The call reached a voicemail, not a person.' };
  }
  const [first, second] = heard;
  if (second !== undefined) return null;
  const rationale =
    first === undefined
      ? 'Neither the agent nor the customer is heard in this call log.'
      : `Only the ${first.toLowerCase()} is heard in this call log.`;
  return { warning: 'NOT_BOTH_HEARD', rationale };
}

export const EVALUATOR = 'ringpost-evaluator';

/** The warnings that describe the log; the others tell what the analysis left out. */
const OF_THE_LOG: ReadonlySet<AnalysisWarning> = new Set([
  'TOO_SHORT',
  'CLOCK_SKEW_SUSPECTED',
  'TIMES_IN_SECONDS_SUSPECTED',
  'END_TIMES_MISSING',
  'DIRECTION_MISMATCH',
  'LANGUAGE_UNKNOWN',
  'LANGUAGE_MISMATCH',
]);

const NO_RULE = 'No rule judges this criterion: a model is needed.';

function judge(criterion: Criterion, call: ReadCall, unheard: Unheard | null): JudgedCriterion {
  const { id, question, points: maxPoints, autoFail } = criterion;
  const { result, source, rationale, evidence } =
    unheard === null ? resultOf(criterion, call) : unknowable(unheard);
  const points = pointsFor(result, maxPoints);
  return { id, question, result, points, maxPoints, autoFail, source, rationale, evidence };
}

/** The source is RULE, so that no model is asked: it would judge a half-heard call. */
function unknowable({ rationale }: Pick<Unheard, 'rationale'>): Judgement {
  return { result: 'UNKNOWN', source: 'RULE', rationale, evidence: [] };
}

type Judgement = Pick<JudgedCriterion, 'result' | 'source' | 'rationale' | 'evidence'>;

function resultOf({ rule, appliesWhen }: Criterion, call: ReadCall): Judgement {
  const applies = appliesWhen === null ? null : judgeRule(appliesWhen, call);
  if (applies?.result === 'FAIL') {
    const rationale = `Does not apply. ${applies.rationale}`;
    return { result: 'NOT_APPLICABLE', source: 'RULE', rationale, evidence: [] };
  }
  if (applies?.result === 'UNKNOWN') {
    return unknowable({ rationale: `It is not known whether it applies. ${applies.rationale}` });
  }
  if (rule === null) return { result: 'UNKNOWN', source: 'LLM', rationale: NO_RULE, evidence: [] };
  const { result, rationale, evidence, needsModel } = judgeRule(rule, call);
  return { result, source: needsModel ? 'LLM' : 'RULE', rationale, evidence };
}
