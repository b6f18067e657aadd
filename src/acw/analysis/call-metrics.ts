/**
 * The figures of a call (S11.8): how much each party talked, silence, interruptions, and how long
 * the answers took. A figure that the log cannot show is null: if only one party was heard, there
 * are no interruptions and no response times. Figures are rounded, because the times of a speech
 * recogniser are not more precise. Pure. Definitions: docs/reference/analysis.md.
 */

import { gaps, type Interval, lengthMs, overlapMs, union } from '../call-log/interval.ts';
import type { SpokenTurn, Timeline } from '../call-log/timeline.ts';
import type { Metrics, Party, Percentiles, TalkFigures } from './analysis.ts';
import { clockSkewSuspected } from './clock-check.ts';

export interface Measured {
  readonly metrics: Metrics;
  readonly skewed: boolean;
  readonly segmentsCut: boolean;
}

export function callMetrics({ turns, span }: Pick<Timeline, 'turns' | 'span'>): Measured {
  const party = turns.filter(({ speaker }) => speaker !== 'SYSTEM');
  const stretches = stretchesOf(party);
  const latencies = responseLatencies(stretches, turns);
  const latency = {
    AGENT: percentiles(latencies.AGENT),
    CUSTOMER: percentiles(latencies.CUSTOMER),
  };
  const bothMs = overlapMs(of(party, 'AGENT'), of(party, 'CUSTOMER'));
  const speechMs = lengthMs(union(party));
  const skewed = clockSkewSuspected({ latency, overlapMs: bothMs, speechMs });
  const bothHeard = stretches.AGENT.length > 0 && stretches.CUSTOMER.length > 0;
  const isTimed = bothHeard && !skewed && party.every(({ measured }) => measured);
  const { figures, cut: segmentsCut } = silenceOf({ turns, span });
  const metrics: Metrics = {
    durationMs: span.endMs - span.startMs,
    talk: talkFigures(party),
    silence: bothHeard ? figures : NO_SILENCE,
    interruptions: isTimed ? { ...interruptionCounts(stretches), overlapMs: bothMs } : null,
    responseLatencyMs: skewed ? { AGENT: UNKNOWN, CUSTOMER: UNKNOWN } : latency,
  };
  return { metrics, skewed, segmentsCut: bothHeard && segmentsCut };
}

/** If a party is not heard in the log, that party may have talked all the time. */
const NO_SILENCE = { totalMs: null, ratio: null, longestMs: null, segments: [] } as const;

/** If the parties' clocks disagree, differences between their times mean nothing. */
const UNKNOWN = { p50: null, p95: null } as const;

function of(turns: readonly SpokenTurn[], speaker: SpokenTurn['speaker']): SpokenTurn[] {
  return turns.filter((turn) => turn.speaker === speaker);
}

/** With less measured talk than this, a pace means nothing. */
export const PACE_TALK_MS_MIN = 1_000;

/**
 * Time, share, words, pace and turns of each party. Time is the union of the party's turns, so
 * overlapping turns of one party count once. The pace counts only turns whose end the log states,
 * because an estimated end is computed from a fixed pace.
 */
export function talkFigures(turns: readonly SpokenTurn[]): Record<Party, TalkFigures> {
  const agent = ofParty(turns, 'AGENT');
  const customer = ofParty(turns, 'CUSTOMER');
  const bothMs = agent.ms + customer.ms;
  const shared = ({ ms, ...rest }: Omit<TalkFigures, 'ratio'>): TalkFigures => ({
    ms,
    ratio: bothMs === 0 ? null : rounded(ms / bothMs, 4),
    ...rest,
  });
  return { AGENT: shared(agent), CUSTOMER: shared(customer) };
}

function ofParty(turns: readonly SpokenTurn[], party: Party): Omit<TalkFigures, 'ratio'> {
  const own = turns.filter(({ speaker }) => speaker === party);
  const measured = own.filter((turn) => turn.measured);
  const measuredMs = lengthMs(union(measured));
  const pace = (wordsOf(measured) * 60_000) / measuredMs;
  return {
    ms: lengthMs(union(own)),
    words: wordsOf(own),
    wpm: measuredMs < PACE_TALK_MS_MIN ? null : rounded(pace, 1),
    turns: own.length,
  };
}

function wordsOf(turns: readonly SpokenTurn[]): number {
  return turns.reduce((sum, { words }) => sum + words, 0);
}

/** Shorter pauses are a part of talking: they are not listed, but the sums include them. */
export const SILENCE_SEGMENT_MS_MIN = 3_000;
export const SILENCE_SEGMENTS_MAX = 100;

export interface Silence {
  readonly figures: {
    readonly totalMs: number;
    readonly ratio: number;
    readonly longestMs: number;
    readonly segments: readonly Interval[];
  };
  /** True if there were more segments than a result lists. */
  readonly cut: boolean;
}

/**
 * The span of the call without any turn that holds speech. System turns count as speech, since an
 * announcement is not silence. Speech and silence together are exactly the duration.
 */
export function silenceOf({ turns, span }: Pick<Timeline, 'turns' | 'span'>): Silence {
  const free = gaps(union(turns), span);
  const totalMs = lengthMs(free);
  const durationMs = span.endMs - span.startMs;
  const long = free.filter((gap) => lengthMs([gap]) >= SILENCE_SEGMENT_MS_MIN);
  const figures = {
    totalMs,
    ratio: durationMs === 0 ? 0 : rounded(totalMs / durationMs, 4),
    longestMs: free.reduce((longest, gap) => Math.max(longest, lengthMs([gap])), 0),
    segments: longestOf(long),
  };
  return { figures, cut: long.length > SILENCE_SEGMENTS_MAX };
}

/** The longest segments, the earlier of two equal ones, in the order of the call. */
function longestOf(segments: readonly Interval[]): Interval[] {
  return segments
    .toSorted((a, b) => lengthMs([b]) - lengthMs([a]) || a.startMs - b.startMs)
    .slice(0, SILENCE_SEGMENTS_MAX)
    .sort((a, b) => a.startMs - b.startMs);
}

/** How long the interrupted party must have talked, and how long both must then talk at once. */
export const INTERRUPTION_MS_MIN = 500;

/**
 * Counts interruptions: a party begins while the other is talking, and both go on for at least half
 * a second. In polite turn-taking the overlap is shorter.
 */
export function interruptionCounts({ AGENT, CUSTOMER }: Stretches): Record<Party, number> {
  return { AGENT: count(AGENT, CUSTOMER), CUSTOMER: count(CUSTOMER, AGENT) };
}

function count(own: readonly Stretch[], others: readonly Stretch[]): number {
  return own.filter((stretch) => interrupts(stretch, others)).length;
}

function interrupts({ startMs, endMs, backchannel }: Stretch, others: readonly Stretch[]): boolean {
  const other = begunBefore(others, startMs);
  if (other === null || backchannel) return false;
  const bothMs = Math.min(endMs, other.endMs) - startMs;
  return startMs - other.startMs >= INTERRUPTION_MS_MIN && bothMs >= INTERRUPTION_MS_MIN;
}

/**
 * How long each party takes to answer: from the end of the other party's words to the beginning of
 * the answer. The value is negative if the answer begins before that end.
 */
export function responseLatencies(
  { AGENT, CUSTOMER }: Stretches,
  turns: readonly SpokenTurn[],
): Record<Party, number[]> {
  const floor = [...AGENT, ...CUSTOMER, ...turns.filter(({ speaker }) => speaker === 'SYSTEM')]
    .filter((held) => !('backchannel' in held && held.backchannel))
    .sort((a, b) => a.startMs - b.startMs);
  const latencies: Record<Party, number[]> = { AGENT: [], CUSTOMER: [] };
  const ends: Record<Party, number> = { AGENT: -1, CUSTOMER: -1 };
  let last: Stretch | SpokenTurn | null = null;
  for (const held of floor) {
    const { speaker } = held;
    if (speaker !== 'SYSTEM') {
      if (last !== null && answers(held, last, ends[speaker])) {
        latencies[speaker].push(held.startMs - last.endMs);
      }
      ends[speaker] = Math.max(ends[speaker], held.endMs);
    }
    last = held;
  }
  return latencies;
}

/** Nearest-rank percentiles: always a value that occurred, never an interpolated one. */
export function percentiles(values: readonly number[]): Percentiles {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (p: number) => sorted[Math.ceil((p / 100) * sorted.length) - 1] ?? null;
  return { p50: at(50), p95: at(95) };
}

/**
 * Whether a stretch of speech answers the one before it: it must follow the other party, and the
 * speaker must have been silent since the other party ended. A stretch after an announcement, one
 * that begins together with the other, and one after an unknown end are no answers.
 */
function answers(
  held: Stretch | SpokenTurn,
  last: Stretch | SpokenTurn,
  ownEndMs: number,
): boolean {
  if (last.speaker === 'SYSTEM' || last.speaker === held.speaker) return false;
  return last.measured && held.startMs > last.startMs && ownEndMs <= last.endMs;
}

export interface Stretch extends Interval {
  readonly speaker: Party;
  readonly words: number;
  /** Whether the log states its end. */
  readonly measured: boolean;
  readonly backchannel: boolean;
}

/** A pause of at least this length ends a stretch. */
export const STRETCH_PAUSE_MS = 500;
/** A back-channel has at most so many words, or is at most so long. */
export const BACKCHANNEL_WORDS_MAX = 3;
export const BACKCHANNEL_MS_MAX = 1_000;

export interface Stretches {
  readonly AGENT: readonly Stretch[];
  readonly CUSTOMER: readonly Stretch[];
}

/**
 * Joins the turns of one party that only short pauses separate into stretches, because speech
 * recognisers cut a turn when the speaker breathes. Interruptions and answers are counted between
 * stretches. A back-channel (`uh-huh` while the other party talks on) is neither an interruption
 * nor an answer.
 */
export function stretchesOf(turns: readonly SpokenTurn[]): Stretches {
  const agent = merged(turns, 'AGENT');
  const customer = merged(turns, 'CUSTOMER');
  return { AGENT: marked(agent, customer), CUSTOMER: marked(customer, agent) };
}

/** The last of `stretches` that began before `atMs`; the stretches of one party never overlap. */
export function begunBefore(stretches: readonly Stretch[], atMs: number): Stretch | null {
  let low = 0;
  let high = stretches.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((stretches[middle]?.startMs ?? atMs) < atMs) low = middle + 1;
    else high = middle;
  }
  return stretches[low - 1] ?? null;
}

function merged(turns: readonly SpokenTurn[], party: Party): Stretch[] {
  const stretches: Stretch[] = [];
  for (const turn of turns) {
    if (turn.speaker !== party) continue;
    const { startMs, endMs, words, measured } = turn;
    const last = stretches.at(-1);
    if (last === undefined || startMs - last.endMs >= STRETCH_PAUSE_MS) {
      stretches.push({ speaker: party, startMs, endMs, words, measured, backchannel: false });
      continue;
    }
    stretches[stretches.length - 1] = {
      ...last,
      endMs: Math.max(last.endMs, endMs),
      words: last.words + words,
      measured: endMs >= last.endMs ? measured : last.measured,
    };
  }
  return stretches;
}

function marked(own: readonly Stretch[], others: readonly Stretch[]): Stretch[] {
  return own.map((stretch) => ({ ...stretch, backchannel: isBackchannel(stretch, others) }));
}

function isBackchannel(stretch: Stretch, others: readonly Stretch[]): boolean {
  const { startMs, endMs, words } = stretch;
  if (words > BACKCHANNEL_WORDS_MAX && endMs - startMs > BACKCHANNEL_MS_MAX) return false;
  const around = begunBefore(others, startMs);
  return around !== null && around.endMs >= endMs && around.endMs > startMs;
}

/** Rounds half up; values are never negative. */
export function rounded(value: number, decimals: number): number {
  return Number(value.toFixed(decimals));
}
