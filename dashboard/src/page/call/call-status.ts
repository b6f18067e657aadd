/**
 * The status of a call as a badge. The tone only tells how far it is: a status says nothing about
 * errors. Pure.
 */
import {
  IN_PROGRESS_STATUSES,
  isInternal,
  isTerminal,
  TERMINAL_STATUSES,
} from '../../../../src/core/call/status.ts';
import type { Words } from '../../i18n/words.ts';
import type { StateWord, Tone } from '../../kit/state-badge.tsx';

const TONES: Readonly<Record<string, Tone>> = {
  CALLING: 'busy',
  CLOSING: 'busy',
  COMPLETED: 'good',
  ERROR: 'bad',
  BUSY: 'warn',
  NO_RESPONSE: 'warn',
  UNREACHABLE: 'warn',
  VOICEMAIL_REACHED: 'warn',
  CONCURRENCY_LIMIT_EXCEEDED: 'warn',
  CANCELED: 'off',
  EXPIRED: 'off',
  MAX_ATTEMPTS_REACHED: 'warn',
  HEALTHCHECK_FAILED: 'bad',
};

/** The statuses that filters offer; a platform may use others of its own. */
export const STATUS_NAMES: readonly string[] = [
  ...new Set([...Object.keys(TONES), ...IN_PROGRESS_STATUSES, ...TERMINAL_STATUSES]),
];

export function callStatus(status: string | null, t: Words['call']): StateWord {
  if (status === null) return { word: t.noStatus, tone: 'waiting', meaning: t.one.statusNote };
  const tone = Object.hasOwn(TONES, status) ? TONES[status] : undefined;
  return { word: status, tone: tone ?? toneOf(status), meaning: t.one.statusNote };
}

/** Of a status without a tone of its own. */
function toneOf(status: string): Tone {
  if (isTerminal(status)) return 'off';
  return isInternal(status) ? 'waiting' : 'busy';
}

/** From the first report to the end, or to the last report while it goes on. */
export function callDurationMs(call: {
  readonly firstReportAt: string;
  readonly lastReportAt: string;
  readonly endedAt: string | null;
}): number {
  return Date.parse(call.endedAt ?? call.lastReportAt) - Date.parse(call.firstReportAt);
}
