/**
 * Step 1 for ElevenLabs, a conversation that is over: its `transcript` as a call log. ElevenLabs
 * says only when a turn began, in whole seconds, so turns have no end. A turn without a message,
 * such as one that only calls a tool, is left out.
 */
import type { CallLog, Speaker, Turn } from '../../acw/call-log/call-log.ts';
import type { Direction } from '../../core/call/status.ts';
import { isoTime, TIME_MS_MAX } from '../../core/time.ts';
import { isObject, type JsonObject, numberAt, textAt, timeAt, valueAt } from '../json.ts';

/** `role` of a turn. */
const SPEAKERS: ReadonlyMap<string, Speaker> = new Map([
  ['agent', 'AGENT'],
  ['user', 'CUSTOMER'],
]);

/** `data`: of the webhook. Null: nothing was said, or the log would lack its start. */
export function callLogOf(data: JsonObject, direction: Direction): CallLog | null {
  const startedAtMs = timeAt(data, 'metadata.start_time_unix_secs', 1_000);
  const endedAtMs = endOf(data);
  const language = textAt(data, 'metadata.main_language');
  const turns = turnsOf(data);
  if (startedAtMs === null || turns.length === 0) return null;
  return {
    direction,
    startedAt: isoTime(startedAtMs),
    ...(endedAtMs !== null && { endedAt: isoTime(endedAtMs) }),
    ...(language !== null && /^[a-z]{2,3}$/.test(language) && { language }),
    turns,
  };
}

/** Epoch ms: the start and the duration are said, the end is not. */
export function endOf(data: JsonObject): number | null {
  const startedAtMs = timeAt(data, 'metadata.start_time_unix_secs', 1_000);
  const durationMs = timeAt(data, 'metadata.call_duration_secs', 1_000);
  if (startedAtMs === null || durationMs === null) return null;
  const endedAtMs = startedAtMs + durationMs;
  return endedAtMs <= TIME_MS_MAX ? endedAtMs : null;
}

/** Whether a tool of the agent found that a voicemail system answered. */
export function foundVoicemail(data: JsonObject): boolean {
  return entriesOf(data).some((entry) => {
    const results = valueAt(entry, 'tool_results');
    return (
      Array.isArray(results) &&
      results.some(
        (each) =>
          isObject(each) && valueAt(each, 'result.result_type') === 'voicemail_detection_success',
      )
    );
  });
}

function entriesOf(data: JsonObject): readonly JsonObject[] {
  const transcript = valueAt(data, 'transcript');
  return Array.isArray(transcript) ? transcript.filter(isObject) : [];
}

function turnsOf(data: JsonObject): readonly Turn[] {
  const turns: Turn[] = [];
  let beforeMs = 0;
  for (const entry of entriesOf(data)) {
    const speaker = SPEAKERS.get(textAt(entry, 'role') ?? '');
    const text = textAt(entry, 'message');
    if (speaker === undefined || text === null) continue;
    const seconds = numberAt(entry, 'time_in_call_secs') ?? 0;
    const startMs = Math.max(Math.round(seconds * 1_000), beforeMs);
    turns.push({ speaker, text, startMs });
    beforeMs = startMs;
  }
  return turns;
}
