/**
 * Step 1 for Retell AI, a call that ended: its `transcript_object` as a call log. Retell gives each
 * word a time in seconds of the audio, which it calls an approximation, so the order of the turns
 * counts: a turn that would begin before the one before it begins with it. Tool calls and pressed
 * digits stand in another list and are left out.
 */
import type { CallLog, Speaker, Turn } from '../../acw/call-log/call-log.ts';
import type { Direction } from '../../core/call/status.ts';
import { isoTime } from '../../core/time.ts';
import { isObject, type JsonObject, numberAt, textAt, timeAt, valueAt } from '../json.ts';

/** `role`; a person to whom the call was transferred speaks for the agent's side. */
const SPEAKERS: ReadonlyMap<string, Speaker> = new Map([
  ['agent', 'AGENT'],
  ['user', 'CUSTOMER'],
  ['transfer_target', 'AGENT'],
]);

/** `call`: Retell's call object. Null: nothing was said, or the log would lack its start. */
export function callLogOf(call: JsonObject, direction: Direction): CallLog | null {
  const startedAtMs = timeAt(call, 'start_timestamp', 1);
  const endedAtMs = timeAt(call, 'end_timestamp', 1);
  const recordingUrl = recordingOf(call);
  const turns = turnsOf(valueAt(call, 'transcript_object'));
  if (startedAtMs === null || turns.length === 0) return null;
  return {
    direction,
    startedAt: isoTime(startedAtMs),
    ...(endedAtMs !== null && { endedAt: isoTime(endedAtMs) }),
    turns,
    ...(recordingUrl !== null && { recordingUrl }),
  };
}

/** Null: there is none, or not under an address that a log may name. */
export function recordingOf(call: JsonObject): string | null {
  const url = textAt(call, 'recording_url');
  return url?.startsWith('https://') ? url : null;
}

function turnsOf(utterances: unknown): readonly Turn[] {
  const turns: Turn[] = [];
  let beforeMs = 0;
  let spokenMs = 0;
  for (const utterance of Array.isArray(utterances) ? utterances : []) {
    if (!isObject(utterance)) continue;
    const speaker = SPEAKERS.get(textAt(utterance, 'role') ?? '');
    const text = textAt(utterance, 'content');
    if (speaker === undefined || text === null) continue;
    const words = wordsOf(utterance);
    const startMs = Math.max(msAt(words[0], 'start') ?? spokenMs, beforeMs);
    const endMs = msAt(words.at(-1), 'end');
    const isEnd = endMs !== null && endMs >= startMs;
    turns.push({ speaker, text, startMs, ...(isEnd && { endMs }) });
    beforeMs = startMs;
    spokenMs = isEnd ? endMs : startMs;
  }
  return turns;
}

function wordsOf(utterance: JsonObject): readonly JsonObject[] {
  const words = valueAt(utterance, 'words');
  return Array.isArray(words) ? words.filter(isObject) : [];
}

function msAt(word: JsonObject | undefined, name: string): number | null {
  const seconds = word === undefined ? null : numberAt(word, name);
  return seconds === null || seconds < 0 ? null : Math.round(seconds * 1_000);
}
