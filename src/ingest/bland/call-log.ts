/**
 * Step 1 for Bland, a call that ended: its `transcripts` as a call log. Each phrase says when it
 * was written down, so that its place in the call is from `started_at`, when the call was
 * connected; one that would begin before the one before it begins with it. What an agent did is
 * left out.
 */
import type { CallLog, Speaker, Turn } from '../../acw/call-log/call-log.ts';
import type { Direction } from '../../core/call/status.ts';
import { isoTime, parseIsoTime, TIME_MS_MAX } from '../../core/time.ts';
import { isObject, type JsonObject, textAt } from '../json.ts';

/** `user`; `agent-action` is a tool or a step, not speech. */
const SPEAKERS: ReadonlyMap<string, Speaker> = new Map([
  ['user', 'CUSTOMER'],
  ['assistant', 'AGENT'],
  ['robot', 'SYSTEM'],
]);

/** Null: nothing was said, or the log would lack its start. */
export function callLogOf(
  call: JsonObject,
  direction: Direction,
  endedAtMs: number | null,
): CallLog | null {
  const startedAt = textAt(call, 'started_at');
  const startedAtMs = startedAt === null ? null : parseIsoTime(startedAt);
  if (startedAtMs === null) return null;
  const turns = turnsOf(call.transcripts, startedAtMs);
  if (turns.length === 0) return null;
  const recordingUrl = textAt(call, 'recording_url');
  return {
    direction,
    startedAt: isoTime(startedAtMs),
    ...(endedAtMs !== null && endedAtMs <= TIME_MS_MAX && { endedAt: isoTime(endedAtMs) }),
    turns,
    ...(recordingUrl?.startsWith('https://') && { recordingUrl }),
  };
}

function turnsOf(transcripts: unknown, startedAtMs: number): readonly Turn[] {
  const turns: Turn[] = [];
  let beforeMs = 0;
  for (const phrase of Array.isArray(transcripts) ? transcripts : []) {
    if (!isObject(phrase)) continue;
    const speaker = SPEAKERS.get(textAt(phrase, 'user') ?? '');
    const text = textAt(phrase, 'text');
    if (speaker === undefined || text === null) continue;
    const atMs = parseIsoTime(textAt(phrase, 'created_at') ?? '');
    const startMs = Math.max((atMs ?? startedAtMs) - startedAtMs, beforeMs);
    turns.push({ speaker, text, startMs });
    beforeMs = startMs;
  }
  return turns;
}
