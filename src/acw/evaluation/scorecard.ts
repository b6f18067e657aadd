/**
 * A scorecard: the criteria by which the built-in evaluator judges a call (S11.13). Every edit is a
 * new revision; an evaluation names the one it used. Shapes and bounds only.
 */
import type { ScorecardKey } from '../../core/id.ts';
import type { Party } from '../analysis/analysis.ts';

/**
 * Where in the call a phrase counts: within the first seconds from the agent's first turn, or the
 * last ones until the end of the agent's last turn; null: anywhere. A turn counts that has a part
 * there.
 */
export type Within = { readonly edge: 'FIRST' | 'LAST'; readonly seconds: number } | null;

/** The figures that a threshold compares; ratios 0 to 1, times in ms. Null in the log: UNKNOWN. */
export const RULE_METRICS = [
  'durationMs',
  'talk.AGENT.ratio',
  'talk.CUSTOMER.ratio',
  'talk.AGENT.wpm',
  'talk.CUSTOMER.wpm',
  'silence.ratio',
  'silence.longestMs',
  'interruptions.AGENT',
  'interruptions.CUSTOMER',
  'responseLatencyMs.AGENT.p50',
  'responseLatencyMs.AGENT.p95',
] as const;
export type RuleMetric = (typeof RULE_METRICS)[number];

/**
 * `phrases` are compared after normalisation (case, width, punctuation, spaces), in whole words
 * where a script has spaces. `speaker` null: any speaker, announcements too. `languages`: primary
 * tags of the phrases' languages, such as `de`; a phrase that is not said in a call of another
 * language is UNKNOWN, not missing. Null: the phrases serve for every language.
 */
export type Rule =
  | {
      readonly type: 'PHRASE';
      readonly match: 'ANY' | 'ALL' | 'NONE';
      readonly phrases: readonly string[];
      readonly speaker: Party | null;
      readonly within: Within;
      readonly languages: readonly string[] | null;
    }
  | {
      readonly type: 'METRIC';
      readonly metric: RuleMetric;
      readonly min: number | null;
      readonly max: number | null;
    };

export interface Criterion {
  /** `^[a-z][a-z0-9-]{0,63}$`, unique in the scorecard. */
  readonly id: string;
  readonly question: string;
  /** Help for the model, and for people. */
  readonly guidance: string;
  /** A whole number. */
  readonly points: number;
  readonly autoFail: boolean;
  /** Judged by a rule; null: by the model, UNKNOWN without one. */
  readonly rule: Rule | null;
  /** The speaker whom a model must quote for its verdict; null: either party. */
  readonly speaker: Party | null;
  /** The criterion is NOT_APPLICABLE unless this rule passes; null: always applicable. */
  readonly appliesWhen: Rule | null;
}

/**
 * The effect on the score of a criterion that cannot be judged. LEAVE_OUT: nothing, it is as if the
 * scorecard did not have it. NO_SCORE: one of them and there is none. COUNT_AS_FAILED: it is
 * possible and earns nothing; only by choice.
 */
export const UNKNOWN_CRITERIA = ['LEAVE_OUT', 'NO_SCORE', 'COUNT_AS_FAILED'] as const;
export type UnknownCriteria = (typeof UNKNOWN_CRITERIA)[number];
export const UNKNOWN_CRITERIA_DEFAULT: UnknownCriteria = 'LEAVE_OUT';

export interface ScorecardSettings {
  readonly name: string;
  /** Percentage from which a call passes: a whole number, 0 to 100. */
  readonly passMark: number;
  readonly unknownCriteria: UnknownCriteria;
  readonly criteria: readonly Criterion[];
}

export interface Scorecard extends ScorecardSettings {
  readonly key: ScorecardKey;
  /** `sc_...` */
  readonly id: string;
  readonly revision: number;
  /** Used by evaluators that name none; a project has exactly one. */
  readonly isDefault: boolean;
  readonly createdAtMs: number;
  /** Of this revision. */
  readonly updatedAtMs: number;
  readonly deletedAtMs: number | null;
}

export const CRITERIA_MAX = 50;
/** Of one rule. */
export const PHRASES_MAX = 50;
/** Of a scorecard, since each is sought in each turn. */
export const PHRASES_TOTAL_MAX = 500;
export const POINTS = { min: 0, max: 1_000 } as const;
/** In code points. */
export const SCORECARD_TEXT = { name: 120, question: 200, guidance: 1_000, phrase: 100 } as const;
export const WITHIN_SECONDS = { min: 1, max: 86_400 } as const;
export const LANGUAGES_MAX = 20;
export const SCORECARDS_MAX = 100;
