/**
 * Call statuses: the 13 public ones (S1.2) and the internal ones (S1.4), with their ranks, and the
 * slips that mean a public one. A status of a higher rank may replace a lower one; `transition.ts`
 * says exactly which. Pure tables, without any call.
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

const PUBLIC: readonly string[] = [...IN_PROGRESS_STATUSES, ...TERMINAL_STATUSES];

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

/**
 * The public status that was clearly meant by one that is not public (S1.6): a misspelt one, or
 * another product's word for it. Taken as an internal status it would be ignored, and the call
 * would never end. Null if the status is public, or one that a platform really has.
 */
export function meantStatus(status: string): string | null {
  if (!isInternal(status) || LEGAL.has(status)) return null;
  const known = SYNONYMS.get(status) ?? withoutPrefix(status);
  if (known !== null) return known;
  let nearest: { readonly name: string; readonly edits: number } | null = null;
  for (const name of PUBLIC) {
    const edits = editsBetween(status, name);
    if (edits <= editsAllowed(status, name) && edits < (nearest?.edits ?? EDITS_MAX + 1)) {
      nearest = { name, edits };
    }
  }
  return nearest?.name ?? null;
}

/** Platforms' words that resemble a public status and mean something else. */
const LEGAL: ReadonlySet<string> = new Set([
  ...INTERNAL_STATUSES,
  'RINGING',
  'DIALLING',
  'BILLING',
  'POLLING',
  'FALLING',
  'CLONING',
  'CASTING',
  'CACHING',
  'CEILING',
  'LOSING',
  'CHOOSING',
  'CROSSING',
  'EXPORTED',
  'EXPLORED',
]);

/** Other products' words and other spellings of the same status. */
const SYNONYMS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    CANCELED: ['CANCELLED', 'CANCEL', 'CANCELLATION', 'ABORTED'],
    COMPLETED: ['COMPLETE', 'FINISHED', 'FINISH', 'DONE', 'ENDED', 'SUCCESS', 'SUCCEEDED'],
    ERROR: ['FAILED', 'FAIL', 'FAILURE', 'ERR', 'ERRORED'],
    NO_RESPONSE: ['NO_ANSWER', 'NOANSWER', 'UNANSWERED', 'NOT_ANSWERED', 'NO_REPLY'],
    VOICEMAIL_REACHED: ['VOICEMAIL', 'VOICE_MAIL', 'ANSWERING_MACHINE'],
    UNREACHABLE: ['NOT_REACHABLE', 'UNREACHED'],
    BUSY: ['LINE_BUSY', 'USER_BUSY'],
    MAX_ATTEMPTS_REACHED: ['MAX_ATTEMPTS', 'MAX_RETRIES_REACHED', 'MAX_ATTEMPTS_EXCEEDED'],
    CONCURRENCY_LIMIT_EXCEEDED: ['CONCURRENCY_LIMIT', 'CONCURRENCY_EXCEEDED'],
    HEALTHCHECK_FAILED: ['HEALTH_CHECK_FAILED', 'HEALTHCHECK_FAILURE'],
  }).flatMap(([meant, words]) => words.map((word): [string, string] => [word, meant])),
);

/** Removes the prefix if the name of a trigger was sent in place of its status. */
function withoutPrefix(status: string): string | null {
  const name = status.replace(/^(?:OUTBOUND_|INBOUND_)?CALL_/, '');
  return name !== status && PUBLIC.includes(name) ? name : null;
}

const EDITS_MAX = 2;
/** Up to this length a word may have at most one error, since it resembles many other words. */
const SHORT = 5;

/** How many errors are tolerated. Two errors in one word seldom include its first letter. */
function editsAllowed(status: string, name: string): number {
  const isShort = Math.min(name.length, status.length) <= SHORT;
  return isShort || status[0] !== name[0] ? 1 : EDITS_MAX;
}

/** Counts insertions, deletions, replacements, and swapped neighbours. */
function editsBetween(from: string, to: string): number {
  if (Math.abs(from.length - to.length) > EDITS_MAX) return EDITS_MAX + 1;
  let before: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let row = 1; row <= from.length; row += 1) {
    const next = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const same = from[row - 1] === to[column - 1] ? 0 : 1;
      const swapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      next.push(
        Math.min(
          (last[column] ?? 0) + 1,
          (next[column - 1] ?? 0) + 1,
          (last[column - 1] ?? 0) + same,
          swapped ? (before[column - 2] ?? 0) + 1 : EDITS_MAX + 1 + row,
        ),
      );
    }
    before = last;
    last = next;
  }
  return last[to.length] ?? 0;
}
