/**
 * The telephony platform of the benchmarks, a process of its own: posts reports of many calls to
 * the service, `batch` of them per request, and exits when all are answered 202. Prints the
 * percentiles of the time to 202, and what CPU it took itself, as JSON.
 */
import { parseArgs } from 'node:util';
import { Pool } from 'undici';
import { API_KEY } from '../test/support/service-process.ts';
import { percentile } from './figures.ts';
import { statusOf } from './traffic.ts';

const { values } = parseArgs({
  options: {
    url: { type: 'string', default: '' },
    reports: { type: 'string', default: '10000' },
    batch: { type: 'string', default: '1' },
    connections: { type: 'string', default: '50' },
    endpoints: { type: 'string', default: '1' },
    first: { type: 'string', default: '0' },
    prefix: { type: 'string', default: 'call' },
  },
});
const reports = Number(values.reports);
const batch = Number(values.batch);
const endpoints = Number(values.endpoints);
const pool = new Pool(values.url, { connections: Number(values.connections), pipelining: 1 });
const headers = { authorization: `Bearer ${API_KEY}`, 'content-type': 'application/json' };
const OVERLOAD_PAUSE_MS = 100;
const timesMs: number[] = [];
let next = 0;

function reportOf(number: number): object {
  const status = statusOf(number, endpoints, Number(values.first));
  return { status, direction: 'OUTBOUND', callSid: `CA${number}`, clientId: 'order-1' };
}

async function loop(): Promise<void> {
  while (next < reports) {
    const first = next;
    next += batch;
    const size = Math.min(batch, reports - first);
    const single = batch === 1;
    const path = single ? `/v1/calls/${values.prefix}-${first}/reports` : '/v1/reports';
    const items = Array.from({ length: size }, (_, offset) => ({
      callId: `${values.prefix}-${first + offset}`,
      ...reportOf(first + offset),
    }));
    const body = JSON.stringify(single ? reportOf(first) : { reports: items });
    await post(path, body);
  }
}

/** An overloaded service says 503; the report is posted again, as a platform would. */
async function post(path: string, body: string): Promise<void> {
  for (;;) {
    const startMs = performance.now();
    const answer = await pool.request({ method: 'POST', path, headers, body });
    const text = await answer.body.text();
    if (answer.statusCode === 202) {
      timesMs.push(performance.now() - startMs);
      return;
    }
    if (answer.statusCode !== 503) throw new Error(`${answer.statusCode} ${text}`);
    await new Promise((resolve) => setTimeout(resolve, OVERLOAD_PAUSE_MS));
  }
}

await Promise.all(Array.from({ length: Number(values.connections) }, loop));
timesMs.sort((a, b) => a - b);
const { user, system } = process.cpuUsage();
process.stdout.write(
  JSON.stringify({
    p50: percentile(timesMs, 0.5),
    p99: percentile(timesMs, 0.99),
    cpuMs: (user + system) / 1_000,
  }),
);
await pool.close();
