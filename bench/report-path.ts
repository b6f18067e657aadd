/**
 * The whole path: reports in over HTTP, verified 2xx out, durable in between (one delivery per
 * report). The service, the platform and the receiver are three processes.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { callApi, type ServiceProcess, startService } from '../test/support/service-process.ts';
import { startReceiver } from './receiver-process.ts';

const run = promisify(execFile);
const GENERATOR = fileURLToPath(new URL('./generator.ts', import.meta.url));
const POLL_MS = 5;
const WAIT_MS_MAX = 120_000;

export interface PathResult {
  readonly perSecond: number;
  /** Milliseconds from the request to its 202. */
  readonly p50: number;
  readonly p99: number;
  readonly unverified: number;
  readonly outOfOrder: number;
}

export async function runReportPath(reports: number, batch: number): Promise<PathResult> {
  const directory = await mkdtemp(join(tmpdir(), 'ringpost-bench-'));
  const receiver = await startReceiver();
  const service = await startService({ directory });
  try {
    await addEndpoint(service, `${receiver.url}/hook`, 50);
    await generate(service, 2_000, batch, 'warm-up');
    await received(receiver, 2_000);
    await receiver.reset();
    const startMs = performance.now();
    const times = await generate(service, reports, batch, 'call');
    const counts = await received(receiver, reports);
    const perSecond = reports / ((performance.now() - startMs) / 1_000);
    const { unverified, outOfOrder } = counts;
    return { perSecond, ...times, unverified, outOfOrder };
  } finally {
    await service.stop();
    receiver.stop();
    await rm(directory, { recursive: true, force: true });
  }
}

/** An endpoint on OUTBOUND_CALL_CANCELED, so that one report makes one delivery. */
export async function addEndpoint(
  service: ServiceProcess,
  target: string,
  concurrency: number,
): Promise<void> {
  const { status, body } = await callApi(service, 'POST', '/v1/endpoints', {
    name: 'bench',
    kind: 'custom',
    target,
    triggers: ['OUTBOUND_CALL_CANCELED'],
    auth: { method: 'bearer', token: 'bench-token' },
    pacing: { concurrency },
  });
  if (status !== 201) throw new Error(`endpoint not made: ${JSON.stringify(body)}`);
}

export async function generate(
  service: ServiceProcess,
  reports: number,
  batch: number,
  prefix: string,
): Promise<{ readonly p50: number; readonly p99: number }> {
  const flags = ['--url', service.url, '--reports', String(reports), '--batch', String(batch)];
  const { stdout } = await run(process.execPath, [GENERATOR, ...flags, '--prefix', prefix]);
  return JSON.parse(stdout);
}

async function received(
  receiver: Awaited<ReturnType<typeof startReceiver>>,
  wanted: number,
): ReturnType<typeof receiver.counts> {
  const deadlineMs = performance.now() + WAIT_MS_MAX;
  for (;;) {
    const counts = await receiver.counts();
    if (counts.received >= wanted) return counts;
    if (performance.now() > deadlineMs) throw new Error(`only ${counts.received} of ${wanted}`);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}
