/**
 * What this agent finds out: which questions of the customer were left open, because the agent of
 * the call said nothing after them. Put your own judgement here; any JSON object will do.
 */
import type { CallLog } from './ringpost-api.ts';

export interface LeftOpen {
  readonly questions: number;
  readonly leftOpen: readonly { readonly turn: number; readonly text: string }[];
}

/** With the marks of Latin, Arabic and East Asian scripts. */
const QUESTION = /[?؟？]\s*$/u;
/** So that any call gives a result far below the 256 KiB that it may have. */
const LISTED_MAX = 50;
const TEXT_POINTS_MAX = 500;

export function leftOpen({ turns }: CallLog): LeftOpen {
  const lastAnswer = turns.findLastIndex(({ speaker }) => speaker === 'AGENT');
  const questions = turns
    .map(({ speaker, text }, turn) => ({ speaker, text, turn }))
    .filter(({ speaker, text }) => speaker === 'CUSTOMER' && QUESTION.test(text));
  return {
    questions: questions.length,
    leftOpen: questions
      .filter(({ turn }) => turn > lastAnswer)
      .slice(0, LISTED_MAX)
      .map(({ turn, text }) => ({ turn, text: [...text].slice(0, TEXT_POINTS_MAX).join('') })),
  };
}
