/**
 * Up to 10,000 calls at once for a dead endpoint, and a healthy one beside it with calls of its
 * own: tests memory, windows and refills, and that no other endpoint waits behind the backlog.
 * Rare, because it is long; the dead endpoint is back before the end, so that the whole backlog is
 * delivered.
 */
import { CallNumbers, drawCalls } from '../call-steps.ts';
import { MINUTE_MS, type Profile } from '../draft.ts';
import { healthyEndpoint } from '../endpoint-plan.ts';
import { drawLimits } from '../limit-draw.ts';
import { drawCrashes } from '../process-trouble.ts';
import { drawDeath } from '../receiver-trouble.ts';
import { scaled } from '../streams.ts';

const OF_BURST = ['OUTBOUND_CALL_COMPLETED', 'INBOUND_CALL_COMPLETED'] as const;
const OF_OTHERS = [
  'OUTBOUND_CALL_CALLING',
  'OUTBOUND_CALL_CLOSING',
  'INBOUND_CALL_CALLING',
] as const;

export const backlog: Profile = {
  name: 'backlog',
  perMille: 10,
  draw: ({ shape, limits, endpoints, calls, crashes, receivers }) => {
    const numbers = new CallNumbers();
    const healAtMs = scaled(shape, 2 * MINUTE_MS, 20 * MINUTE_MS);
    const burst = scaled(shape, 1_000, 10_000);
    const habits = {
      count: 20,
      fromMs: 0,
      toMs: healAtMs,
      lostMax: 0,
      noise: 0,
      pauseMsMax: 5_000,
    };
    return {
      limits: { ...drawLimits(limits), inFlightMax: 64, reserve: 16, settlingMax: 64 },
      disk: { commitMs: 2, readMs: 1 },
      endpoints: [
        // Only the dead endpoint takes the burst.
        { ...healthyEndpoint(endpoints), triggers: OF_OTHERS },
        { ...healthyEndpoint(endpoints), triggers: OF_BURST, latencyMs: 20 },
      ],
      steps: [
        { atMs: 0, do: 'receiver', endpoint: 1, mode: drawDeath(receivers), forMs: healAtMs },
        {
          atMs: shape.between(0, 30_000),
          do: 'burst',
          from: numbers.take(burst),
          calls: burst,
          statuses: ['COMPLETED'],
        },
        ...drawCalls(calls, numbers, habits),
        ...(shape.chance(40) ? drawCrashes(crashes, shape.between(1, 3), healAtMs, 5_000) : []),
      ],
      healAtMs,
    };
  },
};
