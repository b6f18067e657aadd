/**
 * The loop of `ringpost listen`: fetches messages, hands each to the receiver and says to the
 * service how it went. A service that is away is asked again until it is back, also for a word on a
 * message, as long as its lease lasts: so a restart of the service repeats nothing.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { ApiError, type Client, type InputOf } from '../../../receiver/client/src/index.ts';
import { sentenceOf } from '../check.ts';
import type { Message, Said } from './forward.ts';

export interface MessageLoop {
  readonly client: Client;
  readonly endpoint: string;
  /** Of a lease: how long the receiver may take, and the word on it to arrive. */
  readonly leaseS: number;
  readonly forward: (message: Message) => Promise<Said>;
  readonly say: (line: string) => void;
  /** No more messages are fetched; the answers of those that are out are waited for. */
  readonly signal: AbortSignal;
}

const WAIT_S = 20;
const MESSAGES_MAX = 10;
/** The waits after failures to reach the service; the last one repeats. */
const RECONNECT_MS = [500, 1_000, 2_000, 5_000, 10_000] as const;

/** Resolves after the signal; rejects if no later try can help. */
export async function runMessageLoop(loop: MessageLoop): Promise<void> {
  const { client, endpoint, leaseS, forward, say, signal } = loop;
  const path = { id: endpoint };
  let failures = 0;
  while (!signal.aborted) {
    let messages: readonly Message[];
    // After a failure the answer comes at once, to say that the service is there again.
    const wait = failures > 0 ? 0 : WAIT_S;
    const query = { wait, lease: leaseS, max: MESSAGES_MAX };
    try {
      ({ messages } = await client.pullMessages({ path, query, signal }));
    } catch (error) {
      if (signal.aborted) return;
      if (isFinal(error)) throw error;
      if (failures === 0) say(`${sentenceOf(error)} Trying again …`);
      await pauseAfter(failures, signal);
      failures += 1;
      continue;
    }
    if (failures > 0) say('connected again');
    failures = 0;
    const untilMs = performance.now() + leaseS * 1_000;
    const stop = sayThatItWaits(messages.length, say, signal);
    await Promise.all(
      messages.map(async (message) => settle(loop, message, await forward(message), untilMs)),
    );
    stop();
  }
}

async function settle(
  { client, endpoint, say, signal }: MessageLoop,
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
      if (isFinal(error) || signal.aborted || performance.now() > untilMs) {
        say(`${deliveryId} is not settled, so it comes again: ${sentenceOf(error)}`);
        return;
      }
      await pauseAfter(failures, signal);
    }
  }
}

function sayThatItWaits(count: number, say: MessageLoop['say'], signal: AbortSignal): () => void {
  const onAbort = (): void => say('waits for the receiver; Ctrl-C again ends at once');
  if (count > 0) signal.addEventListener('abort', onAbort);
  return () => signal.removeEventListener('abort', onAbort);
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
