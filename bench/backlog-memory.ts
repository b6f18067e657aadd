/**
 * Memory with a backlog: reports of many calls to an endpoint whose receiver refuses connections,
 * so that everything waits. Reads the service's resident set from the kernel, before, at a tenth
 * and at the whole, and how long a restart on that backlog takes to be ready. Without a bound V8
 * lets heaps grow with the load instead of collecting; `BOUNDED_HEAP` shows what is really held.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ServiceProcess, startService } from '../test/support/service-process.ts';
import { generate } from './report-path.ts';
import { addEndpoint } from './traffic.ts';

const TRAFFIC = { batch: 500, endpoints: 1 };
export const BOUNDED_HEAP = '--max-old-space-size=384 --max-semi-space-size=16';
/** A port on loopback where nothing listens. */
const DEAD_TARGET = 'http://127.0.0.1:9/hook';

export interface BacklogResult {
  readonly warmMiB: number;
  readonly tenthMiB: number;
  readonly backlogMiB: number;
  readonly peakMiB: number;
  readonly restartMs: number;
  readonly restartedMiB: number;
}

/** `nodeOptions`: for the service's process. */
export async function runBacklogMemory(
  deliveries: number,
  nodeOptions: string,
): Promise<BacklogResult> {
  const directory = await mkdtemp(join(tmpdir(), 'ringpost-bench-'));
  const options = { directory, environment: { NODE_OPTIONS: nodeOptions } };
  let service = await startService(options);
  try {
    await addEndpoint(service, { target: DEAD_TARGET, concurrency: 20, number: 0 });
    await generate(service, { ...TRAFFIC, reports: 5_000, prefix: 'warm-up' });
    const warm = await memoryOf(service);
    await generate(service, { ...TRAFFIC, reports: deliveries / 10, prefix: 'tenth' });
    const tenth = await memoryOf(service);
    const rest = deliveries - deliveries / 10;
    await generate(service, { ...TRAFFIC, reports: rest, prefix: 'call' });
    const full = await memoryOf(service);
    await service.kill();
    const startMs = performance.now();
    service = await startService(options);
    const restartMs = performance.now() - startMs;
    const restarted = await memoryOf(service);
    return {
      warmMiB: warm.nowMiB,
      tenthMiB: tenth.nowMiB,
      backlogMiB: full.nowMiB,
      peakMiB: full.peakMiB,
      restartMs,
      restartedMiB: restarted.nowMiB,
    };
  } finally {
    await service.kill();
    await rm(directory, { recursive: true, force: true });
  }
}

async function memoryOf(service: ServiceProcess): Promise<{ nowMiB: number; peakMiB: number }> {
  const status = await readFile(`/proc/${service.pid}/status`, 'utf8');
  const kib = (name: string): number =>
    Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]);
  return { nowMiB: kib('VmRSS') / 1_024, peakMiB: kib('VmHWM') / 1_024 };
}
