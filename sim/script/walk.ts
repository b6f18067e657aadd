/**
 * Walks of calls through their statuses (S1): mostly as a platform would report them, some with
 * errors, internal statuses on the way, and some as platforms misbehave: callbacks twice, out of
 * order, after the end, or none for the end.
 */
import type { Direction } from '../../src/core/call/status.ts';
import type { Stream } from './random.ts';
import type { WalkedStatus } from './script.ts';
import { scaled, weighted } from './streams.ts';

export interface WalkHabits {
  /** Percent of walks with something out of place. */
  readonly noise: number;
  /** The longest pause between two reports. */
  readonly pauseMsMax: number;
}

const ENDS = {
  OUTBOUND: {
    /** From no status or an internal one, a call may end in any way. */
    atOnce: [
      'COMPLETED',
      'VOICEMAIL_REACHED',
      'ERROR',
      'BUSY',
      'NO_RESPONSE',
      'UNREACHABLE',
      'CANCELED',
      'EXPIRED',
      'MAX_ATTEMPTS_REACHED',
      'HEALTHCHECK_FAILED',
    ],
    afterCalling: [
      'COMPLETED',
      'COMPLETED',
      'VOICEMAIL_REACHED',
      'ERROR',
      'BUSY',
      'NO_RESPONSE',
      'UNREACHABLE',
      'CANCELED',
    ],
    afterClosing: ['COMPLETED', 'COMPLETED', 'VOICEMAIL_REACHED', 'ERROR'],
  },
  INBOUND: {
    atOnce: ['COMPLETED', 'ERROR', 'CONCURRENCY_LIMIT_EXCEEDED'],
    afterCalling: ['COMPLETED', 'COMPLETED', 'ERROR'],
    afterClosing: ['COMPLETED', 'COMPLETED', 'ERROR'],
  },
} as const;

const INTERNAL = {
  OUTBOUND: ['QUEUED', 'DIALING', 'RINGING'],
  INBOUND: ['ACCEPTING', 'TRANSFERRING'],
} as const;

export function drawWalk(stream: Stream, direction: Direction, habits: WalkHabits): WalkedStatus[] {
  const walk = cleanWalk(stream, direction);
  const told = stream.chance(habits.noise) ? withNoise(stream, direction, walk) : walk;
  return told.map((status, index) => ({
    status,
    withError: stream.chance(status === 'ERROR' ? 60 : 8),
    afterMs: index === 0 || stream.chance(15) ? 0 : scaled(stream, 20, habits.pauseMsMax),
  }));
}

function cleanWalk(stream: Stream, direction: Direction): string[] {
  const internal: string[] = INTERNAL[direction].filter(() => stream.chance(25));
  const shape = weighted(stream, [
    [2, 'at once'],
    [4, 'calling'],
    [1, 'closing'],
    [5, 'whole'],
  ]);
  switch (shape) {
    case 'at once':
      return [...internal, stream.pick(ENDS[direction].atOnce)];
    case 'calling':
      return [...internal, 'CALLING', stream.pick(ENDS[direction].afterCalling)];
    case 'closing':
      return [...internal, 'CLOSING', stream.pick(ENDS[direction].afterClosing)];
    case 'whole':
      return [...internal, 'CALLING', 'CLOSING', stream.pick(ENDS[direction].afterClosing)];
  }
}

/** Adds one to three faults of platforms. */
function withNoise(stream: Stream, direction: Direction, walk: readonly string[]): string[] {
  let told = [...walk];
  for (let left = stream.between(1, 3); left > 0; left -= 1) {
    const at = stream.between(0, told.length - 1);
    const status = told[at] ?? 'CALLING';
    switch (stream.pick(['twice', 'swapped', 'after', 'foreign', 'unended'])) {
      case 'twice':
        told = [...told.slice(0, at), status, ...told.slice(at)];
        break;
      case 'swapped':
        told = [...told.slice(0, at), ...told.slice(at, at + 2).reverse(), ...told.slice(at + 2)];
        break;
      case 'after':
        told = [...told, stream.pick(['CALLING', 'CLOSING', 'COMPLETED', 'ERROR', 'QUEUED'])];
        break;
      case 'foreign':
        // Refused: a status of the other direction.
        if (direction === 'INBOUND') told = [...told, stream.pick(['BUSY', 'EXPIRED'])];
        break;
      case 'unended':
        if (told.length > 1) told = told.slice(0, -1);
        break;
    }
  }
  return told;
}
