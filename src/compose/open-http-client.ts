/**
 * Opens the HTTP client of the channels: in the event loop, or on sender threads where the machine
 * has cores for them. Several processes on PostgreSQL send on several cores by themselves.
 */
import { availableParallelism } from 'node:os';
import { createAddressProbe } from '../channel/address-probe.ts';
import { createGuard, type Guard } from '../channel/destination-guard.ts';
import { createHttpClient, type HttpClient } from '../channel/http-client.ts';
import { sendOnThreads } from '../channel/sender-threads.ts';
import type { Settings } from '../config/settings.ts';
import type { AddressProbe } from '../engine/ports/address-probe.ts';
import type { Clock } from '../engine/ports/clock.ts';
import { allStarted, startThread } from '../thread/start-thread.ts';

const ENTRY = new URL('./sender-worker.ts', import.meta.url);
/** The event loop and the writer of the store have a core each before a sender thread gets one. */
const CORES_TAKEN = 2;
/** One event loop cannot give work to more. */
const THREADS_MAX = 4;

interface OpenedClient {
  readonly http: HttpClient;
  readonly guard: Guard;
  readonly probeAddress: AddressProbe;
}

/** `own`: the origin of this process's inbox; null if it has none. */
export async function openHttpClient(
  settings: Pick<Settings, 'senderThreads' | 'databaseUrl' | 'allowTargets'>,
  own: string | null,
  clock: Clock,
  onFatal: (detail: string) => void,
): Promise<OpenedClient> {
  const target = { allow: settings.allowTargets, own };
  const guard = createGuard(target);
  const local = createHttpClient({ clock, guard });
  const usual = settings.databaseUrl === null ? spareCores() : 0;
  const count = settings.senderThreads ?? usual;
  const probeAddress = createAddressProbe({ http: local, clock });
  if (count === 0) return { http: local, guard, probeAddress };
  const starts = Array.from({ length: count }, () => startThread(ENTRY, target));
  const workers = await allStarted(starts);
  return { http: sendOnThreads(workers, local, onFatal), guard, probeAddress };
}

function spareCores(): number {
  return Math.min(THREADS_MAX, Math.max(0, availableParallelism() - CORES_TAKEN));
}
