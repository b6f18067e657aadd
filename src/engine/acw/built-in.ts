/**
 * What the built-in agents make of a call log (S9.19): the analyst computes figures and rules, and
 * a model adds to them if the endpoint's engine allows it. Every outcome is a `RunEnd`, which the
 * runner stores. Must never write anything itself, nor read a clock except to limit the model's
 * time.
 */
import type { Analysis } from '../../acw/analysis/analysis.ts';
import type { Evaluation } from '../../acw/evaluation/evaluation.ts';
import type { Scorecard } from '../../acw/evaluation/scorecard.ts';
import { failureText } from '../../acw/run/failed-run.ts';
import { resultText } from '../../acw/run/result-text.ts';
import type { CancelReason, RunReason } from '../../acw/run/run.ts';
import type { CallStatus, Direction } from '../../core/call/status.ts';
import { AGENT_ENGINE_DEFAULT } from '../../core/endpoint/agent-rules.ts';
import type { AgentEngine, Endpoint } from '../../core/endpoint/endpoint.ts';
import { RESULT_BYTES_MAX, type RunEnd, type ScorecardStore } from '../ports/acw-store.ts';
import type { Analyst } from '../ports/analyst.ts';
import type { Clock } from '../ports/clock.ts';
import type { LanguageModel } from '../ports/language-model.ts';
import type { EvaluationMarks } from '../ports/trend-store.ts';
import { analyzeWithModel, evaluateWithModel } from './model-analyst.ts';
import type { ModelOutcome, ModelWork } from './model-work.ts';
import { scorecardById } from './scorecard-by-id.ts';

export interface BuiltInTask {
  readonly agent: Pick<Endpoint, 'kind' | 'agent' | 'projectKey'>;
  /** The direction in which the call was reported. */
  readonly direction: Direction;
  /** The reported status of the call; absent if there is no call. */
  readonly status?: CallStatus | null;
  /** The call log as it is stored. */
  readonly log: string;
  /**
   * Called before the model is asked; false if too many runs wait for it. Absent: there is room.
   */
  readonly enterModel?: () => boolean;
  /**
   * If true and the model does not answer, the promise rejects with `ModelAway` so that the run is
   * repeated.
   */
  readonly mayRepeat?: boolean;
  /** True if the model did not answer an earlier try; the result says so. */
  readonly wasAway?: boolean;
}

export interface BuiltIn {
  /** `untilMs`: a time on the monotonic clock; the model is asked nothing after it. */
  work(task: BuiltInTask, untilMs: number): Promise<RunEnd>;
  /** Whether every run of this agent waits for a model; an evaluator may need only rules. */
  asksModel(agent: BuiltInTask['agent']): boolean;
}

export interface BuiltInParts {
  readonly store: Pick<ScorecardStore, 'scorecard' | 'scorecards'>;
  readonly analyst: Pick<Analyst, 'analyze' | 'evaluate' | 'transcribe' | 'conceal'>;
  /** Null: no model is configured. */
  readonly model: LanguageModel | null;
  readonly clock: Pick<Clock, 'monoMs'>;
  readonly version: string;
}

export function createBuiltIn(parts: BuiltInParts): BuiltIn {
  return {
    async work(task, untilMs) {
      const engine = engineOf(task.agent);
      // Nothing is read first: without a model this agent can have no result.
      if (engine === 'LLM' && parts.model === null) return failedEnd('MODEL_NOT_CONFIGURED');
      const { model, analyst, clock } = parts;
      const { enterModel: enter = always, mayRepeat = false } = task;
      const ask: AskModel = { model, analyst, engine, clock, untilMs, enter, mayRepeat };
      return task.agent.kind === 'builtin-evaluator'
        ? evaluated(parts, task, ask)
        : analyzed(parts, task, ask);
    },
    asksModel: (agent) =>
      agent.kind === 'builtin-analyzer' && parts.model !== null && engineOf(agent) !== 'METRICS',
  };
}

function always(): boolean {
  return true;
}

function engineOf({ agent }: BuiltInTask['agent']): AgentEngine {
  return agent !== null && 'engine' in agent ? agent.engine : AGENT_ENGINE_DEFAULT;
}

type AskModel = Omit<ModelWork, 'log'>;

/** The end of a run that failed without a result. `detail` replaces the sentence of the reason. */
export function failedEnd(reason: RunReason, detail: string | null = null): RunEnd {
  const message = detail ?? failureText(reason);
  const errors = [{ code: 'ANALYZER_FAILED', message }] as const;
  return { isError: true, reason, errors, engine: null, result: null };
}

/** The end of a run that never began. */
export function cancelledEnd(reason: CancelReason, cancelled: 'told' | 'untold'): RunEnd {
  return { ...failedEnd(reason), cancelled };
}

async function analyzed(
  { analyst, version }: BuiltInParts,
  { direction, log, wasAway = false }: BuiltInTask,
  ask: AskModel,
): Promise<RunEnd> {
  const patient = isPatient(ask);
  const analysis = await analyst.analyze({ body: log, direction, version, patient });
  const read = await analyzeWithModel(analysis, { ...ask, log });
  return endOf(await concealed(read, analyst, log), wasAway);
}

async function evaluated(
  parts: BuiltInParts,
  { agent, direction, status = null, log, wasAway = false }: BuiltInTask,
  ask: AskModel,
): Promise<RunEnd> {
  const scorecard = await scorecardOf(parts.store, agent);
  if (scorecard === null) return failedEnd('INTERNAL', NO_SCORECARD);
  const { version } = parts;
  const reported = { body: log, direction, version, status, patient: isPatient(ask) };
  const evaluation = await parts.analyst.evaluate(reported, scorecard);
  const judged = await evaluateWithModel(evaluation, scorecard, { ...ask, log });
  return endOf(await concealed(judged, parts.analyst, log), wasAway);
}

/** A run that will wait for a model anyway lets the analyst serve other runs first. */
function isPatient({ model, engine }: AskModel): boolean {
  return model !== null && engine !== 'METRICS';
}

const NO_SCORECARD =
  'The project has no scorecard. Make one with POST /v1/scorecards. Then run the agent again.';

/** The endpoint may name a scorecard that was deleted; its last revision is used. */
async function scorecardOf(
  store: BuiltInParts['store'],
  { agent, projectKey }: BuiltInTask['agent'],
): Promise<Scorecard | null> {
  const id = agent !== null && 'scorecardId' in agent ? agent.scorecardId : null;
  if (id !== null) return scorecardById(store, projectKey, id, null);
  const [first] = await store.scorecards(projectKey);
  return first ?? null;
}

/**
 * Redacts a model's words. Results without a model hold no card numbers, so they pass unchanged.
 */
async function concealed(
  outcome: ModelOutcome<Analysis | Evaluation>,
  analyst: Pick<Analyst, 'conceal'>,
  body: string,
): Promise<ModelOutcome<Analysis | Evaluation>> {
  if (outcome.kind === 'failed' || outcome.value.engine.mode !== 'LLM') return outcome;
  return { kind: 'done', value: await analyst.conceal({ body, result: outcome.value }) };
}

function endOf(outcome: ModelOutcome<Analysis | Evaluation>, wasAway: boolean): RunEnd {
  if (outcome.kind === 'failed') {
    const repeated = wasAway ? `${outcome.detail} ${REPEATED}` : outcome.detail;
    return failedEnd(outcome.reason, repeated);
  }
  const value = wasAway ? withWarning(outcome.value) : outcome.value;
  const { name, version, mode, model } = value.engine;
  return {
    isError: false,
    reason: null,
    errors: [],
    engine: `${name}/${version} ${mode}${model === undefined ? '' : ` ${model}`}`,
    result: resultText(value, RESULT_BYTES_MAX),
    ...('criteria' in value ? { evaluation: marksOf(value) } : {}),
  };
}

const REPEATED = 'The run was repeated until its time was over, for the model was away.';

function withWarning<Result extends Analysis | Evaluation>(result: Result): Result {
  return { ...result, warnings: [...result.warnings, 'MODEL_WAS_AWAY'] };
}

function marksOf({ scorecard, score, criteria }: Evaluation): EvaluationMarks {
  return {
    scorecardId: scorecard.id,
    revision: scorecard.revision,
    // Trends leave out calls whose verdict is open.
    percentage: score.passed === null ? null : score.percentage,
    passed: score.passed,
    criteria: criteria.map(({ id, result }) => ({ id, result })),
  };
}
