/**
 * Opens the HTTP client of the channels: in the event loop, or on sender threads where the machine
 * has cores for them. Several processes on PostgreSQL send on several cores by themselves.
 */
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { createGuard, type Guard } from '../channel/destination-guard.ts';
import { createHttpClient, type HttpClient } from '../channel/http-client.ts';
import { sendOnThreads } from '../channel/sender-threads.ts';
import type { Settings } from '../config/settings.ts';
import type { Clock } from '../engine/ports/clock.ts';

const ENTRY = new URL('./sender-worker.ts', import.meta.url);
/** The event loop and the writer of the store have a core each before a sender thread gets one. */
const CORES_TAKEN = 2;
/** One event loop cannot give work to more. */
const THREADS_MAX = 4;

/** `own`: the origin of this process's inbox; null if it has none. */
export async function openHttpClient(
  settings: Pick<Settings, 'senderThreads' | 'databaseUrl' | 'allowTargets'>,
  own: string | null,
  clock: Clock,
  onFatal: (detail: string) => void,
): Promise<{ readonly http: HttpClient; readonly guard: Guard }> {
  const target = { allow: settings.allowTargets, own };
  const guard = createGuard(target);
  const local = createHttpClient({ clock, guard });
  const usual = settings.databaseUrl === null ? spareCores() : 0;
  const count = settings.senderThreads ?? usual;
  if (count === 0) return { http: local, guard };
  const workers = await Promise.all(Array.from({ length: count }, () => startThread(target)));
  return { http: sendOnThreads(workers, local, onFatal), guard };
}

function spareCores(): number {
  return Math.min(THREADS_MAX, Math.max(0, availableParallelism() - CORES_TAKEN));
}

/** Resolves when the thread takes posts. */
async function startThread(workerData: Parameters<typeof createGuard>[0]): Promise<Worker> {
  const worker = new Worker(ENTRY, { workerData });
  await once(worker, 'message');
  return worker;
}
