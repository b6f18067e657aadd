/**
 * The rules by which the analyzer finds what was said, without a model: which phrase, by whom,
 * where in the call. The words are in `phrase-table/`, a file per language. Only tables and their
 * shape; `phrase-hits.ts` applies them.
 */
import type { Speaker } from '../call-log/call-log.ts';

/** The phrases for which every language must have words. `in` of the call: see `EDGE_MS`. */
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
 * An opening is the first minute from the agent's first turn, an ending the last one up to the
 * agent's last; in a short call the first half and the second, so that the thanks at the end are no
 * greeting. The system's turns before and after are neither.
 */
export const EDGE_MS = 60_000;

export interface PhraseTable {
  readonly script: 'SPACED' | 'UNSPACED';
  readonly rules: Readonly<Record<PhraseRuleId, readonly string[]>>;
  /** Fillers that people say while they look for words: they are no part of a sentence. */
  readonly fillers: readonly string[];
  /** Exceptions: words that sound like a phrase of a rule and are none; they are skipped. */
  readonly exceptions?: Readonly<Partial<Record<PhraseRuleId, readonly string[]>>>;
  /** Words of courtesy, besides greetings and closings; for the summary. */
  readonly courtesies?: readonly string[];
  /** How an agent who calls says why; for the summary. */
  readonly purpose: readonly string[];
  /** By which a customer's request is known; for the summary. */
  readonly request: readonly string[];
}
