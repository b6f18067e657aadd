/**
 * Step 1 for Vapi, the report at the end of a call: `artifact.messages` as a call log. Each message
 * says when it began, in seconds of the conversation. What was told to the model (`system`) and
 * tool calls are left out.
 */
import type { CallLog, Speaker, Turn } from '../../acw/call-log/call-log.ts';
import type { Direction } from '../../core/call/status.ts';
import { isoTime, parseIsoTime } from '../../core/time.ts';
import { isObject, type JsonObject, numberAt, textAt, valueAt } from '../json.ts';

/** `role`: messages of the call say `bot`, those in OpenAI's form `assistant`. */
const SPEAKERS: ReadonlyMap<string, Speaker> = new Map([
  ['bot', 'AGENT'],
  ['assistant', 'AGENT'],
  ['user', 'CUSTOMER'],
]);

/** Null: nothing was said, or the log would lack its start. */
export function callLogOf(message: JsonObject, direction: Direction): CallLog | null {
  const startedAtMs = momentOf(message, 'startedAt');
  const endedAtMs = momentOf(message, 'endedAt');
  const recordingUrl = recordingOf(message);
  const turns = turnsOf(valueAt(message, 'artifact.messages'));
  if (startedAtMs === null || turns.length === 0) return null;
  return {
    direction,
    startedAt: isoTime(startedAtMs),
    ...(endedAtMs !== null && { endedAt: isoTime(endedAtMs) }),
    turns,
    ...(recordingUrl?.startsWith('https://') && { recordingUrl }),
  };
}

/** The stable address: a presigned one would end, and differ each time that Vapi tries again. */
export function recordingOf(message: JsonObject): string | null {
  return textAt(message, 'artifact.recordingUrl') ?? textAt(message, 'call.artifact.recordingUrl');
}

function momentOf(message: JsonObject, name: 'startedAt' | 'endedAt'): number | null {
  const text = textAt(message, name) ?? textAt(message, `call.${name}`);
  return text === null ? null : parseIsoTime(text);
}

function turnsOf(messages: unknown): readonly Turn[] {
  const turns: Turn[] = [];
  let beforeMs = 0;
  for (const message of Array.isArray(messages) ? messages : []) {
    if (!isObject(message)) continue;
    const speaker = SPEAKERS.get(textAt(message, 'role') ?? '');
    const text = textAt(message, 'message');
    if (speaker === undefined || text === null) continue;
    const seconds = numberAt(message, 'secondsFromStart') ?? 0;
    const startMs = Math.max(Math.round(seconds * 1_000), beforeMs);
    turns.push({ speaker, text, startMs });
    beforeMs = startMs;
  }
  return turns;
}
