/**
 * Providers tell of calls by callbacks of their own, in one process that crashes, whose disk fails
 * and whose clock is set by less than the time a hint is kept; endpoints want some of the calls,
 * and their filters change. A third of the scripts disturb nothing.
 */
import { CallNumbers } from '../call-steps.ts';
import {
  drawCallbacks,
  drawChoosyEndpoints,
  drawFilterChanges,
  misdetected,
  overtaken,
} from '../callback-steps.ts';
import { MINUTE_MS, type Profile } from '../draft.ts';
import { drawLimits } from '../limit-draw.ts';
import { drawCrashes, drawDisk, drawDiskTrouble } from '../process-trouble.ts';
import { drawTrouble } from '../receiver-trouble.ts';
import type { Step } from '../script.ts';
import { moments, scaled } from '../streams.ts';

/** A longer jump than a call's callbacks take would only look like a longer silence. */
const JUMP_MS_MAX = 30 * MINUTE_MS;

export const sources: Profile = {
  name: 'sources',
  perMille: 1_000,
  draw: (streams) => {
    const { shape } = streams;
    const healAtMs = scaled(shape, 2 * MINUTE_MS, 15 * MINUTE_MS);
    const plans = drawChoosyEndpoints(streams.endpoints, shape.between(2, 6));
    const count = scaled(shape, 3, 40);
    const disturbed = shape.chance(67);
    const some = (make: () => Step[]) => (disturbed && shape.chance(50) ? make() : []);
    const many = () => scaled(shape, 1, 8);
    return {
      limits: drawLimits(streams.limits),
      disk: drawDisk(streams.disk),
      endpoints: plans,
      steps: [
        ...overtaken(
          streams.overtaking,
          misdetected(
            streams.detection,
            drawCallbacks(streams.calls, new CallNumbers(), count, Math.floor(healAtMs * 0.8)),
          ),
        ),
        ...some(() => drawCrashes(streams.crashes, many(), healAtMs, 60_000)),
        ...some(() => drawDiskTrouble(streams.disk, shape.between(1, 3), healAtMs)),
        ...some(() =>
          moments(streams.clock, many(), 0, healAtMs).map((atMs): Step => {
            const byMs = streams.clock.between(-JUMP_MS_MAX, JUMP_MS_MAX);
            return { atMs, do: 'jump', byMs };
          }),
        ),
        ...some(() =>
          moments(streams.receivers, many(), 0, healAtMs).map((atMs) =>
            drawTrouble(streams.receivers, plans, atMs, healAtMs),
          ),
        ),
        ...some(() => drawFilterChanges(streams.operators, plans.length, many(), healAtMs)),
      ],
      healAtMs,
    };
  },
};
