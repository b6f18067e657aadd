/**
 * `ringpost listen`: fetches the messages of a pull endpoint and forwards each to an address of
 * this machine, with the headers and signature of a webhook, so that a receiver is tried without a
 * public address. Without `--endpoint` it makes one and removes it at the end. What is not
 * forwarded when it ends is given back. Must never print the key.
 */
import { hostname } from 'node:os';
import { createInterface } from 'node:readline';
import type { Settings } from '../config/settings.ts';
import { isTrigger, TRIGGERS } from '../core/trigger/trigger.ts';
import { createServiceClient, type ServiceClient } from './apply/service-client.ts';
import type { Asked } from './asked.ts';
import { fail } from './fail.ts';
import { createForwarder, type Message } from './listen/forward.ts';
import { openListenEndpoint } from './listen/listen-endpoint.ts';

const WAIT_S = 20;
const LEASE_S = 60;
const MESSAGES_MAX = 10;
/** The waits after failures to reach the service; the last one repeats. */
const RECONNECT_MS = [500, 1_000, 2_000, 5_000, 10_000] as const;

export async function runListen(settings: Settings, asked: Asked): Promise<void> {
  const stopping = new AbortController();
  const onSignal = (): void => {
    // A second signal ends it at once; the leases end by themselves.
    if (stopping.signal.aborted) process.exit(130);
    stopping.abort();
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  try {
    const { forward, triggers, replay } = wishOf(asked);
    const client = createServiceClient(settings, asked);
    const { endpoint } = asked.flags;
    const given = typeof endpoint === 'string' ? endpoint : null;
    const name = `ringpost listen on ${hostname()}`.slice(0, 100);
    const opened = await openListenEndpoint(client, { given, triggers, name });
    try {
      say(`listening on ${opened.id} at ${client.url}${opened.isOwn ? ', made for now' : ''}`);
      say(forward === null ? 'prints each message' : `forwards each message to ${forward}`);
      const stopReading = replayTyped(client);
      if (replay !== null) await replayOne(client, replay);
      await listen(client, opened.id, createForwarder(forward, say), stopping.signal);
      stopReading();
    } finally {
      await opened.close();
    }
    say('ended');
  } catch (error) {
    fail(error);
  } finally {
    process.off('SIGINT', onSignal);
    process.off('SIGTERM', onSignal);
  }
}

interface Wish {
  /** Null: messages are only printed. */
  readonly forward: string | null;
  readonly triggers: readonly string[];
  readonly replay: string | null;
}

function wishOf({ flags }: Asked): Wish {
  const { forward, print, triggers, replay } = flags;
  if (typeof forward !== 'string' && print !== true) {
    throw new Error(
      'Name the receiver with --forward http://localhost:3000/hooks, or use --print.',
    );
  }
  if (typeof forward === 'string' && !/^https?:\/\//.test(forward)) {
    throw new Error('--forward must be an address such as http://localhost:3000/hooks.');
  }
  const names = typeof triggers === 'string' ? triggers.split(',') : [...TRIGGERS];
  const unknown = names.filter((each) => !isTrigger(each));
  if (unknown.length > 0) {
    throw new Error(`There is no trigger ${unknown.join(', ')}; GET /v1/triggers lists them.`);
  }
  return {
    forward: print === true || typeof forward !== 'string' ? null : forward,
    triggers: names,
    replay: typeof replay === 'string' ? replay : null,
  };
}

async function listen(
  client: ServiceClient,
  id: string,
  forwardOne: (message: Message) => Promise<object>,
  signal: AbortSignal,
): Promise<void> {
  const path = `/v1/endpoints/${id}/messages`;
  const query = `?wait=${WAIT_S}&lease=${LEASE_S}&max=${MESSAGES_MAX}`;
  let failures = 0;
  while (!signal.aborted) {
    let messages: readonly Message[];
    try {
      const answer = await client.get(`${path}${query}`, signal);
      // The shape of this answer is that of the API's document.
      messages = (answer as unknown as { messages: readonly Message[] }).messages;
    } catch (error) {
      if (signal.aborted) return;
      if (isFinal(error)) throw error;
      if (failures === 0) say(`${messageOf(error)} Trying again …`);
      await pause(RECONNECT_MS[Math.min(failures, RECONNECT_MS.length - 1)] ?? 500, signal);
      failures += 1;
      continue;
    }
    if (failures > 0) say('connected again');
    failures = 0;
    await Promise.all(
      messages.map(async (message) => {
        const body = await forwardOne(message);
        const how = 'reason' in body ? 'fail' : 'ack';
        const settlement = { leases: [message.lease], ...body };
        await client
          .send('POST', `${path}/${how}`, settlement)
          .catch((error: unknown) => say(`not settled, so it comes again: ${messageOf(error)}`));
      }),
    );
  }
}

/** A line with the id of a delivery sends it again. */
function replayTyped(client: ServiceClient): () => void {
  const lines = createInterface({ input: process.stdin });
  lines.on('line', (line) => {
    const id = line.trim();
    if (id !== '') void replayOne(client, id);
  });
  return () => {
    lines.close();
    process.stdin.unref?.();
  };
}

async function replayOne(client: ServiceClient, id: string): Promise<void> {
  try {
    await client.send('POST', `/v1/deliveries/${encodeURIComponent(id)}/replay`);
    say(`${id} comes again`);
  } catch (error) {
    say(`${id} cannot come again: ${messageOf(error)}`);
  }
}

/** No later try can help: the key, the endpoint or the address is wrong. */
function isFinal(error: unknown): boolean {
  const status = error instanceof Error && 'status' in error ? Number(error.status) : 0;
  return status >= 400 && status < 500 && status !== 408 && status !== 429;
}

function pause(forMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, forMs);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
