/**
 * What happened to a call: the provider's status word decides first, then who answered, then error
 * number and SIP response (S2.17). The word takes precedence over the SIP code because carriers
 * rewrite the latter: a `busy` was recorded once with 486 and once with 487. Only tables and the
 * rules that read them.
 */
import type { Hint, ReportVariant } from '../../core/call/report.ts';
import type { CallStatus, Direction } from '../../core/call/status.ts';
import {
  type Cause,
  CONCURRENCY_NUMBER,
  causeOf,
  describe,
  type FailureFacts,
  hasFailed,
  isUnreachable,
  wasInterrupted,
} from './cause-mapping.ts';

export interface CallFacts extends FailureFacts {
  readonly direction: Direction;
  readonly word: string;
  readonly answeredBy: string | null;
}

export type MappedStatus =
  | { readonly kind: 'status'; readonly status: CallStatus; readonly cause: Cause | null }
  | { readonly kind: 'unknown' };

/**
 * Outbound: CALLING means that the provider accepted the dial; the first of these words to arrive
 * counts.
 */
const OUTBOUND: ReadonlyMap<string, CallStatus> = new Map([
  ['queued', 'DIALING'],
  ['initiated', 'CALLING'],
  ['ringing', 'CALLING'],
  ['in-progress', 'CALLING'],
  ['answered', 'CALLING'],
  ['completed', 'COMPLETED'],
  ['busy', 'BUSY'],
  ['no-answer', 'NO_RESPONSE'],
  ['canceled', 'CANCELED'],
  ['failed', 'ERROR'],
]);

/**
 * Inbound: CALLING begins with the answer, so that stale detection can distinguish an acceptance
 * that never ended from a call that was cut off. If the caller hangs up before the answer, the call
 * is completed.
 */
const INBOUND: ReadonlyMap<string, CallStatus> = new Map([
  ['queued', 'ACCEPTING'],
  ['initiated', 'ACCEPTING'],
  ['ringing', 'ACCEPTING'],
  ['in-progress', 'CALLING'],
  ['answered', 'CALLING'],
  ['completed', 'COMPLETED'],
  ['canceled', 'COMPLETED'],
  ['busy', 'ERROR'],
  ['no-answer', 'ERROR'],
  ['failed', 'ERROR'],
]);

/** A machine or a fax took the call: no person was reached. `unknown` counts as a person. */
const VOICEMAIL = /^(?:machine_[a-z_]+|fax)$/;

/** What asynchronous detection says before the call ends; null: a word that is not known. */
export function hintOf(answeredBy: string): Hint | 'unknown' | null {
  if (VOICEMAIL.test(answeredBy)) return 'MACHINE';
  if (answeredBy === 'human') return 'PERSON';
  return answeredBy === 'unknown' ? 'unknown' : null;
}

/** An answered outbound call that ended is a voicemail if asynchronous detection had said so. */
export function variantsOf(word: string, direction: Direction): readonly ReportVariant[] {
  if (word !== 'completed' || direction !== 'OUTBOUND') return [];
  return [{ direction: null, hint: 'MACHINE', status: 'VOICEMAIL_REACHED', errors: [] }];
}

export function mapStatus(facts: CallFacts): MappedStatus {
  const table = facts.direction === 'OUTBOUND' ? OUTBOUND : INBOUND;
  const status = table.get(facts.word);
  if (status === undefined) return mapUnknownWord(facts);
  if (status === 'COMPLETED') return mapCompleted(facts);
  if (status === 'ERROR') {
    return facts.direction === 'OUTBOUND' ? mapFailedOutbound(facts) : mapFailedInbound(facts);
  }
  return { kind: 'status', status, cause: null };
}

function mapCompleted(facts: CallFacts): MappedStatus {
  const voicemail =
    facts.direction === 'OUTBOUND' && facts.answeredBy !== null && VOICEMAIL.test(facts.answeredBy);
  if (voicemail) return { kind: 'status', status: 'VOICEMAIL_REACHED', cause: null };
  if (!wasInterrupted(facts)) return { kind: 'status', status: 'COMPLETED', cause: null };
  return { kind: 'status', status: 'ERROR', cause: causeOf(facts) };
}

function mapFailedOutbound(facts: CallFacts): MappedStatus {
  if (isUnreachable(facts)) return { kind: 'status', status: 'UNREACHABLE', cause: null };
  return { kind: 'status', status: 'ERROR', cause: causeOf(facts) };
}

function mapFailedInbound(facts: CallFacts): MappedStatus {
  if (facts.errorNumber === CONCURRENCY_NUMBER) {
    return { kind: 'status', status: 'CONCURRENCY_LIMIT_EXCEEDED', cause: null };
  }
  const cause: Cause = {
    code: 'CALL_CONNECTION_FAILED',
    message: describe(facts) ?? facts.word,
    unmapped: null,
  };
  return { kind: 'status', status: 'ERROR', cause };
}

/**
 * An unknown word of a later version: ignored while the call lives, an error if the call has
 * failed.
 */
function mapUnknownWord(facts: CallFacts): MappedStatus {
  if (!hasFailed(facts)) return { kind: 'unknown' };
  const message = [`CallStatus ${facts.word}`, describe(facts)].filter((part) => part !== null);
  const cause: Cause = {
    code: 'UNKNOWN_ERROR',
    message: message.join(', '),
    unmapped: `CallStatus ${facts.word}`,
  };
  return { kind: 'status', status: 'ERROR', cause };
}
