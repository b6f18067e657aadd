/**
 * Checks what a call log may not contain (S10.2 to S10.5): times that contradict each other, turns
 * out of order, texts that are too long. The shape of the log has been checked before. It returns
 * the first broken rules, each with its field and what to do. It neither sorts nor repairs
 * anything, because agents name turns by their position in the log that was sent.
 */
import { TARGET_LENGTH_MAX } from '../../core/endpoint/target-rules.ts';
import type { FieldError } from '../../core/error/service-error.ts';
import { codePointCount, ID_BOUNDS, lineFault, OPTIONAL_ID_BOUNDS } from '../../core/text.ts';
import { parseIsoTime } from '../../core/time.ts';
import {
  CALL_MS_MAX,
  type CallLog,
  type Participant,
  TURN_POINTS_MAX,
  TURNS_MAX,
  type Turn,
} from './call-log.ts';

/**
 * If a log of 10,000 turns has its times in seconds, every turn breaks a rule; more faults than
 * this tell the sender nothing new.
 */
export const CALL_LOG_FAULTS_MAX = 20;
/** How long after `endedAt` a turn may begin: `endedAt` often comes from another machine. */
export const END_SLACK_MS = 60_000;
export const PARTICIPANTS_MAX = 100;

/** The form of BCP 47: a language of two or three letters, then subtags. */
const LANGUAGE = /^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{1,8})*$/;
const LANGUAGE_LENGTH_MAX = 35;

/** Returns an empty list if all rules are kept, and at most `CALL_LOG_FAULTS_MAX` faults. */
export function callLogFaults(log: CallLog): readonly FieldError[] {
  const faults: FieldError[] = [];
  for (const fault of allFaults(log)) {
    faults.push(fault);
    if (faults.length === CALL_LOG_FAULTS_MAX) break;
  }
  return faults;
}

function* allFaults(log: CallLog): Generator<FieldError> {
  yield* timeFaults(log);
  yield* faultsOf([
    ['/language', languageFault(log.language)],
    ['/recordingUrl', recordingFault(log.recordingUrl)],
  ]);
  yield* participantFaults(log.participants ?? []);
  yield* turnFaults(log);
}

type Fault = readonly [field: string, message: string | null];

function* faultsOf(faults: readonly Fault[]): Generator<FieldError> {
  for (const [field, message] of faults) if (message !== null) yield { field, message };
}

const NO_TIME = 'Send an ISO 8601 time with a zone, such as 2026-11-20T11:19:00.125Z.';

function* timeFaults({ startedAt, answeredAt, endedAt }: CallLog): Generator<FieldError> {
  const startMs = parseIsoTime(startedAt);
  const answerMs = answeredAt === undefined ? startMs : parseIsoTime(answeredAt);
  const endMs = endedAt === undefined ? undefined : parseIsoTime(endedAt);
  yield* faultsOf([
    ['/startedAt', startMs === null ? NO_TIME : null],
    ['/answeredAt', answeredAt !== undefined && answerMs === null ? NO_TIME : null],
    ['/endedAt', endMs === null ? NO_TIME : null],
  ]);
  if (startMs === null) return;
  if (answerMs !== null && answerMs < startMs) {
    yield { field: '/answeredAt', message: 'Send a time that is not before startedAt.' };
  }
  if (endMs === undefined || endMs === null) return;
  yield* faultsOf([['/endedAt', endFault(startMs, Math.max(startMs, answerMs ?? startMs), endMs)]]);
}

function endFault(startMs: number, answerMs: number, endMs: number): string | null {
  if (endMs < answerMs) return 'Send a time that is not before startedAt and answeredAt.';
  return endMs - startMs > CALL_MS_MAX ? 'Send a time within 24 hours of startedAt.' : null;
}

function languageFault(language: string | undefined): string | null {
  if (language === undefined) return null;
  return language.length <= LANGUAGE_LENGTH_MAX && LANGUAGE.test(language)
    ? null
    : 'Send a BCP 47 tag, such as en or ja-JP, or leave it out.';
}

function recordingFault(url: string | undefined): string | null {
  if (url === undefined) return null;
  if (url.length > TARGET_LENGTH_MAX) return `Send at most ${TARGET_LENGTH_MAX} characters.`;
  if (!/^https:\/\//i.test(url) || !URL.canParse(url)) return 'Send a URL with https://.';
  const { username, password } = new URL(url);
  return username === '' && password === '' ? null : 'Remove the user info from the URL.';
}

function* participantFaults(participants: readonly Participant[]): Generator<FieldError> {
  if (participants.length > PARTICIPANTS_MAX) {
    yield { field: '/participants', message: `Send at most ${PARTICIPANTS_MAX} participants.` };
    return;
  }
  const seen = new Set<string>();
  for (const [index, { id, name = '' }] of participants.entries()) {
    const repeated = seen.has(id) ? 'Give each participant an id of its own.' : null;
    yield* faultsOf([
      [`/participants/${index}/id`, lineFault(id, ID_BOUNDS) ?? repeated],
      [`/participants/${index}/name`, lineFault(name, OPTIONAL_ID_BOUNDS)],
    ]);
    seen.add(id);
  }
}

function* turnFaults({ startedAt, endedAt, turns }: CallLog): Generator<FieldError> {
  if (turns.length > TURNS_MAX) {
    yield { field: '/turns', message: `Send at most ${TURNS_MAX} turns; join short ones.` };
    return;
  }
  const startMs = parseIsoTime(startedAt);
  const endMs = endedAt === undefined ? null : parseIsoTime(endedAt);
  const isKnown = startMs !== null && endMs !== null && endMs >= startMs;
  const lastMs = isKnown ? endMs - startMs + END_SLACK_MS : CALL_MS_MAX;
  let beforeMs = 0;
  for (const [index, turn] of turns.entries()) {
    const { confidence = 1 } = turn;
    yield* faultsOf([
      [
        `/turns/${index}/startMs`,
        startFault(turn.startMs, beforeMs, Math.min(lastMs, CALL_MS_MAX)),
      ],
      [`/turns/${index}/endMs`, turnEndFault(turn)],
      [`/turns/${index}/text`, textFault(turn.text)],
      [`/turns/${index}/confidence`, confidence >= 0 && confidence <= 1 ? null : 'Use 0 to 1.'],
    ]);
    if (isMoment(turn.startMs)) beforeMs = Math.max(beforeMs, turn.startMs);
  }
}

const NO_MOMENT =
  'Send whole milliseconds from startedAt, 0 to 86,400,000 (24 hours), on one clock for all.';

function startFault(startMs: number, beforeMs: number, lastMs: number): string | null {
  if (!isMoment(startMs)) return NO_MOMENT;
  if (startMs < beforeMs) {
    return 'Sort the turns by startMs; this one begins before the turn before it.';
  }
  return startMs <= lastMs
    ? null
    : 'Check startMs and endedAt; this turn begins over a minute after the end of the call.';
}

function turnEndFault({ startMs, endMs }: Turn): string | null {
  if (endMs === undefined) return null;
  if (!isMoment(endMs)) return NO_MOMENT;
  return endMs >= startMs ? null : 'Send an endMs that is not before startMs.';
}

function textFault(text: string): string | null {
  if (!text.isWellFormed()) return 'Send well-formed Unicode; this holds half a surrogate pair.';
  if (text.includes('\0')) return 'Remove the NUL character.';
  // A text never has more code points than UTF-16 units, so only long texts must be counted.
  if (text.length <= TURN_POINTS_MAX || codePointCount(text) <= TURN_POINTS_MAX) return null;
  return `Send at most ${TURN_POINTS_MAX} characters; split the turn.`;
}

function isMoment(ms: number): boolean {
  return Number.isInteger(ms) && ms >= 0 && ms <= CALL_MS_MAX;
}
