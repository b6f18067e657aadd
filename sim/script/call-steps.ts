/**
 * The platform's side of a script: calls with their walks, and bursts of calls. Calls are numbered
 * from 0 over the whole script; `CallNumbers` hands the numbers out.
 */
import type { Stream } from './random.ts';
import type { Step } from './script.ts';
import { moments, scaled } from './streams.ts';
import { drawWalk, type WalkHabits } from './walk.ts';

export class CallNumbers {
  #next = 0;

  take(count: number): number {
    const from = this.#next;
    this.#next += count;
    return from;
  }
}

export interface CallHabits extends WalkHabits {
  readonly count: number;
  readonly fromMs: number;
  readonly toMs: number;
  /** The most percent of acknowledgements that may get lost for one call; most calls lose none. */
  readonly lostMax: number;
}

/** Calls with misbehaving platforms; `count` of them while the run is disturbed. */
export function usualCalls(count: number, toMs: number, lostMax: number): CallHabits {
  return { count, fromMs: 0, toMs, lostMax, noise: 25, pauseMsMax: 20_000 };
}

export function drawCalls(stream: Stream, numbers: CallNumbers, habits: CallHabits): Step[] {
  return moments(stream, habits.count, habits.fromMs, habits.toMs).map((atMs): Step => {
    const direction = stream.chance(60) ? 'OUTBOUND' : 'INBOUND';
    const loses = stream.chance(40);
    return {
      atMs,
      do: 'call',
      call: numbers.take(1),
      direction,
      walk: drawWalk(stream, direction, habits),
      lostAnswers: loses && habits.lostMax > 0 ? stream.between(1, habits.lostMax) : 0,
    };
  });
}

const BURST_STATUSES = ['COMPLETED', 'CALLING', 'BUSY', 'ERROR', 'CANCELED'] as const;

export function drawBurst(
  stream: Stream,
  numbers: CallNumbers,
  atMs: number,
  callsMax: number,
): Step {
  const calls = scaled(stream, 10, callsMax);
  const statuses = BURST_STATUSES.filter(() => stream.chance(40));
  return {
    atMs,
    do: 'burst',
    from: numbers.take(calls),
    calls,
    statuses: statuses.length === 0 ? ['COMPLETED'] : statuses,
  };
}
