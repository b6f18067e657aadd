/**
 * `ringpost listen`: fetches the messages of a pull endpoint and forwards each to an address of
 * this machine, with the headers and signature of a webhook, so that a receiver is tried without a
 * public address. Without `--endpoint` it makes one and removes it at the end. What is not
 * forwarded when it ends is given back. Must never print the key.
 */
import { hostname } from 'node:os';
import { createInterface } from 'node:readline';
import { ApiError, type Client, createClient } from '../../receiver/client/src/index.ts';
import type { Settings } from '../config/settings.ts';
import { isTrigger, TRIGGERS, type Trigger } from '../core/trigger/trigger.ts';
import type { Asked } from './asked.ts';
import { fail } from './fail.ts';
import { createForwarder, type Message } from './listen/forward.ts';
import { openListenEndpoint } from './listen/listen-endpoint.ts';
import { urlOf } from './setup-link.ts';

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
    const { client, url } = openClient(settings, asked);
    const { endpoint } = asked.flags;
    const given = typeof endpoint === 'string' ? endpoint : null;
    const name = `ringpost listen on ${hostname()}`.slice(0, 100);
    const opened = await openListenEndpoint(client, { given, triggers, name });
    try {
      say(`listening on ${opened.id} at ${url}${opened.isOwn ? ', made for now' : ''}`);
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

/** Reconnecting is this command's own, so each request is sent once. */
function openClient(settings: Settings, { flags }: Asked): { client: Client; url: string } {
  const key = typeof flags.key === 'string' ? flags.key : settings.apiKey;
  if (key === null) throw new Error('Set RINGPOST_API_KEY to a key of the project, or use --key.');
  const url = typeof flags.url === 'string' ? flags.url : urlOf(settings);
  if (!URL.canParse(url)) throw new Error('--url must be an address such as http://host:8080.');
  return { client: createClient({ url, key, tries: 1 }), url };
}

interface Wish {
  /** Null: messages are only printed. */
  readonly forward: string | null;
  readonly triggers: readonly Trigger[];
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
    triggers: names.filter(isTrigger),
    replay: typeof replay === 'string' ? replay : null,
  };
}

async function listen(
  client: Client,
  id: string,
  forwardOne: (message: Message) => Promise<object>,
  signal: AbortSignal,
): Promise<void> {
  const path = { id };
  const query = { wait: WAIT_S, lease: LEASE_S, max: MESSAGES_MAX };
  let failures = 0;
  while (!signal.aborted) {
    let messages: readonly Message[];
    try {
      ({ messages } = await client.pullMessages({ path, query, signal }));
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
        const said = { path, body: { leases: [message.lease], ...body } };
        await ('reason' in body
          ? client.failMessages(said)
          : client.acknowledgeMessages(said)
        ).catch((error: unknown) => say(`not settled, so it comes again: ${messageOf(error)}`));
      }),
    );
  }
}

/** A line with the id of a delivery sends it again. */
function replayTyped(client: Client): () => void {
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

async function replayOne(client: Client, id: string): Promise<void> {
  try {
    await client.replayDelivery({ path: { id } });
    say(`${id} comes again`);
  } catch (error) {
    say(`${id} cannot come again: ${messageOf(error)}`);
  }
}

/** No later try can help: the key, the endpoint or the address is wrong. */
function isFinal(error: unknown): boolean {
  return error instanceof ApiError && error.status < 500 && error.status !== 429;
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
