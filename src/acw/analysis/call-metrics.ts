/**
 * The figures of a call (S11.8): who talked how much, silence, interruptions and answers. What a
 * log cannot show is null: between whom nothing was heard, nobody interrupted or kept anybody
 * waiting. Pure. Definitions: docs/reference/analysis.md.
 */

import type { SpokenTurn, Timeline } from '../call-log/timeline.ts';
import type { Metrics } from './analysis.ts';
import { clockSkewSuspected } from './clock-check.ts';
import { interruptionCounts } from './interruption.ts';
import { lengthMs, overlapMs, union } from './interval.ts';
import { percentiles, responseLatencies } from './response-latency.ts';
import { silenceOf } from './silence.ts';
import { stretchesOf } from './stretch.ts';
import { talkFigures } from './talk.ts';

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

/** Who is not heard may have talked all the time. */
const NO_SILENCE = { totalMs: null, ratio: null, longestMs: null, segments: [] } as const;

/** Times between two clocks are no times. */
const UNKNOWN = { p50: null, p95: null } as const;

function of(turns: readonly SpokenTurn[], speaker: SpokenTurn['speaker']): SpokenTurn[] {
  return turns.filter((turn) => turn.speaker === speaker);
}
