/**
 * The time line of a call log: the turns that hold speech, in the order in which they began, each
 * with an end, and the span of the conversation. A missing end is estimated from the words and
 * marked, so that figures can leave out estimated ends. Pure and total.
 */
import { parseIsoTime } from '../../core/time.ts';
import { CALL_MS_MAX, type CallLog, type Speaker, type Turn } from './call-log.ts';
import type { Interval } from './interval.ts';
import { countWords } from './word.ts';

/** A turn with at least one word. `turn`: its position in the log. */
export interface SpokenTurn extends Interval {
  readonly turn: number;
  readonly speaker: Speaker;
  readonly text: string;
  readonly words: number;
  /** Whether the log states when the turn ended. */
  readonly measured: boolean;
}

export interface Timeline {
  readonly turns: readonly SpokenTurn[];
  /** From the answer to the end of the call. */
  readonly span: Interval;
  readonly endsMissing: boolean;
}

/** Used to estimate a missing end: 150 words a minute, the usual pace on the telephone. */
export const ESTIMATED_WORD_MS = 400;

export function timelineOf(log: CallLog): Timeline {
  const spoken = log.turns
    .map((turn, place) => ({ turn, place, words: countWords(turn.text) }))
    .filter(({ words }) => words > 0)
    .sort((a, b) => a.turn.startMs - b.turn.startMs || a.place - b.place);
  const endedMs = endedAtMs(log);
  const turns: SpokenTurn[] = [];
  let nextMs = endedMs ?? Number.POSITIVE_INFINITY;
  let followedAtMs = nextMs;
  for (const { turn, place, words } of spoken.toReversed()) {
    // Turns that begin together are all followed by the first one that begins later.
    if (turn.startMs < nextMs) followedAtMs = nextMs;
    nextMs = turn.startMs;
    const { speaker, text, startMs } = turn;
    const endMs = endOf(turn, words, followedAtMs);
    const measured = turn.endMs !== undefined;
    turns.push({ turn: place, speaker, text, words, startMs, endMs, measured });
  }
  turns.reverse();
  const span = spanOf(turns, offsetMs(log, log.answeredAt), endedMs);
  return { turns, span, endsMissing: turns.some(({ measured }) => !measured) };
}

/** When the call ended, in ms of the log; null if the log does not state it. */
export function endedAtMs(log: CallLog): number | null {
  return offsetMs(log, log.endedAt);
}

/**
 * Where the span of a call begins. It reads only the turns before the answer, since a log may be
 * large.
 */
export function beginsAtMs(log: CallLog): number {
  const answeredMs = offsetMs(log, log.answeredAt) ?? 0;
  const early = log.turns.filter(
    ({ startMs, text }) => startMs < answeredMs && countWords(text) > 0,
  );
  return early.reduce((first, { startMs }) => Math.min(first, startMs), answeredMs);
}

function endOf(turn: Turn, words: number, followedAtMs: number): number {
  if (turn.endMs !== undefined) return Math.max(turn.startMs, turn.endMs);
  const estimateMs = turn.startMs + words * ESTIMATED_WORD_MS;
  return followedAtMs > turn.startMs ? Math.min(estimateMs, followedAtMs) : estimateMs;
}

/** Speech before the answer or after the end was part of the call, so it widens the span. */
function spanOf(
  turns: readonly SpokenTurn[],
  answeredMs: number | null,
  endedMs: number | null,
): Interval {
  const startMs = Math.min(answeredMs ?? 0, turns[0]?.startMs ?? Number.POSITIVE_INFINITY);
  const lastMs = turns.reduce((latest, { endMs }) => Math.max(latest, endMs), startMs);
  return { startMs, endMs: Math.max(lastMs, endedMs ?? lastMs) };
}

/** Milliseconds from the log's start; null if the time is missing or invalid. */
function offsetMs(log: CallLog, time: string | undefined): number | null {
  const fromMs = parseIsoTime(log.startedAt);
  const atMs = time === undefined ? null : parseIsoTime(time);
  if (fromMs === null || atMs === null) return null;
  const offset = atMs - fromMs;
  return offset >= 0 && offset <= CALL_MS_MAX ? offset : null;
}
