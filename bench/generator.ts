/**
 * The telephony platform of the benchmarks, a process of its own: posts reports of many calls to
 * the service, `batch` of them per request, and exits when all are answered 2xx. Prints the
 * percentiles of the time to the answer, and its own CPU time, as JSON.
 */
import { parseArgs } from 'node:util';
import { Pool } from 'undici';
import { API_KEY } from '../test/support/service-process.ts';
import { callbackOf, plainRequestsOf } from './callback.ts';
import { percentile } from './figures.ts';
import { statusOf, WHOLE_CALL } from './traffic.ts';

const { values } = parseArgs({
  options: {
    url: { type: 'string', default: '' },
    reports: { type: 'string', default: '10000' },
    batch: { type: 'string', default: '1' },
    connections: { type: 'string', default: '50' },
    endpoints: { type: 'string', default: '1' },
    first: { type: 'string', default: '0' },
    whole: { type: 'string', default: 'false' },
    prefix: { type: 'string', default: 'call' },
    adapter: { type: 'string', default: '' },
    source: { type: 'string', default: '' },
  },
});
/** Calls of one report each, without `whole`. */
const calls = Number(values.reports) / (values.whole === 'true' ? WHOLE_CALL.length : 1);
const batch = Number(values.batch);
const endpoints = Number(values.endpoints);
const pool = new Pool(values.url, { connections: Number(values.connections), pipelining: 1 });
const headers = { authorization: `Bearer ${API_KEY}`, 'content-type': 'application/json' };
const OVERLOAD_PAUSE_MS = 100;
const timesMs: number[] = [];
let next = 0;

/** The statuses of a call, in order; a call of `whole` has six. */
function statusesOf(call: number): readonly string[] {
  return values.whole === 'true' ? WHOLE_CALL : [statusOf(call, endpoints, Number(values.first))];
}

function reportOf(call: number, step: number): object {
  const status = statusesOf(call)[step];
  return { status, direction: 'OUTBOUND', callSid: `CA${call}`, clientId: 'order-1' };
}

/** Made before the first is posted: a platform's time to sign is not measured. */
const callbacks = values.adapter === '' ? [] : Array.from({ length: calls }, (_, at) => said(at));

/** A call's requests: its callback, or the plain requests of the same content. */
function said(call: number): readonly Posted[] {
  const { adapter, source, prefix } = values;
  const id = `${prefix}-${call}`;
  if (source === '') return plainRequestsOf(adapter, id).map((plain) => ({ ...plain, headers }));
  const { body, contentType, headers: own } = callbackOf(adapter, id);
  return [{ path: source, headers: { 'content-type': contentType, ...own }, body }];
}

interface Posted {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Posts `batch` calls, each report after the 202 of the one before it. */
async function loop(): Promise<void> {
  while (next < calls) {
    const first = next;
    next += batch;
    for (let step = 0; step < statusesOf(first).length; step += 1) await postStep(first, step);
  }
}

async function postStep(first: number, step: number): Promise<void> {
  const callback = callbacks[first];
  if (callback !== undefined) {
    for (const each of callback) await post(each);
    return;
  }
  const size = Math.min(batch, calls - first);
  const single = batch === 1;
  const path = single ? `/v1/calls/${values.prefix}-${first}/reports` : '/v1/reports';
  const items = Array.from({ length: size }, (_, offset) => ({
    callId: `${values.prefix}-${first + offset}`,
    ...reportOf(first + offset, step),
  }));
  const body = JSON.stringify(single ? reportOf(first, step) : { reports: items });
  await post({ path, headers, body });
}

/** An overloaded service answers 503; the report is posted again, as a platform would. */
async function post(posted: Posted): Promise<void> {
  for (;;) {
    const startMs = performance.now();
    const answer = await pool.request({ method: 'POST', ...posted });
    const text = await answer.body.text();
    if (answer.statusCode < 300) {
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
