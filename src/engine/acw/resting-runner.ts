/**
 * The runner of a process that only serves the API: workers see to the runs. It has nothing to look
 * at, to end or to wait for.
 */
import type { Runner } from './runner.ts';

export function createRestingRunner(): Runner {
  return {
    start: () => {},
    wake: () => {},
    gauges: () => ({ runsInWork: 0, runsWaiting: 0, runsRunning: 0 }),
    stop: async () => {},
  };
}
