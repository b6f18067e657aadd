/**
 * Nothing goes wrong: no fault, no operator, no lost acknowledgement. Every delivery is made once,
 * in order and in time; a duplicate or a delay has no excuse.
 */
import { CallNumbers, drawBurst, drawCalls } from '../call-steps.ts';
import { MINUTE_MS, type Profile } from '../draft.ts';
import { drawEndpoints } from '../endpoint-plan.ts';
import { drawLimits } from '../limit-draw.ts';
import { drawDisk } from '../process-trouble.ts';
import { scaled } from '../streams.ts';

export const calm: Profile = {
  name: 'calm',
  perMille: 150,
  draw: ({ shape, limits, endpoints, calls, disk }) => {
    const numbers = new CallNumbers();
    const healAtMs = scaled(shape, MINUTE_MS, 8 * MINUTE_MS);
    const toMs = Math.floor(healAtMs / 2);
    const count = scaled(shape, 3, 60);
    const habits = { count, fromMs: 0, toMs, lostMax: 0, noise: 15, pauseMsMax: 20_000 };
    return {
      limits: drawLimits(limits),
      disk: drawDisk(disk),
      endpoints: drawEndpoints(endpoints, endpoints.between(1, 6), true),
      steps: [
        ...drawCalls(calls, numbers, habits),
        ...(shape.chance(20) ? [drawBurst(calls, numbers, toMs, 100)] : []),
      ],
      healAtMs,
    };
  },
};
