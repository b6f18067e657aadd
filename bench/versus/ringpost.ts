/**
 * Ringpost as a contender: this process is the platform, which posts a report for each job, 50 a
 * request. The service sends by itself, so `work` does nothing. Reports of a key go through one
 * connection, one request after the other, so that they happen in order.
 */
import { Pool } from 'undici';
import { API_KEY } from '../../test/support/service-process.ts';
import { CONNECTIONS } from '../bare.ts';
import type { Contender } from './contender.ts';
import type { Job } from './job.ts';

const REPORTS_A_REQUEST = 50;
const OVERLOAD_PAUSE_MS = 100;

/** The id of an endpoint that gets what these reports fire. */
export const TRIGGER = 'OUTBOUND_CALL_ERROR';

export async function makeRingpost(store: string): Promise<Contender> {
  const pool = new Pool(store, { connections: CONNECTIONS, pipelining: 1 });
  return {
    async put(jobs) {
      await Promise.all(lanesOf(jobs).map((lane) => postInTurn(pool, lane)));
    },
    work: async () => async () => {},
    close: () => pool.close(),
  };
}

/** The jobs of each connection: every key belongs to one. */
function lanesOf(jobs: readonly Job[]): readonly (readonly Job[])[] {
  const connectionOf = new Map<string, number>();
  const lanes: Job[][] = Array.from({ length: CONNECTIONS }, () => []);
  for (const job of jobs) {
    const connection = connectionOf.get(job.key) ?? connectionOf.size % CONNECTIONS;
    connectionOf.set(job.key, connection);
    lanes[connection]?.push(job);
  }
  return lanes;
}

async function postInTurn(pool: Pool, jobs: readonly Job[]): Promise<void> {
  for (let first = 0; first < jobs.length; first += REPORTS_A_REQUEST) {
    const reports = jobs.slice(first, first + REPORTS_A_REQUEST).map(reportOf);
    await post(pool, JSON.stringify({ reports }));
  }
}

/** A report of an error without a status fires one trigger, however often the call has one. */
function reportOf({ key, sequence }: Job): object {
  const errors = [{ code: 'UNKNOWN_ERROR', timestamp: new Date(BASE_MS + sequence).toISOString() }];
  return { callId: key, direction: 'OUTBOUND', callSid: `CA${key}`, clientId: 'order-1', errors };
}

const BASE_MS = Date.now();

/** An overloaded service answers 503; the reports are posted again, as a platform would. */
async function post(pool: Pool, body: string): Promise<void> {
  const headers = { authorization: `Bearer ${API_KEY}`, 'content-type': 'application/json' };
  for (;;) {
    const answer = await pool.request({ method: 'POST', path: '/v1/reports', headers, body });
    const text = await answer.body.text();
    if (answer.statusCode === 202) return;
    if (answer.statusCode !== 503) throw new Error(`${answer.statusCode} ${text}`);
    await new Promise((resolve) => setTimeout(resolve, OVERLOAD_PAUSE_MS));
  }
}
