/**
 * Providers tell of calls by callbacks of their own, and each of several processes takes some: a
 * hint goes to one, and the end that needs it to another, which dies, stands still or is cut off.
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
import {
  drawCuts,
  drawDatabase,
  drawEnds,
  drawFleet,
  drawMemberJumps,
  drawPauses,
} from '../fleet-draw.ts';
import { drawLimits } from '../limit-draw.ts';
import type { Step } from '../script.ts';
import { scaled } from '../streams.ts';

export const sourcesOfSeveral: Profile = {
  name: 'sources-of-several',
  perMille: 1_000,
  draw: (streams) => {
    const { shape } = streams;
    const fleet = drawFleet(streams.fleet);
    const healAtMs = scaled(shape, 2 * MINUTE_MS, 10 * MINUTE_MS);
    const plans = drawChoosyEndpoints(streams.endpoints, shape.between(2, 5));
    const count = scaled(shape, 3, 25);
    const some = (make: () => Step[]) => (shape.chance(40) ? make() : []);
    const many = () => scaled(shape, 1, 6);
    return {
      limits: drawLimits(streams.limits),
      disk: drawDatabase(streams.disk),
      fleet,
      endpoints: plans,
      steps: [
        ...overtaken(
          streams.overtaking,
          misdetected(
            streams.detection,
            drawCallbacks(streams.calls, new CallNumbers(), count, Math.floor(healAtMs * 0.8)),
          ),
        ),
        ...some(() => drawEnds(streams.crashes, fleet, many(), healAtMs)),
        ...some(() => drawPauses(streams.fleet, fleet, many(), healAtMs)),
        ...some(() => drawCuts(streams.fleet, fleet, many(), healAtMs)),
        ...some(() => drawMemberJumps(streams.clock, fleet, many(), healAtMs, 5_000)),
        ...some(() => drawFilterChanges(streams.operators, plans.length, many(), healAtMs)),
      ],
      healAtMs,
    };
  },
};
