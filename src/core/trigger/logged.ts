/**
 * Step 4: the ends of a call after which a call log may come, so that `CALL_LOG_CREATED` follows
 * (S3.7), and the triggers that tell of an end with it or without it. The dashboard asks too. Pure
 * tables.
 */
import { type CallStatus, DIRECTIONS, type Direction, TERMINAL_STATUSES } from '../call/status.ts';
import { TRIGGERS, type Trigger } from './trigger.ts';

/** Ended calls: `CALL_LOG_CREATED` follows (S3.7). */
export const LOGGED: Readonly<Record<Direction, ReadonlySet<CallStatus>>> = {
  OUTBOUND: new Set([
    'COMPLETED',
    'VOICEMAIL_REACHED',
    'ERROR',
    'BUSY',
    'NO_RESPONSE',
    'UNREACHABLE',
  ]),
  INBOUND: new Set(['COMPLETED', 'ERROR', 'CONCURRENCY_LIMIT_EXCEEDED']),
};

const ENDED: ReadonlySet<string> = new Set(
  DIRECTIONS.flatMap((one) => TERMINAL_STATUSES.map((status) => `${one}_CALL_${status}`)),
);
const WITH_LOG: ReadonlySet<string> = new Set(
  DIRECTIONS.flatMap((one) => [...LOGGED[one]].map((status) => `${one}_CALL_${status}`)),
);

/** If a call ends with one of these, `CALL_LOG_CREATED` fires too. */
export const ENDS_WITH_LOG: readonly Trigger[] = TRIGGERS.filter((name) => WITH_LOG.has(name));

/** A call that ends with one of these has no call log, so `CALL_LOG_CREATED` does not fire. */
export const ENDS_ALONE: readonly Trigger[] = TRIGGERS.filter(
  (name) => ENDED.has(name) && !WITH_LOG.has(name),
);
