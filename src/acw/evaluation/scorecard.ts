/**
 * A scorecard: the criteria by which the built-in evaluator judges a call (S11.13). Every edit
 * makes a new revision; an evaluation names the revision that it used. Shapes and bounds only.
 */
import type { ScorecardKey } from '../../core/id.ts';
import type { Party } from '../analysis/analysis.ts';

/**
 * The window of the call in which a phrase counts: the first seconds from the agent's first turn,
 * or the last seconds before the end of the agent's last turn; null: the whole call. A turn counts
 * if any part of it lies in the window.
 */
export type Within = { readonly edge: 'FIRST' | 'LAST'; readonly seconds: number } | null;

/**
 * The figures that a threshold compares; ratios are 0 to 1, times are in ms. A figure that is null
 * for a log makes the rule UNKNOWN.
 */
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
 * `phrases` are compared after normalisation (case, width, punctuation, spaces), in whole words if
 * the script has spaces. `speaker` null: any speaker, including announcements. `languages`: primary
 * subtags of the phrases' languages, such as `de`; in a call in another language a phrase that is
 * not said is UNKNOWN, not missing. Null: the phrases serve every language.
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
  /** `^[a-z][a-z0-9-]{0,63}$`, unique within the scorecard. */
  readonly id: string;
  readonly question: string;
  /** Guidance for the model and for readers. */
  readonly guidance: string;
  /** A whole number. */
  readonly points: number;
  readonly autoFail: boolean;
  /** Null: a model judges the criterion; without a model it is UNKNOWN. */
  readonly rule: Rule | null;
  /** The speaker whom a model must quote for its verdict; null: either party. */
  readonly speaker: Party | null;
  /** The criterion is NOT_APPLICABLE unless this rule passes; null: it always applies. */
  readonly appliesWhen: Rule | null;
}

/**
 * How a criterion that cannot be judged affects the score. LEAVE_OUT: as if the scorecard did not
 * have it. NO_SCORE: one such criterion is enough for no score. COUNT_AS_FAILED: its points are
 * possible and not earned.
 */
export const UNKNOWN_CRITERIA = ['LEAVE_OUT', 'NO_SCORE', 'COUNT_AS_FAILED'] as const;
export type UnknownCriteria = (typeof UNKNOWN_CRITERIA)[number];
export const UNKNOWN_CRITERIA_DEFAULT: UnknownCriteria = 'LEAVE_OUT';

export interface ScorecardSettings {
  readonly name: string;
  /** The percentage from which a call passes: a whole number, 0 to 100. */
  readonly passMark: number;
  readonly unknownCriteria: UnknownCriteria;
  readonly criteria: readonly Criterion[];
}

export interface Scorecard extends ScorecardSettings {
  readonly key: ScorecardKey;
  /** `sc_...` */
  readonly id: string;
  readonly revision: number;
  /** Whether evaluators that name no scorecard use this one; a project has exactly one. */
  readonly isDefault: boolean;
  readonly createdAtMs: number;
  /** When this revision was made. */
  readonly updatedAtMs: number;
  readonly deletedAtMs: number | null;
}

export const CRITERIA_MAX = 50;
/** The largest number of phrases in one rule. */
export const PHRASES_MAX = 50;
/** The largest number of phrases in a scorecard, since each is sought in each turn. */
export const PHRASES_TOTAL_MAX = 500;
export const POINTS = { min: 0, max: 1_000 } as const;
/** The longest texts, in code points. */
export const SCORECARD_TEXT = { name: 120, question: 200, guidance: 1_000, phrase: 100 } as const;
export const WITHIN_SECONDS = { min: 1, max: 86_400 } as const;
export const LANGUAGES_MAX = 20;
export const SCORECARDS_MAX = 100;
