/**
 * Agents work on calls that have ended, in one process that crashes, whose disk fails and whose
 * clock is set: launches in flight, claims of a worker that died, logs and results that come
 * meanwhile, agents that are disabled, edited and deleted before their launch. A third of the
 * scripts disturb nothing.
 */
import { CallNumbers, drawCalls, usualCalls } from '../call-steps.ts';
import { MINUTE_MS, type Profile } from '../draft.ts';
import { drawLimits } from '../limit-draw.ts';
import {
  drawCrashes,
  drawCrashesAfter,
  drawDisk,
  drawDiskTrouble,
  drawJumps,
} from '../process-trouble.ts';
import { drawTrouble } from '../receiver-trouble.ts';
import type { Step } from '../script.ts';
import { moments, scaled } from '../streams.ts';
import { drawAgentChanges, drawLogs, drawWorkEndpoints } from '../work-draw.ts';

/** A crash right after a log still comes before the healing. */
const HEALTHY_MS = 10;

export const agents: Profile = {
  name: 'agents',
  perMille: 1_000,
  draw: (streams) => {
    const { shape, work } = streams;
    const healAtMs = scaled(shape, 2 * MINUTE_MS, 20 * MINUTE_MS);
    const plans = drawWorkEndpoints(work);
    const habits = usualCalls(scaled(shape, 3, 30), Math.floor(healAtMs * 0.8), 20);
    const calls = drawCalls(streams.calls, new CallNumbers(), { ...habits, pauseMsMax: 5_000 });
    const logs = drawLogs(work, calls, healAtMs - HEALTHY_MS);
    const disturbed = shape.chance(67);
    const some = (make: () => Step[]) => (disturbed && shape.chance(50) ? make() : []);
    const many = () => scaled(shape, 1, 8);
    return {
      limits: drawLimits(streams.limits),
      disk: drawDisk(streams.disk),
      endpoints: plans,
      steps: [
        ...calls,
        ...logs,
        ...some(() => drawCrashes(streams.crashes, many(), healAtMs, 120_000)),
        ...some(() => drawCrashesAfter(streams.crashes, many(), logs, healAtMs)),
        ...some(() => drawDiskTrouble(streams.disk, shape.between(1, 3), healAtMs)),
        ...some(() => drawJumps(streams.clock, shape.between(1, 3), healAtMs)),
        ...some(() =>
          moments(streams.receivers, many(), 0, healAtMs).map((atMs) =>
            drawTrouble(streams.receivers, plans, atMs, healAtMs),
          ),
        ),
        ...some(() => drawHand(streams.operators, many(), healAtMs)),
        ...some(() => drawAgentChanges(streams.operators, plans, many(), healAtMs)),
      ],
      healAtMs,
    };
  },
};

type Draw = (stream: Parameters<typeof moments>[0], count: number, toMs: number) => Step[];

/** Launches among others are retried and cancelled by hand. */
const drawHand: Draw = (stream, count, toMs) =>
  moments(stream, count, 0, toMs).map((atMs): Step => {
    const pick = stream.between(0, 100_000);
    return { atMs, do: stream.chance(60) ? 'retry' : 'cancel', pick };
  });
