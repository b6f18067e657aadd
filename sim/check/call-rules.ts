/**
 * How a call moves, what a move fires and when silence ends it (S1.8, S3.2, S1.14), as tables of
 * the oracle's own. Shares no decision with `src/core`, so a fault there is not repeated here.
 */
import type { Direction } from '../../src/core/call/status.ts';
import type { Trigger } from '../../src/core/trigger/trigger.ts';

const PROGRESS = ['CALLING', 'CLOSING'];
const ENDED: Readonly<Record<Direction, string>> = {
  OUTBOUND: 'COMPLETED VOICEMAIL_REACHED ERROR BUSY NO_RESPONSE UNREACHABLE',
  INBOUND: 'COMPLETED ERROR CONCURRENCY_LIMIT_EXCEEDED',
};
const NEVER_PLACED = 'CANCELED EXPIRED MAX_ATTEMPTS_REACHED HEALTHCHECK_FAILED';
/**
 * Where a call may go from CALLING and from CLOSING; from any other status, to every higher rank.
 */
const NEXT: Readonly<Record<string, string>> = {
  'OUTBOUND CALLING': `CLOSING ${ENDED.OUTBOUND} CANCELED`,
  'OUTBOUND CLOSING': 'COMPLETED VOICEMAIL_REACHED ERROR',
  'INBOUND CALLING': 'CLOSING COMPLETED ERROR',
  'INBOUND CLOSING': 'COMPLETED ERROR',
};
export const MINUTE_MS = 60_000;
/**
 * How long without a report makes an inbound call stale; internal ones not listed are as ACCEPTING.
 */
const STALE_MS: Readonly<Record<string, number>> = {
  CALLING: 245 * MINUTE_MS,
  CLOSING: 10 * MINUTE_MS,
};
const STALE_INTERNAL_MS = 2 * MINUTE_MS;

/** How long an inbound call that was last seen in this status may be silent. */
export function staleAfterMs(status: string | null): number {
  return STALE_MS[status ?? ''] ?? STALE_INTERNAL_MS;
}

export function mayMove(direction: Direction, from: string | null, to: string): boolean {
  if (from === null) return true;
  if (from === to || rank(from) === 3 || rank(to) < rank(from)) return false;
  return rank(from) === 0 || has(NEXT[`${direction} ${from}`], to);
}

export function fired(direction: Direction, status: string, errors: boolean): Trigger[] {
  const error: Trigger = `${direction}_CALL_ERROR`;
  if (rank(status) === 0) return errors ? [error] : [];
  // A public status and its direction name the trigger (S3.1).
  const own = `${direction}_CALL_${status}` as Trigger;
  if (PROGRESS.includes(status)) return errors ? [own, error] : [own];
  const first = status === 'COMPLETED' && errors ? error : own;
  return has(ENDED[direction], status) ? [first, 'CALL_LOG_CREATED'] : [first];
}

/** No status follows it. */
export function isEnd(status: string | null): boolean {
  return rank(status ?? '') === 3;
}

function rank(status: string): number {
  const position = PROGRESS.indexOf(status);
  if (position >= 0) return position + 1;
  return has(`${ENDED.OUTBOUND} ${ENDED.INBOUND} ${NEVER_PLACED}`, status) ? 3 : 0;
}

function has(words: string | undefined, word: string): boolean {
  return words?.split(' ').includes(word) ?? false;
}
