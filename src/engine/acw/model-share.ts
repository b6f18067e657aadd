/**
 * Divides the tokens of one question: a quarter for the answer, then the rules, the schema and the
 * criteria; the transcript gets the rest. If too little is left, the question is not asked, since a
 * model can learn nothing from a few turns.
 */

import { type Prompt, schemaRule } from '../../acw/model-answer/model-prompt.ts';
import { tokensOf } from '../../acw/model-answer/model-tokens.ts';
import { AnalystFailure, type ReadTranscript } from '../ports/analyst.ts';
import type { LanguageModel } from '../ports/language-model.ts';
import type { ModelWork } from './model-work.ts';

/**
 * Reserved for tags, roles, and the faults that a repair names: at most ten, of one criterion each.
 */
const SPARE_TOKENS = 600;
const WINDOW_TOKENS_MIN = 400;

export function answerShare({ policy }: Pick<LanguageModel, 'policy'>): number {
  return Math.floor(policy.questionTokensMax / 4);
}

/**
 * `around`: the prompt with an empty transcript. Returns null if no tokens are left for a
 * transcript. Rejects with BUSY if too many runs wait for the model.
 */
export async function transcriptWithin(
  {
    model,
    log: body,
    analyst,
    enter,
  }: Pick<ModelWork, 'log' | 'analyst' | 'enter'> & {
    readonly model: LanguageModel;
  },
  around: Prompt,
  schema: Readonly<Record<string, unknown>>,
): Promise<ReadTranscript | null> {
  const { questionTokensMax, redact } = model.policy;
  const rules = tokensOf(around.system) + tokensOf(around.user) + tokensOf(schemaRule(schema));
  const windowTokens = questionTokensMax - answerShare(model) - rules - SPARE_TOKENS;
  if (windowTokens < WINDOW_TOKENS_MIN) return null;
  if (enter?.() === false) throw new AnalystFailure('BUSY', 'Too many runs wait for the model.');
  return analyst.transcribe({ body, windowTokens, redact });
}

export const NO_ROOM =
  'RINGPOST_LLM_QUESTION_TOKENS leaves no room for a transcript beside the rules and criteria.';
