/** A meter of an idle process; a test gives the gauges that it checks. */
import type { Gauges } from '../../src/observe/gauges.ts';
import { createMeter, type Meter } from '../../src/observe/meter.ts';

const AT_REST: Gauges = {
  inFlight: 0,
  residentHeads: 0,
  endpointsWithWork: 0,
  ownedShards: 64,
  runsInWork: 0,
  runsWaiting: 0,
  runsRunning: 0,
  queued: 0,
  commits: 0,
  operations: 0,
  backlog: null,
  projects: null,
  openAlerts: null,
};

export function meterOf(changes: Partial<Gauges> = {}, freeBytes: number | null = null): Meter {
  return createMeter({
    // Spread at each reading, so that getters are read again.
    gauges: () => ({ ...AT_REST, ...changes }),
    version: '1.2.3',
    adapters: ['twilio'],
    freeBytes: freeBytes === null ? null : async () => freeBytes,
  });
}
