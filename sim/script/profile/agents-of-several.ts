/**
 * Agents work on calls that have ended, and several processes look after their runs: each may claim
 * any run, and one dies, stands still or is cut off while it works on one.
 */
import { CallNumbers, drawCalls, usualCalls } from '../call-steps.ts';
import { MINUTE_MS, type Profile } from '../draft.ts';
import {
  drawCuts,
  drawDatabase,
  drawEnds,
  drawFleet,
  drawMemberJumps,
  drawPauses,
  withWorkers,
} from '../fleet-draw.ts';
import { drawLimits } from '../limit-draw.ts';
import type { Step } from '../script.ts';
import { scaled } from '../streams.ts';
import { drawAgentChanges, drawLogs, drawWorkEndpoints } from '../work-draw.ts';

export const agentsOfSeveral: Profile = {
  name: 'agents-of-several',
  perMille: 1_000,
  draw: (streams) => {
    const { shape, work } = streams;
    const fleet = withWorkers(streams.fleet, drawFleet(streams.fleet), 2);
    const healAtMs = scaled(shape, 2 * MINUTE_MS, 10 * MINUTE_MS);
    const plans = drawWorkEndpoints(work);
    const habits = usualCalls(scaled(shape, 3, 25), Math.floor(healAtMs * 0.8), 20);
    const calls = drawCalls(streams.calls, new CallNumbers(), { ...habits, pauseMsMax: 5_000 });
    const some = (make: () => Step[]) => (shape.chance(40) ? make() : []);
    const many = () => scaled(shape, 1, 6);
    return {
      limits: drawLimits(streams.limits),
      disk: drawDatabase(streams.disk),
      fleet,
      endpoints: plans,
      steps: [
        ...calls,
        ...drawLogs(work, calls, healAtMs),
        ...some(() => drawEnds(streams.crashes, fleet, many(), healAtMs)),
        ...some(() => drawPauses(streams.fleet, fleet, many(), healAtMs)),
        ...some(() => drawCuts(streams.fleet, fleet, many(), healAtMs)),
        ...some(() => drawMemberJumps(streams.clock, fleet, many(), healAtMs, 5_000)),
        ...some(() => drawAgentChanges(streams.operators, plans, many(), healAtMs)),
      ],
      healAtMs,
    };
  },
};
