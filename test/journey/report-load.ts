/**
 * Reports new calls without a pause, in batches, as load on a service. A call is listed only when
 * its batch was acknowledged.
 */
import assert from 'node:assert/strict';
import { callApi, type ServiceProcess } from '../support/service-process.ts';

const BATCH = 20;

interface Taken {
  readonly callId: string;
  /** When its acknowledgement was received. */
  readonly atMs: number;
}

export interface ReportLoad {
  readonly taken: readonly Taken[];
  /** Resolves when this many calls are acknowledged. */
  until(count: number): Promise<void>;
  /** Stops; resolves with all calls when the current batch is acknowledged. */
  stop(): Promise<readonly Taken[]>;
}

/** `statuses`: those of each call, one after the other. */
export function startReportLoad(service: ServiceProcess, statuses: readonly string[]): ReportLoad {
  const taken: Taken[] = [];
  let stopped = false;
  let look = (): void => {};
  const going = (async () => {
    for (let batch = 0; !stopped; batch += 1) {
      const calls = Array.from({ length: BATCH }, (_, n) => `b${batch}-${n}`);
      for (const status of statuses) {
        const reports = calls.map((callId) => ({ callId, direction: 'OUTBOUND', status }));
        const answer = await callApi(service, 'POST', '/v1/reports', { reports });
        assert.equal(answer.status, 202, JSON.stringify(answer.body));
      }
      const atMs = performance.now();
      taken.push(...calls.map((callId) => ({ callId, atMs })));
      look();
    }
  })();
  return {
    taken,
    until: (count) => {
      const enough = new Promise<void>((resolve) => {
        look = () => {
          if (taken.length >= count) resolve();
        };
        look();
      });
      return Promise.race([enough, going]);
    },
    stop: async () => {
      stopped = true;
      await going;
      return taken;
    },
  };
}
