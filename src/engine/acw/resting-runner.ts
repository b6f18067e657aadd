/**
 * The runner of a process that only serves the API. Other processes, the workers, execute the runs,
 * so this runner does nothing.
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
