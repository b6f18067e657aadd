/**
 * A receiver for the small checks of `--versus`, which decides how each job is answered and writes
 * down what it accepted, in order. The plain benchmark's receiver accepts everything at once.
 */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Job } from './job.ts';

/** Libraries wait for seconds before they try again. */
const WAIT_MS_MAX = 90_000;

export interface Arrival extends Job {
  readonly accepted: boolean;
}

export interface DecidingReceiver {
  readonly url: string;
  /** What was answered, in that order, once `wanted` jobs were accepted. */
  readonly all: Promise<readonly Arrival[]>;
  close(): void;
}

/** `decide`: whether a job is accepted, or 500; `before` is what was answered until now. */
export async function startDecidingReceiver(
  wanted: number,
  decide: (job: Job, before: readonly Arrival[]) => boolean | Promise<boolean>,
): Promise<DecidingReceiver> {
  const arrivals: Arrival[] = [];
  const done = Promise.withResolvers<readonly Arrival[]>();
  const timer = setTimeout(() => {
    done.reject(new Error(`not every job was accepted: ${JSON.stringify(arrivals)}`));
  }, WAIT_MS_MAX);
  const server = createServer(async (incoming, answer) => {
    const key = /"callId":"([^"]+)"/.exec(await textOf(incoming))?.[1] ?? '';
    const job = { key, sequence: Number(incoming.headers['webhook-sequence']) };
    const accepted = await decide(job, arrivals);
    arrivals.push({ ...job, accepted });
    answer.writeHead(accepted ? 200 : 500).end();
    if (arrivals.filter((arrival) => arrival.accepted).length >= wanted) done.resolve(arrivals);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server that listens on a port has such an address.
  const { port } = server.address() as AddressInfo;
  done.promise.catch(() => {});
  return {
    url: `http://127.0.0.1:${port}/hook`,
    all: done.promise,
    close() {
      clearTimeout(timer);
      server.closeAllConnections();
      server.close();
    },
  };
}

export function isSame(one: Job, other: Job): boolean {
  return one.key === other.key && one.sequence === other.sequence;
}

async function textOf(incoming: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of incoming) text += chunk;
  return text;
}
