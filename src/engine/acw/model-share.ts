/**
 * How the tokens of one question are shared out: a quarter for the answer, the rest for rules,
 * schema and criteria, and what is left for the transcript. Where too little is left the question
 * is not asked, since a window of a few turns would tell nothing.
 */

import type { CallLog } from '../../core/acw/call-log.ts';
import { type Prompt, schemaRule } from '../../core/acw/model-prompt.ts';
import { tokensOf } from '../../core/acw/model-tokens.ts';
import { type Transcript, transcriptOf, turnsInReach } from '../../core/acw/model-transcript.ts';
import { redactedTurns } from '../../core/acw/redact.ts';
import type { LanguageModel } from '../ports/language-model.ts';

/** Tags and roles, and the faults that a repair try names: at most ten, of one criterion each. */
const SPARE_TOKENS = 600;
const WINDOW_TOKENS_MIN = 400;

export function answerShare({ policy }: Pick<LanguageModel, 'policy'>): number {
  return Math.floor(policy.questionTokensMax / 4);
}

/** `around`: the prompt with an empty transcript. Null: nothing is left for one. */
export function transcriptWithin(
  model: LanguageModel,
  log: Pick<CallLog, 'turns'>,
  around: Prompt,
  schema: Readonly<Record<string, unknown>>,
): Transcript | null {
  const { policy } = model;
  const rules = tokensOf(around.system) + tokensOf(around.user) + tokensOf(schemaRule(schema));
  const left = policy.questionTokensMax - answerShare(model) - rules - SPARE_TOKENS;
  if (left < WINDOW_TOKENS_MIN) return null;
  const reach = turnsInReach(log.turns, left);
  const turns = log.turns.slice(0, reach);
  const transcript = transcriptOf(policy.redact ? redactedTurns(turns) : turns, left);
  return reach < log.turns.length ? { ...transcript, isCut: true } : transcript;
}

export const NO_ROOM =
  'RINGPOST_LLM_QUESTION_TOKENS leaves no room for a transcript beside the rules and criteria.';
