/**
 * The rules by which the analyzer finds phrases without a model: which phrase, said by whom, and
 * where in the call. The words are in `table/`, a file per language. Only tables and their shape;
 * `phrase-hits.ts` applies them.
 */
import type { Speaker } from '../call-log/call-log.ts';

/**
 * The phrases for which every language must have words. `in`: the part of the call, see `EDGE_MS`.
 */
export const PHRASE_RULES = {
  greeting: { by: ['AGENT'], in: 'OPENING' },
  'recording-disclosure': { by: ['AGENT', 'SYSTEM'], in: 'CALL' },
  'identity-check': { by: ['AGENT', 'SYSTEM'], in: 'CALL' },
  apology: { by: ['AGENT'], in: 'CALL' },
  'hold-request': { by: ['AGENT', 'SYSTEM'], in: 'CALL' },
  'escalation-request': { by: ['CUSTOMER'], in: 'CALL' },
  'cancellation-request': { by: ['CUSTOMER'], in: 'CALL' },
  'callback-promise': { by: ['AGENT'], in: 'CALL' },
  'callback-request': { by: ['CUSTOMER'], in: 'CALL' },
  'further-help-offer': { by: ['AGENT'], in: 'CALL' },
  closing: { by: ['AGENT'], in: 'ENDING' },
} as const satisfies Readonly<
  Record<string, { readonly by: readonly Speaker[]; readonly in: 'OPENING' | 'ENDING' | 'CALL' }>
>;
export type PhraseRuleId = keyof typeof PHRASE_RULES;

/**
 * The opening is the first minute from the agent's first turn; the ending is the last minute before
 * the agent's last turn ends. In a short call they are its first and second half, so that thanks at
 * the end are not taken for a greeting. System turns before and after belong to neither.
 */
export const EDGE_MS = 60_000;

export interface PhraseTable {
  readonly script: 'SPACED' | 'UNSPACED';
  readonly rules: Readonly<Record<PhraseRuleId, readonly string[]>>;
  /** Words that people say while they look for words; they are ignored within a sentence. */
  readonly fillers: readonly string[];
  /** Wordings that match a phrase of the rule but mean something else; they are skipped. */
  readonly exceptions?: Readonly<Partial<Record<PhraseRuleId, readonly string[]>>>;
  /** Words of courtesy besides greetings and closings; the summary uses them. */
  readonly courtesies?: readonly string[];
  /** How a calling agent states the purpose of the call; the summary uses it. */
  readonly purpose: readonly string[];
  /** Wordings that mark a customer's request; the summary uses them. */
  readonly request: readonly string[];
}
