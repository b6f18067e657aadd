/**
 * A language model, if one is configured: one question, one JSON answer, within a time and a
 * budget. `ask` never rejects. The transcript in a question is untrusted data and has been redacted
 * before; a model must never get more than that text.
 */
export interface ModelQuestion {
  /** Names the schema on the wire: `^[a-z_]{1,64}$`. */
  readonly name: string;
  readonly system: string;
  readonly user: string;
  /** JSON Schema, strict: every property required, `additionalProperties: false`. */
  readonly schema: Readonly<Record<string, unknown>>;
  readonly answerTokensMax: number;
  /** By then the whole question ends, retries and waits included. */
  readonly timeoutMs: number;
}

export interface ModelUsage {
  readonly promptTokens: number;
  readonly answerTokens: number;
}

export const MODEL_FAILURES = [
  'TIMEOUT',
  'REFUSED',
  'UNAVAILABLE',
  'MISCONFIGURED',
  'BUDGET',
  'CUT_OFF',
] as const;

export type ModelAnswer =
  | { readonly kind: 'answer'; readonly text: string; readonly usage: ModelUsage }
  | {
      readonly kind: 'failed';
      readonly reason: (typeof MODEL_FAILURES)[number];
      /** The failure, for the operator; it never holds the key or the transcript. */
      readonly detail: string;
    };

/** The operator's settings for all questions to a model. */
export interface ModelPolicy {
  /** Whether card and identity numbers are removed from a transcript before a model sees it. */
  readonly redact: boolean;
  /**
   * The tokens of one question and its answer, as `model-answer/model-tokens.ts` estimates them.
   */
  readonly questionTokensMax: number;
  /** The time limit of one question. */
  readonly timeoutMs: number;
}

export interface LanguageModel {
  readonly model: string;
  readonly policy: ModelPolicy;
  ask(question: ModelQuestion): Promise<ModelAnswer>;
  close(): Promise<void>;
}

/** The time limit of one run of a built-in agent, model included. */
export const WORK_MS_MAX = 120_000;
/**
 * The model is asked nothing more within this time before the limit, so that a result without it
 * can still be stored.
 */
export const MODEL_MARGIN_MS = 5_000;
