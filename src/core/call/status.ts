/**
 * Call statuses: the 13 public ones (S1.2) and the internal ones (S1.4), with their ranks. A status
 * of a higher rank may replace a lower one; `transition.ts` says exactly which. Pure tables,
 * without any call.
 */

export const DIRECTIONS = ['OUTBOUND', 'INBOUND'] as const;
export type Direction = (typeof DIRECTIONS)[number];

export const IN_PROGRESS_STATUSES = ['CALLING', 'CLOSING'] as const;

export const TERMINAL_STATUSES = [
  'COMPLETED',
  'VOICEMAIL_REACHED',
  'ERROR',
  'BUSY',
  'NO_RESPONSE',
  'UNREACHABLE',
  'CONCURRENCY_LIMIT_EXCEEDED',
  'CANCELED',
  'EXPIRED',
  'MAX_ATTEMPTS_REACHED',
  'HEALTHCHECK_FAILED',
] as const;

/** Our own internal statuses; a platform may use any other name of the same form. */
export const INTERNAL_STATUSES = ['QUEUED', 'DIALING', 'ACCEPTING'] as const;

export type TerminalStatus = (typeof TERMINAL_STATUSES)[number];

/** A public status, or an internal one: any other `STATUS_PATTERN` text. */
export type CallStatus = string;

export const STATUS_PATTERN = /^[A-Z][A-Z0-9_]{0,63}$/;

export type Rank = 0 | 1 | 2 | 3;

const RANKS: ReadonlyMap<string, Rank> = new Map<string, Rank>([
  ['CALLING', 1],
  ['CLOSING', 2],
  ...TERMINAL_STATUSES.map((status): [string, Rank] => [status, 3]),
]);

/** Internal 0 < CALLING 1 < CLOSING 2 < terminal 3. */
export function rankOf(status: CallStatus): Rank {
  return RANKS.get(status) ?? 0;
}

export function isTerminal(status: CallStatus): status is TerminalStatus {
  return rankOf(status) === 3;
}

/** True for a status that is neither public nor one of our own, so only its platform knows it. */
export function isForeign(status: CallStatus): boolean {
  return isInternal(status) && !INTERNAL_STATUSES.some((own) => own === status);
}

export function isInternal(status: CallStatus): boolean {
  return rankOf(status) === 0;
}
