/**
 * The loop of `ringpost listen`: fetches messages, hands each to the receiver and says to the
 * service how it went. A service that is away is asked again until it is back, also for a word on a
 * message, as long as its lease lasts: so a restart of the service repeats nothing.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { ApiError, type Client, type InputOf } from '../../../receiver/client/src/index.ts';
import { messageOf } from '../../core/error/service-error.ts';
import type { Message, Said } from './forward.ts';

export interface MessageLoop {
  readonly client: Client;
  readonly endpoint: string;
  /** Of a lease: how long the receiver may take, and the word on it to arrive. */
  readonly leaseS: number;
  readonly forward: (message: Message) => Promise<Said>;
  readonly say: (line: string) => void;
  /** Once it is aborted, no more messages are fetched; the answers of those out are waited for. */
  readonly stopping: AbortController;
}

const WAIT_S = 20;
/** Messages that the receiver has at one time. */
const MESSAGES_MAX = 10;
/** The waits after failures to reach the service; the last one repeats. */
const RECONNECT_MS = [500, 1_000, 2_000, 5_000, 10_000] as const;

/**
 * Resolves after the signal; rejects if no later try can help. That stops it as the signal does, so
 * that a signal while it waits for the receiver ends it at once.
 */
export async function runMessageLoop(loop: MessageLoop): Promise<void> {
  const { say, stopping } = loop;
  const { signal } = stopping;
  const atReceiver = new Set<Promise<void>>();
  const onAbort = (): void => {
    if (atReceiver.size > 0) say('waits for the receiver; Ctrl-C again ends at once');
  };
  signal.addEventListener('abort', onAbort);
  try {
    await fetchMessages(loop, atReceiver);
  } catch (error) {
    if (atReceiver.size > 0) say(messageOf(error));
    stopping.abort();
    throw error;
  } finally {
    await Promise.all(atReceiver);
    signal.removeEventListener('abort', onAbort);
  }
}

/** Fewer than MESSAGES_MAX late messages keep none of another call from being fetched. */
async function fetchMessages(loop: MessageLoop, atReceiver: Set<Promise<void>>): Promise<void> {
  const { client, endpoint, leaseS, forward, say } = loop;
  const { signal } = loop.stopping;
  const path = { id: endpoint };
  let failures = 0;
  while (!signal.aborted) {
    const max = MESSAGES_MAX - atReceiver.size;
    if (max === 0) {
      await Promise.race(atReceiver);
      continue;
    }
    let messages: readonly Message[];
    // After a failure the answer comes at once, to say that the service is there again.
    const wait = failures > 0 ? 0 : WAIT_S;
    try {
      const query = { wait, lease: leaseS, max };
      ({ messages } = await client.pullMessages({ path, query, signal }));
    } catch (error) {
      if (signal.aborted) return;
      if (isFinal(error)) throw error;
      if (failures === 0) say(`${messageOf(error)} Trying again …`);
      await pauseAfter(failures, signal);
      failures += 1;
      continue;
    }
    if (failures > 0) say('connected again');
    failures = 0;
    const untilMs = performance.now() + leaseS * 1_000;
    for (const message of messages) {
      const settled = forward(message)
        .then((said) => settle(loop, message, said, untilMs))
        .finally(() => atReceiver.delete(settled));
      atReceiver.add(settled);
    }
  }
}

async function settle(
  { client, endpoint, say, stopping }: MessageLoop,
  { lease, deliveryId }: Message,
  said: Said,
  untilMs: number,
): Promise<void> {
  const input: InputOf<'failMessages'> = {
    path: { id: endpoint },
    body: { leases: [lease], ...said },
    // Of all tries, so that the service answers a repeated word as it answered the first one.
    idempotencyKey: crypto.randomUUID(),
  };
  for (let failures = 0; ; failures += 1) {
    try {
      const settling = said.reason === undefined ? 'acknowledgeMessages' : 'failMessages';
      const { lost } = await client[settling](input);
      if (lost.length > 0) say(`${deliveryId}: its lease was over, so this counts as no answer`);
      return;
    } catch (error) {
      if (isFinal(error) || stopping.signal.aborted || performance.now() > untilMs) {
        say(`${deliveryId} is not settled, so it comes again: ${messageOf(error)}`);
        return;
      }
      await pauseAfter(failures, stopping.signal);
    }
  }
}

/** No later try can help: the key, the endpoint or the address is wrong. */
function isFinal(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.code === 'IDEMPOTENCY_KEY_RUNNING') return false;
  return error.status < 500 && error.status !== 429;
}

/** Resolves at once after the signal. */
async function pauseAfter(failures: number, signal: AbortSignal): Promise<void> {
  const forMs = RECONNECT_MS[Math.min(failures, RECONNECT_MS.length - 1)];
  await pause(forMs, undefined, { signal }).catch(() => {});
}
