/**
 * The whole path: reports in over HTTP, verified 2xx out, durable in between (one delivery per
 * report). Service, platform and receiver are processes of their own; `line.ts` sets them up.
 */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { ServiceProcess } from '../test/support/service-process.ts';
import type { Line } from './line.ts';
import { type Parts, processorMs, quietMs } from './processor.ts';
import type { ReceiverProcess } from './receiver-process.ts';

const run = promisify(execFile);
const GENERATOR = fileURLToPath(new URL('./generator.ts', import.meta.url));
const POLL_MS = 5;
const WAIT_MS_MAX = 120_000;

export interface PathLoad {
  readonly reports: number;
  /** Reports per request. */
  readonly batch: number;
  /** The warm-up before the measurement, in which every process compiles its hot code. */
  readonly warmUp: number;
  /** The prefix of call ids, if the same service is measured again; if missing, `call`. */
  readonly calls?: string;
  /** The form of reports; if missing, that of `traffic.ts`. */
  readonly callbacks?: Callbacks;
}

export interface Callbacks {
  readonly adapter: string;
  /** The path of the source to which they are posted; empty: plain reports of the same content. */
  readonly source: string;
}

export interface PathResult {
  readonly perSecond: number;
  /** Milliseconds from the request to its 202. */
  readonly p50: number;
  readonly p99: number;
  readonly unverified: number;
  readonly outOfOrder: number;
  /** Microseconds of CPU per delivery, for each part of the line. */
  readonly cpuUs: ReadonlyMap<string, number>;
}

export async function measurePath(line: Line, load: PathLoad): Promise<PathResult> {
  const { service, receiver, parts } = line;
  const { reports, batch, warmUp, calls = 'call', callbacks = {} } = load;
  const traffic = { batch, endpoints: line.endpoints.length, ...callbacks };
  await generate(service, { reports: warmUp, prefix: `${calls}-warm-up`, ...traffic });
  await received(receiver, warmUp);
  const before = await restedMs(parts);
  await receiver.reset();
  const startMs = performance.now();
  const sent = await generate(service, { reports, prefix: calls, ...traffic });
  const counts = await received(receiver, reports);
  const perSecond = reports / ((performance.now() - startMs) / 1_000);
  const used = await usedSince(before, parts, reports);
  const cpuUs = new Map([...used, ['platform', (sent.cpuMs * 1_000) / reports] as const]);
  const { p50, p99 } = sent;
  const { unverified, outOfOrder } = counts;
  return { perSecond, p50, p99, unverified, outOfOrder, cpuUs };
}

/** Milliseconds of CPU of each part so far, once the service has written every outcome. */
export async function restedMs(parts: Parts): Promise<ReadonlyMap<string, number>> {
  const { receiver, postgres, ...services } = parts;
  const quiet = await quietMs(services);
  const others = { ...(receiver && { receiver }), ...(postgres && { postgres }) };
  return new Map([...quiet, ...(await processorMs(others))]);
}

/** Microseconds of CPU of each part, divided by `count`. */
export async function usedSince(
  before: ReadonlyMap<string, number>,
  parts: Parts,
  count: number,
): Promise<ReadonlyMap<string, number>> {
  const after = await restedMs(parts);
  return new Map(
    [...after].map(([part, ms]) => [part, ((ms - (before.get(part) ?? 0)) * 1_000) / count]),
  );
}

export interface Traffic extends Partial<Callbacks> {
  readonly reports: number;
  readonly batch: number;
  /** The prefix of call ids. */
  readonly prefix: string;
  readonly endpoints: number;
  /** The number of the first of these endpoints; if missing, 0. */
  readonly first?: number;
  /** Each call has all of `WHOLE_CALL`, and a request has `batch` calls. */
  readonly whole?: boolean;
}

export async function generate(
  service: Pick<ServiceProcess, 'url'>,
  traffic: Traffic,
): Promise<{ readonly p50: number; readonly p99: number; readonly cpuMs: number }> {
  const flags = Object.entries({ url: service.url, ...traffic }).flatMap(([name, value]) => [
    `--${name}`,
    String(value),
  ]);
  const { stdout } = await run(process.execPath, [GENERATOR, ...flags]);
  return JSON.parse(stdout);
}

/** Resolves when this many requests were answered 200; rejects if none was for `waitMsMax`. */
export async function received(
  receiver: ReceiverProcess,
  wanted: number,
  waitMsMax = WAIT_MS_MAX,
): ReturnType<typeof receiver.counts> {
  let last = 0;
  let deadlineMs = performance.now() + waitMsMax;
  for (;;) {
    const counts = await receiver.counts();
    if (counts.received >= wanted) return counts;
    if (counts.received > last) deadlineMs = performance.now() + waitMsMax;
    last = counts.received;
    if (performance.now() > deadlineMs) throw new Error(`only ${counts.received} of ${wanted}`);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}
