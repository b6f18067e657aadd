/**
 * How soon a webhook leaves at low load: single reports at a steady pace, and for each the time
 * from its 202 to the first byte at the receiver; negative if the webhook came first. This process
 * is the platform.
 */
import { Pool } from 'undici';
import { API_KEY } from '../test/support/service-process.ts';
import { percentile } from './figures.ts';
import type { Line } from './line.ts';
import { received } from './report-path.ts';
import { statusOf } from './traffic.ts';

const WARM_UP = 400;
const HEADERS = { authorization: `Bearer ${API_KEY}`, 'content-type': 'application/json' };

export interface LowLoad {
  readonly reports: number;
  readonly perSecond: number;
}

/** Milliseconds: to the 202, from it to the first byte, and the sum. */
export interface Latency {
  readonly answered: { readonly p50: number; readonly p99: number };
  readonly arrived: { readonly p50: number; readonly p99: number };
  readonly total: { readonly p50: number; readonly p99: number };
}

export async function measureLatency(line: Line, load: LowLoad): Promise<Latency> {
  const pool = new Pool(line.service.url, { connections: 8, pipelining: 1 });
  await pace(line, pool, { ...load, reports: WARM_UP }, 'warm-up');
  await line.receiver.reset();
  await line.receiver.watch();
  const times = await pace(line, pool, load, 'call');
  await pool.close();
  const arrivals = await line.receiver.arrivals();
  const since = (pick: keyof Times): number[] =>
    arrivals.map(([call, atMs]) => atMs - (times.get(call)?.[pick] ?? Number.NaN));
  const answered = [...times.values()].map(({ sentMs, answeredMs }) => answeredMs - sentMs);
  return {
    answered: sharesOf(answered),
    arrived: sharesOf(since('answeredMs')),
    total: sharesOf(since('sentMs')),
  };
}

interface Times {
  readonly sentMs: number;
  readonly answeredMs: number;
}

/** Sends each report at its time, whether or not earlier ones were answered. */
async function pace(
  { service, endpoints, receiver }: Line,
  pool: Pool,
  { reports, perSecond }: LowLoad,
  prefix: string,
): Promise<ReadonlyMap<string, Times>> {
  const times = new Map<string, Times>();
  const post = async (number: number): Promise<void> => {
    const call = `${prefix}-${number}`;
    const status = statusOf(number, endpoints.length);
    const body = JSON.stringify({ status, direction: 'OUTBOUND', callSid: `CA${number}` });
    const path = `${new URL(service.url).pathname}v1/calls/${call}/reports`;
    const sentMs = nowMs();
    const answer = await pool.request({ method: 'POST', path, headers: HEADERS, body });
    times.set(call, { sentMs, answeredMs: nowMs() });
    const text = await answer.body.text();
    if (answer.statusCode !== 202) throw new Error(`${answer.statusCode} ${text}`);
  };
  const startMs = nowMs();
  const posted: Promise<void>[] = [];
  for (let number = 0; number < reports; number += 1) {
    const waitMs = startMs + (number * 1_000) / perSecond - nowMs();
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
    posted.push(post(number));
  }
  await Promise.all(posted);
  await received(receiver, reports);
  return times;
}

/** The monotonic clock, which all processes of a machine share. */
function nowMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}

function sharesOf(values: readonly number[]): { readonly p50: number; readonly p99: number } {
  const sorted = [...values].sort((one, other) => one - other);
  return { p50: percentile(sorted, 0.5), p99: percentile(sorted, 0.99) };
}
