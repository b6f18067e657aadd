/**
 * A disk that is full, away or slow, often: reports are refused rather than lost, and outcomes wait
 * for the disk, and nothing overtakes them. Sometimes the process dies meanwhile.
 */
import { CallNumbers, drawBurst, drawCalls, usualCalls } from '../call-steps.ts';
import { MINUTE_MS, type Profile } from '../draft.ts';
import { drawEndpoints } from '../endpoint-plan.ts';
import { drawLimits } from '../limit-draw.ts';
import { drawOperations } from '../operator-steps.ts';
import { drawCrashes, drawDiskTrouble } from '../process-trouble.ts';
import { drawTrouble } from '../receiver-trouble.ts';
import { moments, scaled } from '../streams.ts';

export const disk: Profile = {
  name: 'disk',
  perMille: 50,
  draw: (streams) => {
    const { shape } = streams;
    const numbers = new CallNumbers();
    const plans = drawEndpoints(streams.endpoints, streams.endpoints.between(1, 4), false);
    const healAtMs = scaled(shape, MINUTE_MS, 15 * MINUTE_MS);
    const habits = usualCalls(scaled(shape, 3, 50), Math.floor(healAtMs * 0.8), 20);
    return {
      limits: drawLimits(streams.limits),
      disk: { commitMs: scaled(streams.disk, 1, 100), readMs: scaled(streams.disk, 1, 100) },
      endpoints: plans,
      steps: [
        ...drawCalls(streams.calls, numbers, habits),
        ...(shape.chance(30) ? [drawBurst(streams.calls, numbers, 5_000, 150)] : []),
        ...drawDiskTrouble(streams.disk, scaled(shape, 3, 20), healAtMs),
        ...moments(streams.receivers, shape.between(0, 4), 0, healAtMs).map((atMs) =>
          drawTrouble(streams.receivers, plans, atMs, healAtMs),
        ),
        ...(shape.chance(40)
          ? drawCrashes(streams.crashes, shape.between(1, 6), healAtMs, 10_000)
          : []),
        ...(shape.chance(20)
          ? drawOperations(streams.operators, shape.between(1, 8), plans.length, healAtMs)
          : []),
      ],
      healAtMs,
    };
  },
};
