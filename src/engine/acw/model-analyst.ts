/**
 * What a language model adds to the results of the built-in agents (S11.24 to S11.31). It depends
 * on the agent's engine: METRICS never asks; AUTO goes on without a model, with a warning if the
 * model failed; LLM fails with a reason. Must never use an answer that `src/acw` has not checked.
 */
import type { Analysis } from '../../acw/analysis/analysis.ts';
import type { Evaluation } from '../../acw/evaluation/evaluation.ts';
import type { Scorecard } from '../../acw/evaluation/scorecard.ts';
import { AnalystFailure } from '../ports/analyst.ts';
import { askForAnalysis } from './model-analysis.ts';
import { askForVerdicts } from './model-evaluation.ts';
import { ModelAway, type ModelOutcome, type ModelWork } from './model-work.ts';

/**
 * `analysis`: the analysis of the same log in mode METRICS. Rejects if the analyst is busy or the
 * run is to be repeated.
 */
export function analyzeWithModel(
  analysis: Analysis,
  work: ModelWork,
): Promise<ModelOutcome<Analysis>> {
  return byEngine(analysis, work, (model) => askForAnalysis(analysis, { ...work, model }));
}

/**
 * `evaluation`: the evaluation of the same log by `scorecard` in mode METRICS. Rejects as above.
 */
export function evaluateWithModel(
  evaluation: Evaluation,
  scorecard: Pick<Scorecard, 'criteria'>,
  work: ModelWork,
): Promise<ModelOutcome<Evaluation>> {
  return byEngine(evaluation, work, (model) =>
    askForVerdicts(evaluation, scorecard, { ...work, model }),
  );
}

async function byEngine<Result extends Analysis | Evaluation>(
  result: Result,
  { engine, model, mayRepeat = false }: ModelWork,
  ask: (model: NonNullable<ModelWork['model']>) => Promise<ModelOutcome<Result>>,
): Promise<ModelOutcome<Result>> {
  if (engine === 'METRICS') return { kind: 'done', value: result };
  if (model === null) {
    return engine === 'AUTO'
      ? { kind: 'done', value: result }
      : { kind: 'failed', reason: 'MODEL_NOT_CONFIGURED', detail: NOT_CONFIGURED };
  }
  const asked = await ask(model).catch(unread);
  if (asked.kind === 'done') return asked;
  if (asked.isAway === true && mayRepeat) throw new ModelAway(asked.detail);
  if (engine === 'LLM') return asked;
  const warnings = [...new Set([...result.warnings, 'MODEL_FAILED_METRICS_ONLY' as const])];
  return { kind: 'done', value: { ...result, warnings } };
}

/**
 * The outcome if the log could not be read for the model. For BUSY and CLOSED a worker tries again.
 */
function unread(error: unknown): ModelOutcome<never> {
  if (!(error instanceof AnalystFailure)) throw error;
  if (error.reason === 'BUSY' || error.reason === 'CLOSED') throw error;
  return { kind: 'failed', reason: 'MODEL_FAILED', detail: error.message };
}

const NOT_CONFIGURED =
  'The agent wants a language model and none is set: set RINGPOST_LLM_BASE_URL and ' +
  'RINGPOST_LLM_MODEL, or give the agent the engine AUTO.';
