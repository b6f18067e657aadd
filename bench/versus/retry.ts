/**
 * What a retry does to the order of its key, found out and not remembered: the first job of a key
 * is answered 500 once, and a receiver of its own writes down what comes when. The verdict is a
 * function of that list alone.
 */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Entry } from './contender.ts';
import { startContender } from './contender-client.ts';
import type { JobSet } from './job.ts';
import type { Place } from './place.ts';

/** Two keys of three jobs each; the first job of the first key fails once. */
const JOBS: JobSet = { count: 6, keys: 2, prefix: 'retry' };
const FAILS = { key: 'retry-0', sequence: 1 };
/** Libraries wait for seconds before they try again. */
const WAIT_MS_MAX = 90_000;

export interface Arrival {
  readonly key: string;
  readonly sequence: number;
  readonly accepted: boolean;
}

/** `overtaken`: a later job of the key was accepted before the one that failed. */
export type Verdict = 'blocks its key' | 'blocks every key' | 'is overtaken';

export async function tryRetry({ made }: Entry, place: Place): Promise<Verdict> {
  const receiver = await startFlakyReceiver();
  await place.aim(receiver.url);
  const contender = await startContender(made, { store: place.store, target: receiver.url });
  try {
    await contender.put(JOBS);
    const arrivals = await receiver.all;
    await contender.stop();
    return verdictOf(arrivals);
  } finally {
    await contender.end();
    receiver.close();
  }
}

export function verdictOf(arrivals: readonly Arrival[]): Verdict {
  const at = arrivals.findIndex(
    ({ key, sequence, accepted }) => accepted && key === FAILS.key && sequence === FAILS.sequence,
  );
  if (at < 0) throw new Error('the job that failed was never accepted');
  const before = arrivals.slice(0, at).filter(({ accepted }) => accepted);
  if (before.some(({ key }) => key === FAILS.key)) return 'is overtaken';
  return before.length === 0 ? 'blocks every key' : 'blocks its key';
}

interface FlakyReceiver {
  readonly url: string;
  /** What came, once every job was accepted. */
  readonly all: Promise<readonly Arrival[]>;
  close(): void;
}

async function startFlakyReceiver(): Promise<FlakyReceiver> {
  const arrivals: Arrival[] = [];
  const done = Promise.withResolvers<readonly Arrival[]>();
  const timer = setTimeout(() => {
    done.reject(new Error(`not every job was accepted: ${JSON.stringify(arrivals)}`));
  }, WAIT_MS_MAX);
  const server = createServer(async (incoming, answer) => {
    const key = /"callId":"([^"]+)"/.exec(await textOf(incoming))?.[1] ?? '';
    const sequence = Number(incoming.headers['webhook-sequence']);
    const fails = key === FAILS.key && sequence === FAILS.sequence;
    const accepted = !fails || arrivals.some((arrival) => isSame(arrival, { key, sequence }));
    arrivals.push({ key, sequence, accepted });
    answer.writeHead(accepted ? 200 : 500).end();
    if (arrivals.filter((arrival) => arrival.accepted).length >= JOBS.count) done.resolve(arrivals);
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

function isSame(one: Arrival, other: Pick<Arrival, 'key' | 'sequence'>): boolean {
  return one.key === other.key && one.sequence === other.sequence;
}

async function textOf(incoming: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of incoming) text += chunk;
  return text;
}
