/**
 * A process that hardly lives: many crashes a few seconds apart, with slow commits, so that it
 * dies between an answer and its settlement, a commit and its acknowledgement, a start and the
 * first head.
 */
import { CallNumbers, drawBurst, drawCalls, usualCalls } from '../call-steps.ts';
import { MINUTE_MS, type Profile } from '../draft.ts';
import { drawEndpoints } from '../endpoint-plan.ts';
import { drawLimits } from '../limit-draw.ts';
import { drawCrashes } from '../process-trouble.ts';
import { drawTrouble } from '../receiver-trouble.ts';
import { moments, scaled } from '../streams.ts';

export const crashLoop: Profile = {
  name: 'crash-loop',
  perMille: 130,
  draw: (streams) => {
    const { shape } = streams;
    const numbers = new CallNumbers();
    const plans = drawEndpoints(streams.endpoints, streams.endpoints.between(1, 4), false);
    const crashes = scaled(shape, 5, 40);
    // Lives of some seconds: shorter than most attempts with their settlement.
    const healAtMs = MINUTE_MS + crashes * scaled(shape, 500, 10_000);
    const habits = usualCalls(scaled(shape, 3, 40), healAtMs - MINUTE_MS / 2, 30);
    return {
      limits: drawLimits(streams.limits),
      disk: { commitMs: scaled(streams.disk, 5, 300), readMs: scaled(streams.disk, 1, 50) },
      endpoints: plans,
      steps: [
        ...drawCalls(streams.calls, numbers, { ...habits, pauseMsMax: 3_000 }),
        ...(shape.chance(30) ? [drawBurst(streams.calls, numbers, 1_000, 150)] : []),
        ...drawCrashes(streams.crashes, crashes, healAtMs, 3_000),
        ...moments(streams.receivers, shape.between(0, 4), 0, healAtMs).map((atMs) =>
          drawTrouble(streams.receivers, plans, atMs, healAtMs),
        ),
      ],
      healAtMs,
    };
  },
};
