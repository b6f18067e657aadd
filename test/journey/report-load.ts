/**
 * Reports of new calls without a pause, in batches, for what must work while a service is busy.
 * Each batch was acknowledged before its calls are told.
 */
import assert from 'node:assert/strict';
import { callApi, type ServiceProcess } from '../support/service-process.ts';

const BATCH = 20;

interface Taken {
  readonly callId: string;
  /** When it was known to be acknowledged. */
  readonly atMs: number;
}

export interface ReportLoad {
  readonly taken: readonly Taken[];
  /** Resolves when so many calls are acknowledged. */
  until(count: number): Promise<void>;
  /** Resolves with all when the batch under way is acknowledged. */
  stop(): Promise<readonly Taken[]>;
}

/** `statuses`: of each call, one after the other. */
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
