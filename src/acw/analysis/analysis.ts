/**
 * The `result` of a run of the built-in analyzer (S11.7, schema version 1). Null means "not
 * computed", never 0. Durations are milliseconds from the call log's start; `turn` is the position
 * in the log's `turns`, from 0. Only the shape; `analyze.ts` makes it.
 */
import type { Speaker } from '../call-log/call-log.ts';
import type { PhraseHit } from '../phrase/phrase-hits.ts';

export type EngineMode = 'METRICS' | 'LLM';

export interface Engine {
  readonly name: string;
  readonly version: string;
  readonly mode: EngineMode;
  readonly model?: string;
}

/** The parties of the conversation. SYSTEM turns (announcements) do not count as talk. */
export type Party = Exclude<Speaker, 'SYSTEM'>;

export interface TalkFigures {
  readonly ms: number;
  /** Share of the talk time of both parties; null if neither talks. */
  readonly ratio: number | null;
  readonly words: number;
  /** Words a minute of the party's own talk time; null if that is less than a second. */
  readonly wpm: number | null;
  readonly turns: number;
}

export interface Percentiles {
  readonly p50: number | null;
  readonly p95: number | null;
}

export interface Metrics {
  readonly durationMs: number;
  readonly talk: Readonly<Record<Party, TalkFigures>>;
  /** The figures are null if one of the parties is not heard. */
  readonly silence: {
    readonly totalMs: number | null;
    readonly ratio: number | null;
    readonly longestMs: number | null;
    /** The longest silences in the order of the call; at most `SILENCE_SEGMENTS_MAX`. */
    readonly segments: readonly { readonly startMs: number; readonly endMs: number }[];
  };
  /** Null if one party is not heard, if the clocks disagree, or if end times are missing. */
  readonly interruptions: {
    readonly AGENT: number;
    readonly CUSTOMER: number;
    readonly overlapMs: number;
  } | null;
  readonly responseLatencyMs: Readonly<Record<Party, Percentiles>>;
}

export const ENTITY_TYPES = ['EMAIL', 'PHONE', 'MONEY', 'DATE', 'TIME', 'ORDER_ID', 'URL'] as const;
export type EntityType = (typeof ENTITY_TYPES)[number];

export const ANALYSIS_WARNINGS = [
  'TOO_SHORT',
  'CLOCK_SKEW_SUSPECTED',
  'TIMES_IN_SECONDS_SUSPECTED',
  'END_TIMES_MISSING',
  'DIRECTION_MISMATCH',
  'LANGUAGE_UNKNOWN',
  'LANGUAGE_MISMATCH',
  'PHRASES_NOT_AVAILABLE',
  'LISTS_CUT',
  'TRANSCRIPT_CUT',
  'EVIDENCE_DROPPED',
  'FIELDS_DROPPED',
  'MODEL_FAILED_METRICS_ONLY',
  'MODEL_WAS_AWAY',
] as const;
export type AnalysisWarning = (typeof ANALYSIS_WARNINGS)[number];

export interface Sentiment {
  /** From -5 to 5. */
  readonly overall: number;
  readonly bySpeaker: Readonly<Partial<Record<Party, number>>>;
  readonly quarters: readonly {
    readonly quarter: 1 | 2 | 3 | 4;
    readonly score: number;
    readonly startMs: number;
    readonly endMs: number;
  }[];
  readonly method: 'LLM';
}

export interface Analysis {
  readonly schemaVersion: '1';
  readonly engine: Engine;
  /** BCP 47; `und` if the language is unknown. */
  readonly language: string;
  readonly metrics: Metrics;
  readonly summary: { readonly text: string; readonly method: 'EXTRACTIVE' | 'LLM' } | null;
  readonly sentiment: Sentiment | null;
  /** Null without a model, since only a model computes topics. */
  readonly topics: readonly { readonly name: string; readonly turns: readonly number[] }[] | null;
  readonly phrases: readonly PhraseHit[];
  readonly entities: readonly {
    readonly type: EntityType;
    readonly value: string;
    readonly turn: number;
  }[];
  readonly actionItems:
    | readonly {
        readonly text: string;
        readonly owner?: string;
        readonly due?: string;
        readonly turn: number;
      }[]
    | null;
  readonly outcome: {
    readonly label: string;
    readonly success: boolean | null;
    readonly rationale: string;
  } | null;
  readonly warnings: readonly AnalysisWarning[];
}
