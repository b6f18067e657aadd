/**
 * `node bench/capacity.ts [--store postgres] [--calls 2000]`: the cost of a call, on the embedded
 * store or on PostgreSQL, by the number of its reports and of endpoints that get them: bytes kept
 * and bytes written, memory of the service, connections. Each shape has a service and a database of
 * its own. The guide docs/guides/capacity.md has the figures that it prints.
 */
import { randomUUID } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { Pool } from 'undici';
import { startPostgres } from '../test/support/postgres.ts';
import { API_KEY } from '../test/support/service-process.ts';
import { type CapacityPlace, inDirectory, onServer } from './history/capacity-place.ts';
import { memoryOf } from './processor.ts';
import { FLAPPING } from './receiver-path.ts';
import { type ReceiverProcess, startReceiver } from './receiver-process.ts';
import { addEndpoint, WHOLE_CALL, WHOLE_CALL_TRIGGERS } from './traffic.ts';

/** Calls in one request. */
const BATCH = 50;
/** Requests in flight. */
const LOOPS = 4;
/** Calls before the measurement, so that pages are filled and tables have some history. */
const WARM_UP_CALLS = 500;
/** After each round the room of changed rows is given back, as a server does by itself in time. */
const ROUNDS = 5;
const POLL_MS = 50;
const WAIT_MS_MAX = 120_000;
/** Retries take seconds: the failing shape gets this part of the calls, in one round. */
const FAILING_SHARE = 0.25;
const RETRIES_MS = [1_000, 1_000, 1_000, 1_000, 1_000, 1_000];

const COLUMNS = [
  'reports',
  'endpoints',
  'deliveries',
  'refused',
  'kept',
  'written',
  'log, MiB',
  'memory, MiB',
  'connections',
];
const WIDTH = 13;

interface Shape {
  readonly statuses: readonly string[];
  readonly triggers: readonly string[];
  readonly endpoints: number;
  /** The receiver refuses half of all attempts. */
  readonly flapping: boolean;
}

interface Measured {
  readonly deliveries: number;
  readonly refused: number;
  readonly kept: number;
  readonly written: number;
  readonly logFile: number | null;
  readonly memoryMiB: number;
  readonly connections: number | null;
}

const ONE = { statuses: ['CALLING'], triggers: ['OUTBOUND_CALL_CALLING'], flapping: false };
const SIX = { statuses: WHOLE_CALL, triggers: WHOLE_CALL_TRIGGERS, flapping: false };
const SHAPES: readonly Shape[] = [
  ...[0, 1, 3].map((endpoints) => ({ ...ONE, endpoints })),
  ...[0, 1, 3].map((endpoints) => ({ ...SIX, endpoints })),
  { ...SIX, endpoints: 1, flapping: true },
];

const { values } = parseArgs({
  options: {
    store: { type: 'string', default: 'sqlite' },
    calls: { type: 'string', default: '2000' },
  },
});
const calls = Math.ceil(Number(values.calls) / BATCH / ROUNDS) * BATCH * ROUNDS;
if (values.store === 'postgres') {
  const server = await startPostgres(['max_wal_size=4GB', 'checkpoint_timeout=15min']);
  try {
    await measureAll('PostgreSQL', (work) => onServer(server, work));
  } finally {
    await server.close();
  }
} else await measureAll('embedded store', inDirectory);

async function measureAll(
  name: string,
  within: <Value>(work: (place: CapacityPlace) => Promise<Value>) => Promise<Value>,
): Promise<void> {
  const machine = `Node ${process.version}, ${availableParallelism()} cores`;
  console.log(`${name}, ${machine}, ${calls} calls of each shape; kept, written: bytes a call`);
  console.log(COLUMNS.map((each) => each.padStart(WIDTH)).join(''));
  const all: Measured[] = [];
  for (const shape of SHAPES) {
    const receiver = await startReceiver();
    try {
      const measured = await within((place) => measure(place, receiver, shape));
      all.push(measured);
      console.log(lineOf(shape, measured));
    } finally {
      receiver.stop();
    }
  }
  const [none, , , sixNone, six, sixThree, failing] = all;
  if (!none || !sixNone || !six || !sixThree || !failing) return;
  // From the two shapes that are furthest apart, where an unvacuumed server distorts least.
  const delivery = (sixThree.kept - sixNone.kept) / sixThree.deliveries;
  const report = (sixNone.kept - none.kept) / (WHOLE_CALL.length - 1);
  console.log(`a call with its first report ${Math.round(none.kept)} bytes`);
  console.log(`each further report ${Math.round(report)}`);
  console.log(`each delivery ${Math.round(delivery)}`);
  console.log(`each refused attempt ${Math.round((failing.kept - six.kept) / failing.refused)}`);
}

async function measure(
  place: CapacityPlace,
  receiver: ReceiverProcess,
  shape: Shape,
): Promise<Measured> {
  const target = `${receiver.url}${shape.flapping ? FLAPPING : '/hook'}`;
  for (let number = 0; number < shape.endpoints; number += 1) {
    const { triggers } = shape;
    const endpoint = { target, number, concurrency: 20, triggers, retryScheduleMs: RETRIES_MS };
    await addEndpoint(place.service, endpoint);
  }
  const { rounds, each, warmUp } = amountOf(shape);
  await play(place, shape, warmUp, 0);
  await place.tidy();
  const before = { kept: await place.kept(), written: await place.written() };
  const refusedBefore = (await receiver.counts()).refused;
  for (let round = 0; round < rounds; round += 1) {
    await play(place, shape, each, warmUp + round * each);
    await place.tidy();
  }
  const made = rounds * each;
  return {
    deliveries: shape.endpoints * shape.triggers.length,
    refused: ((await receiver.counts()).refused - refusedBefore) / made,
    kept: ((await place.kept()) - before.kept) / made,
    written: ((await place.written()) - before.written) / made,
    logFile: place.logFile(),
    memoryMiB: await memoryOf(place.service.pid),
    connections: await place.connections(),
  };
}

function amountOf({ flapping }: Shape) {
  if (!flapping) return { rounds: ROUNDS, each: calls / ROUNDS, warmUp: WARM_UP_CALLS };
  return { rounds: 1, each: Math.ceil((calls * FAILING_SHARE) / BATCH) * BATCH, warmUp: BATCH };
}

/** Posts these calls, each report after the answer to the one before, and waits. */
async function play(place: CapacityPlace, shape: Shape, count: number, done: number) {
  const pool = new Pool(place.service.url, { connections: LOOPS });
  let left = count;
  const loop = async (): Promise<void> => {
    while (left > 0) {
      left -= BATCH;
      const ids = Array.from({ length: BATCH }, () => randomUUID());
      for (const status of shape.statuses) await post(pool, ids, status);
    }
  };
  await Promise.all(Array.from({ length: LOOPS }, loop));
  await pool.close();
  const wanted = (done + count) * shape.endpoints * shape.triggers.length;
  const deadlineMs = performance.now() + WAIT_MS_MAX;
  while ((await place.ended()) < wanted) {
    if (performance.now() > deadlineMs) throw new Error(`did not end: ${JSON.stringify(shape)}`);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

/** Like a platform that names its calls and repeats unanswered requests. */
async function post(pool: Pool, ids: readonly string[], status: string): Promise<void> {
  const reports = ids.map((callId) => ({
    callId,
    status,
    direction: 'OUTBOUND',
    callSid: `CA${callId.replaceAll('-', '')}`,
    clientId: `order_${callId.slice(0, 6)}`,
    reportId: `${callId}-${status}`,
  }));
  const answer = await pool.request({
    method: 'POST',
    path: '/v1/reports',
    headers: { authorization: `Bearer ${API_KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify({ reports }),
  });
  const text = await answer.body.text();
  if (answer.statusCode !== 202) throw new Error(`${answer.statusCode} ${text}`);
}

function lineOf({ statuses, endpoints }: Shape, measured: Measured): string {
  const { deliveries, refused, kept, written, logFile, memoryMiB, connections } = measured;
  const log = logFile === null ? null : (logFile / 1_024 ** 2).toFixed(1);
  const figures = [statuses.length, endpoints, deliveries, refused.toFixed(1)];
  const bytes = [kept, written].map(Math.round);
  return [...figures, ...bytes, log, Math.round(memoryMiB), connections]
    .map((each) => String(each ?? '-').padStart(WIDTH))
    .join('');
}
