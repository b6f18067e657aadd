/**
 * Limits of a script's dispatcher: small, so that windows overflow, slots run out and heads have to
 * be read again from the disk, but never so small that the dispatcher cannot work.
 */
import type { DispatcherLimits } from '../../src/engine/dispatch/limits.ts';
import type { Stream } from './random.ts';
import { scaled } from './streams.ts';

export function drawLimits(stream: Stream): Partial<DispatcherLimits> {
  const inFlightMax = scaled(stream, 4, 64);
  const windowMax = scaled(stream, 2, 64);
  return {
    inFlightMax,
    windowMax,
    windowMin: stream.between(1, Math.min(windowMax, 4)),
    reserve: stream.between(1, Math.floor(inFlightMax / 2)),
    residentMax: scaled(stream, windowMax, 512),
    settlingMax: scaled(stream, 1, 64),
    readsMax: scaled(stream, 1, 16),
    idleMax: scaled(stream, 1, 16),
  };
}

/** Few slots, of which as many are reserved as there are endpoints, and no other shortage. */
export function tightSlots(stream: Stream, endpoints: number): Partial<DispatcherLimits> {
  const inFlightMax = stream.between(8, 16);
  return { inFlightMax, reserve: Math.min(endpoints, inFlightMax - 1), windowMax: 16 };
}
