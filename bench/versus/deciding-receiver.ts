/**
 * A receiver for the small checks of `--versus`, which decides how each job is answered and records
 * which ones it accepted, in order. The plain benchmark's receiver accepts everything at once.
 */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Entry } from './contender.ts';
import { startContender } from './contender-client.ts';
import type { Job, JobSet } from './job.ts';
import type { Place } from './place.ts';

/** Libraries wait for seconds before they retry. */
const WAIT_MS_MAX = 90_000;

export interface Arrival extends Job {
  readonly accepted: boolean;
}

export interface DecidingReceiver {
  readonly url: string;
  /** The answers in order, once `wanted` jobs were accepted. */
  readonly all: Promise<readonly Arrival[]>;
  close(): void;
}

/** Whether a job is accepted, or gets 500; `before`: the answers so far. */
export type Decide = (job: Job, before: readonly Arrival[]) => boolean | Promise<boolean>;

/** What one contender did with these jobs, in the order of the answers. */
export async function decidedArrivals(
  { made }: Entry,
  place: Place,
  jobs: JobSet,
  decide: Decide,
): Promise<readonly Arrival[]> {
  const receiver = await startDecidingReceiver(jobs.count, decide);
  await place.aim(receiver.url);
  const contender = await startContender(made, { store: place.store, target: receiver.url });
  try {
    await contender.put(jobs);
    const arrivals = await receiver.all;
    await contender.stop();
    return arrivals;
  } finally {
    await contender.end();
    receiver.close();
  }
}

export async function startDecidingReceiver(
  wanted: number,
  decide: Decide,
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
