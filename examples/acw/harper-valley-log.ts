/**
 * A call of the Harper Valley set as a call log. Each transcript has two clocks: `start_ms` is of
 * the speaker's own channel, `offset_ms` of the recording and the same for both; only the second
 * one is of use. The shapes are those of the set's README (Gridspace Inc., Apache-2.0).
 */
import type { CallLog, Speaker, Turn } from '../../src/acw/call-log/call-log.ts';

export interface Segment {
  readonly speaker_role: string;
  readonly human_transcript: string;
  readonly offset_ms: number;
  readonly duration_ms: number;
}

export interface Metadata {
  readonly start_time_ms: number;
  readonly end_time_ms: number;
}

const SPEAKERS: Readonly<Record<string, Speaker>> = { agent: 'AGENT', caller: 'CUSTOMER' };

export function harperValleyLog(segments: readonly Segment[], metadata: Metadata): CallLog {
  const turns = segments.map(
    (segment): Turn => ({
      speaker: SPEAKERS[segment.speaker_role] ?? 'SYSTEM',
      startMs: segment.offset_ms,
      endMs: segment.offset_ms + segment.duration_ms,
      text: segment.human_transcript,
    }),
  );
  return {
    direction: 'INBOUND',
    startedAt: new Date(metadata.start_time_ms).toISOString(),
    endedAt: new Date(metadata.end_time_ms).toISOString(),
    language: 'en-US',
    turns: turns.toSorted((a, b) => a.startMs - b.startMs),
  };
}
