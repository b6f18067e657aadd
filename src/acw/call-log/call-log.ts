/**
 * A call log: who said what, and when (S10.2). All times within it are milliseconds from
 * `startedAt`, on one clock for all speakers. Shapes and bounds; `call-log-rules.ts` says what
 * a log may not contain.
 */
import type { Direction } from '../../core/call/status.ts';

export const SPEAKERS = ['AGENT', 'CUSTOMER', 'SYSTEM'] as const;
export type Speaker = (typeof SPEAKERS)[number];

export interface Turn {
  readonly speaker: Speaker;
  readonly text: string;
  readonly startMs: number;
  readonly endMs?: number;
  /** The recogniser's confidence, from 0 to 1. */
  readonly confidence?: number;
}

export interface Participant {
  readonly id: string;
  readonly role: Speaker;
  readonly name?: string;
}

/** A call log as it was sent; times with a date are ISO 8601 in UTC. */
export interface CallLog {
  readonly direction: Direction;
  readonly startedAt: string;
  readonly answeredAt?: string;
  readonly endedAt?: string;
  /** BCP 47, such as `en` or `ja-JP`; detected if it is missing. */
  readonly language?: string;
  readonly participants?: readonly Participant[];
  readonly turns: readonly Turn[];
  readonly recordingUrl?: string;
  readonly metadata?: Readonly<Record<string, unknown>>;
}

export const CALL_LOG_BYTES_MAX = 5 * 1024 * 1024;
export const TURNS_MAX = 10_000;
/** The longest text of a turn, in code points: twenty minutes of speech. */
export const TURN_POINTS_MAX = 20_000;
/** The longest call. Larger times were probably sent in another unit. */
export const CALL_MS_MAX = 24 * 3_600_000;

/** The primary subtag of a BCP 47 tag: `en` of `en-GB`. */
export function primarySubtag(language: string): string {
  return language.replace(/-.*$/, '');
}
