/**
 * `ringpost listen`: fetches the messages of a pull endpoint and forwards each to an address of
 * this machine, with the headers and signature of a webhook, so that a receiver is tried without a
 * public address. Without `--endpoint` it makes one and removes it at the end. What is not
 * forwarded when it ends is given back. Must never print the key.
 */
import { hostname } from 'node:os';
import { createInterface } from 'node:readline';
import type { Client } from '../../receiver/client/src/index.ts';
import type { Settings } from '../config/settings.ts';
import { messageOf } from '../core/error/service-error.ts';
import { isTrigger, TRIGGERS, type Trigger } from '../core/trigger/trigger.ts';
import type { Asked } from './asked.ts';
import { fail } from './fail.ts';
import { createForwarder } from './listen/forward.ts';
import { openListenEndpoint } from './listen/listen-endpoint.ts';
import { runMessageLoop } from './listen/message-loop.ts';
import { openServiceClient } from './service-client.ts';

/** How long the receiver may take to answer; a person with a debugger takes longer. */
const TIMEOUT_S = { default: 30, max: 290 } as const;
/** Beyond that, for the word on a message to arrive, also at a service that restarts. */
const SETTLE_S = 15;

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
    const { forward, timeoutS, triggers, replay } = wishOf(asked);
    // The loop reconnects by itself, so each request is sent once.
    const { client, url } = openServiceClient(settings, asked, { tries: 1 });
    const { endpoint } = asked.flags;
    const given = typeof endpoint === 'string' ? endpoint : null;
    const name = `ringpost listen on ${hostname()}`.slice(0, 100);
    const opened = await openListenEndpoint(client, { given, triggers, name, say });
    // Nothing is read any more when it ends, or the process would wait for the next line.
    const stopReading = replayTyped(client, opened.id);
    try {
      say(`listening on ${opened.id} at ${url}${opened.isOwn ? ', made for now' : ''}`);
      say(forward === null ? 'prints each message' : `forwards each message to ${forward}`);
      if (replay !== null) await replayOne(client, opened.id, replay);
      const receiver = forward === null ? null : { url: forward, timeoutMs: timeoutS * 1_000 };
      await runMessageLoop({
        client,
        endpoint: opened.id,
        leaseS: timeoutS + SETTLE_S,
        forward: createForwarder(receiver, say),
        say,
        stopping,
      });
    } finally {
      stopReading();
      await opened.close().catch((error: unknown) => {
        say(`${opened.id} stays until the next ringpost listen here: ${messageOf(error)}`);
      });
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
  readonly timeoutS: number;
  readonly triggers: readonly Trigger[];
  readonly replay: string | null;
}

function wishOf({ flags }: Asked): Wish {
  const { forward, print, timeout, triggers, replay } = flags;
  if (typeof forward !== 'string' && print !== true) {
    throw new Error(
      'Name the receiver with --forward http://localhost:3000/hooks, or use --print.',
    );
  }
  if (typeof forward === 'string' && !/^https?:\/\//.test(forward)) {
    throw new Error('--forward must be an address such as http://localhost:3000/hooks.');
  }
  const timeoutS = typeof timeout === 'string' ? Number(timeout) : TIMEOUT_S.default;
  if (!Number.isInteger(timeoutS) || timeoutS < 1 || timeoutS > TIMEOUT_S.max) {
    throw new Error(`--timeout must be a number of seconds from 1 to ${TIMEOUT_S.max}.`);
  }
  const names = typeof triggers === 'string' ? triggers.split(',') : [...TRIGGERS];
  const unknown = names.filter((each) => !isTrigger(each));
  if (unknown.length > 0) {
    throw new Error(`There is no trigger ${unknown.join(', ')}; GET /v1/triggers lists them.`);
  }
  return {
    forward: print === true || typeof forward !== 'string' ? null : forward,
    timeoutS,
    triggers: names.filter(isTrigger),
    replay: typeof replay === 'string' ? replay : null,
  };
}

/** A line with the id of a delivery sends it again. */
function replayTyped(client: Client, endpoint: string): () => void {
  const lines = createInterface({ input: process.stdin });
  lines.on('line', (line) => {
    const id = line.trim();
    if (id !== '') void replayOne(client, endpoint, id);
  });
  return () => {
    lines.close();
    process.stdin.unref?.();
  };
}

/** Only of the endpoint that is listened to: another one may be of production. */
async function replayOne(client: Client, endpoint: string, id: string): Promise<void> {
  try {
    const { endpointId } = await client.getDelivery({ path: { id } });
    if (endpointId !== endpoint) {
      say(`${id} is of ${endpointId}, not of ${endpoint}, so it stays as it is`);
      return;
    }
    await client.replayDelivery({ path: { id } });
    say(`${id} comes again`);
  } catch (error) {
    say(`${id} cannot come again: ${messageOf(error)}`);
  }
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
