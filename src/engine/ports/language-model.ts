/**
 * What the engine asks of a language model, if there is one: one question, one JSON answer, within
 * a time and a budget. `ask` never rejects. The transcript in a question is untrusted data and is
 * redacted before it comes here; must never be asked for more than the text it is given.
 */
export interface ModelQuestion {
  /** Names the schema on the wire: `^[a-z_]{1,64}$`. */
  readonly name: string;
  readonly system: string;
  readonly user: string;
  /** JSON Schema, strict: every property required, `additionalProperties: false`. */
  readonly schema: Readonly<Record<string, unknown>>;
  readonly answerTokensMax: number;
  /** The whole question, tries and waits included, ends by then. */
  readonly timeoutMs: number;
}

export interface ModelUsage {
  readonly promptTokens: number;
  readonly answerTokens: number;
}

export type ModelAnswer =
  | { readonly kind: 'answer'; readonly text: string; readonly usage: ModelUsage }
  | {
      readonly kind: 'failed';
      readonly reason:
        | 'TIMEOUT'
        | 'REFUSED'
        | 'UNAVAILABLE'
        | 'MISCONFIGURED'
        | 'BUDGET'
        | 'CUT_OFF';
      /** For the operator; never the key, never the transcript. */
      readonly detail: string;
    };

/** The operator's settings for all questions to a model. */
export interface ModelPolicy {
  /** Card and identity numbers are taken out of a transcript before it is asked about. */
  readonly redact: boolean;
  /** Of one question and its answer together, as `model-answer/model-tokens.ts` estimates them. */
  readonly questionTokensMax: number;
  /** For one question. */
  readonly timeoutMs: number;
}

export interface LanguageModel {
  readonly model: string;
  readonly policy: ModelPolicy;
  ask(question: ModelQuestion): Promise<ModelAnswer>;
  close(): Promise<void>;
}

/** Of one built-in run, model included. */
export const WORK_MS_MAX = 120_000;
/** A model is asked nothing more so long before, so that a result without it is still a result. */
export const MODEL_MARGIN_MS = 5_000;
