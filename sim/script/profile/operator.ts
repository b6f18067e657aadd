/**
 * Operators at work while things are in flight: endpoints switched off and on with every choice
 * for what is held, triggers edited, endpoints deleted and made, deliveries retried, cancelled and
 * recovered by hand. Receivers fail often, so that there is something to retry.
 */
import { CallNumbers, drawCalls, usualCalls } from '../call-steps.ts';
import { MINUTE_MS, type Profile } from '../draft.ts';
import { drawEndpoints } from '../endpoint-plan.ts';
import { drawLimits } from '../limit-draw.ts';
import { drawOperations } from '../operator-steps.ts';
import { drawCrashes, drawCrashesAfter, drawDisk } from '../process-trouble.ts';
import { drawTrouble } from '../receiver-trouble.ts';
import { moments, scaled } from '../streams.ts';

export const operator: Profile = {
  name: 'operator',
  perMille: 70,
  draw: (streams) => {
    const { shape } = streams;
    const plans = drawEndpoints(streams.endpoints, streams.endpoints.between(1, 4), false);
    const healAtMs = scaled(shape, MINUTE_MS, 30 * MINUTE_MS);
    const habits = usualCalls(scaled(shape, 3, 40), Math.floor(healAtMs * 0.7), 10);
    const moves = drawOperations(streams.operators, scaled(shape, 8, 60), plans.length, healAtMs);
    return {
      limits: drawLimits(streams.limits),
      disk: drawDisk(streams.disk),
      endpoints: plans,
      steps: [
        ...drawCalls(streams.calls, new CallNumbers(), habits),
        ...moves,
        ...moments(streams.receivers, shape.between(1, 8), 0, healAtMs).map((atMs) =>
          drawTrouble(streams.receivers, plans, atMs, healAtMs),
        ),
        ...(shape.chance(30)
          ? drawCrashes(streams.crashes, shape.between(1, 4), healAtMs, 10_000)
          : []),
        ...(shape.chance(30)
          ? drawCrashesAfter(streams.crashes, shape.between(1, 4), moves, healAtMs)
          : []),
      ],
      healAtMs,
    };
  },
};
