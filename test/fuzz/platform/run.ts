/**
 * A run: the real process with a source for each description of each adapter, several clients that
 * send the platforms' requests, unchanged and spoiled, and the judge of the general fuzz. Ends at
 * the number of requests, or at the first fault with the shortest requests that show it.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { TRIGGERS } from '../../../src/core/trigger/trigger.ts';
import {
  API_KEY,
  callApi,
  type ServiceProcess,
  startService,
} from '../../support/service-process.ts';
import { databaseFaults } from '../aftermath.ts';
import { child, itemsOf, type Operation, operationsOf } from '../document.ts';
import { curlOf, type Wire } from '../draft.ts';
import { INSPECTABLE, keptMiB, openInspector } from '../kept-memory.ts';
import { type Judge, judgeOf } from '../oracle.ts';
import { startReceiver } from '../receiver.ts';
import type { Failure } from '../run.ts';
import { Line } from '../socket.ts';
import { descriptions } from './description.ts';
import { DIVISION_NAMES, type Division, showsNumber } from './number.ts';
import { type Platform, type Saying, wireOf } from './sent.ts';
import { spoils } from './spoil.ts';

export interface PlatformRun {
  readonly requests: number;
  /** Those of them that chance drew; the others are the same in each run. */
  readonly atRandom: number;
  readonly failures: readonly Failure[];
  /** The counts by the name of the adapter. */
  readonly seen: ReadonlyMap<string, Seen>;
  /** MiB of the service: after a tenth of the requests, and at the end; null if not measured. */
  readonly memoryMiB: { readonly early: number; readonly late: number } | null;
  readonly delivered: number;
}

/** Counts of answers. */
export interface Seen {
  taken: number;
  refused: number;
  /** Sayings that the platform's own code could not say. */
  unsaid: number;
}

export interface PlatformFuzzOptions {
  readonly seed: number;
  /** In all; each event unchanged and with divided numbers is sent even beyond this number. */
  readonly requests: number;
  /** Numbers are divided in one way only, and no agent works on the call logs. */
  readonly short?: boolean;
  /** Whether to measure the memory of the process, which takes some seconds. */
  readonly memory: boolean;
  /** Another copy of `src/main.js`, with a fault planted. */
  readonly main?: string;
}

interface World {
  readonly options: PlatformFuzzOptions;
  readonly service: ServiceProcess;
  readonly platforms: readonly Platform[];
  readonly judges: ReadonlyMap<string, Judge>;
  readonly failures: Failure[];
  readonly seen: ReadonlyMap<string, Seen>;
  sent: number;
  atRandom: number;
}

const CLIENTS = 4;
const SAYINGS_MAX = 4;
const SEQUENCES_PER_BATCH = 50;
/** The most sequences that are tried to shorten a failing one. */
const SHRINKS_MAX = 400;
const WARM_REQUESTS = 2_500;
const BASE = 'http://fuzz.invalid';
const MASTER_KEY = 'Y2FuYXJ5LW1hc3Rlci1rZXktMzItYnl0ZXMtbG9uZyE=';
const ERROR = /"level":"(?:error|fatal)"/;

export async function runPlatformFuzz(options: PlatformFuzzOptions): Promise<PlatformRun> {
  const directory = await mkdtemp(join(tmpdir(), 'ringpost-platforms-'));
  const receiver = await startReceiver();
  const given = await descriptions();
  const secrets = [
    ...new Set(given.flatMap((each) => [each.secrets[0], each.secrets[1]])),
    API_KEY,
    MASTER_KEY,
  ];
  const told = new Set<string>();
  const service = await startService({
    directory,
    ...(options.main === undefined ? {} : { main: options.main }),
    environment: {
      RINGPOST_PUBLIC_URL: BASE,
      RINGPOST_MASTER_KEY: MASTER_KEY,
      RINGPOST_LOG_LEVEL: 'debug',
      ...(options.memory ? INSPECTABLE : {}),
    },
    onLine: (line) => {
      for (const fault of lineFaults(line, secrets)) told.add(fault);
    },
  });
  try {
    const operations = operationsOf((await callApi(service, 'GET', '/openapi.json')).body);
    await listen(service, receiver.url, options.short === true);
    const platforms: Platform[] = [];
    for (const each of given) platforms.push(await platformOf(service, each));
    const world: World = {
      options,
      service,
      platforms,
      judges: new Map(
        given.map(({ adapter }) => [adapter.name, judge(operations, secrets, adapter)]),
      ),
      failures: [],
      seen: new Map(
        given.map(({ adapter }) => [adapter.name, { taken: 0, refused: 0, unsaid: 0 }]),
      ),
      sent: 0,
      atRandom: 0,
    };
    const memoryMiB = await played(world, secrets);
    world.failures.push(...(await shownFailures(world, secrets)));
    const code = await service.stop();
    const faults = [
      ...(code === 0 ? [] : [`the service ended with ${code}`]),
      ...[...told].slice(0, 5),
      ...databaseFaults(directory),
    ];
    if (faults.length > 0) world.failures.push({ faults, commands: [], seed: options.seed });
    const { failures, seen, sent: requests, atRandom } = world;
    return { requests, atRandom, failures, seen, memoryMiB, delivered: receiver.requests() };
  } finally {
    await service.kill();
    await receiver.close();
    await rm(directory, { recursive: true });
  }
}

function judge(
  operations: readonly Operation[],
  secrets: readonly string[],
  { statusOf }: Platform['given']['adapter'],
): Judge {
  return judgeOf({ operations, secrets, statusOf });
}

function lineFaults(line: string, secrets: readonly string[]): readonly string[] {
  const shown = secrets.filter((secret) => line.includes(secret));
  return [
    ...shown.map((secret) => `the log shows the secret ${secret.slice(0, 12)}...`),
    ...(showsNumber(line) ? [`the log shows a number: ${line.slice(0, 300)}`] : []),
    ...(ERROR.test(line) ? [`the log says: ${line.slice(0, 600)}`] : []),
  ];
}

const ANALYZER = { name: 'analyzer', kind: 'builtin-analyzer', triggers: ['CALL_LOG_CREATED'] };

/** Makes endpoints that get deliveries of all calls, facts and logs included. */
async function listen(service: ServiceProcess, url: string, isShort: boolean): Promise<void> {
  const target = `${url}/ok`;
  const triggers = TRIGGERS.filter((trigger) => trigger !== 'ACW_COMPLETED');
  const custom = { kind: 'custom', target, auth: { method: 'hmac-sha256' }, triggers };
  const endpoints = [
    { name: 'one', ...custom },
    { name: 'two', payloadVersion: 2, ...custom },
    ...(isShort ? [] : [ANALYZER]),
  ];
  for (const endpoint of endpoints) {
    const { status, body } = await callApi(service, 'POST', '/v1/endpoints', endpoint);
    if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`);
  }
}

async function platformOf(service: ServiceProcess, given: Platform['given']): Promise<Platform> {
  const [secret, previousSecret] = given.secrets;
  const { status, body } = await callApi(service, 'POST', '/v1/sources', {
    name: given.adapter.name,
    adapter: given.adapter.name,
    secret,
    previousSecret,
    previousSecretEndsAt: new Date(Date.now() + 3_600_000).toISOString(),
    settings: given.settings ?? null,
  });
  if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`);
  return {
    given,
    base: BASE,
    path: `/v1/ingest/${given.adapter.name}/${String(child(body, 'id'))}`,
    events: [...given.events.map(({ event }) => event), ...given.unknown, ...given.strange],
  };
}

/** Sends every event unchanged, then randomly spoiled ones. */
async function played(world: World, secrets: readonly string[]): Promise<PlatformRun['memoryMiB']> {
  const { options, service } = world;
  const inspector = options.memory ? await openInspector(service) : null;
  await toured(world);
  const divisions = DIVISION_NAMES.slice(0, options.short === true ? 1 : DIVISION_NAMES.length);
  for (const how of divisions) await toldNumbers(world, how, secrets);
  if (inspector === null) {
    await fuzzed(world, options.requests);
    return null;
  }
  await fuzzed(world, Math.min(options.requests, Math.max(WARM_REQUESTS, options.requests / 10)));
  const early = await keptMiB(service, inspector);
  await fuzzed(world, options.requests);
  const late = await keptMiB(service, inspector);
  inspector.close();
  return { early, late };
}

/** Fails for an event that its adapter does not accept; also sends one with a wrong secret. */
async function toured(world: World): Promise<void> {
  const line = new Line(world.service.url);
  for (const [at, { given }] of world.platforms.entries()) {
    for (const event of given.events.keys()) {
      const before = world.seen.get(given.adapter.name)?.taken ?? 0;
      const failure = await sequenceFailure(world, line, at, [{ event, spoils: [] }]);
      if (failure !== null) world.failures.push(failure);
      if (world.seen.get(given.adapter.name)?.taken !== before) continue;
      const faults = [`${given.adapter.name} does not take its event ${event}`];
      world.failures.push({ faults, commands: [], seed: world.options.seed });
    }
    const forged: Saying = { event: 0, spoils: [{ on: 'secret', which: 'wrong' }] };
    const failure = await sequenceFailure(world, line, at, [forged]);
    if (failure !== null) world.failures.push(failure);
  }
  line.close();
}

const EVENTS_WITH_NUMBERS = 3;

/** Sends the first events of each platform with divided numbers; no request may show one. */
async function toldNumbers(world: World, how: Division, secrets: readonly string[]) {
  const line = new Line(world.service.url);
  for (const at of world.platforms.keys()) {
    const sayings = Array.from({ length: EVENTS_WITH_NUMBERS }, (_, event): Saying => {
      return { event, spoils: [{ on: 'numbers', how }] };
    });
    const failure = await sequenceFailure(world, line, at, sayings);
    if (failure !== null) world.failures.push(failure);
  }
  line.close();
  world.failures.push(...(await shownFailures(world, secrets)));
}

async function fuzzed(world: World, requests: number): Promise<void> {
  const clients = Array.from({ length: CLIENTS }, (_, number) => client(world, number, requests));
  const before = world.sent;
  await Promise.all(clients);
  world.atRandom += world.sent - before;
}

async function client(world: World, number: number, requests: number): Promise<void> {
  const { options, platforms, failures } = world;
  const line = new Line(world.service.url);
  const input = fc.tuple(
    fc.nat({ max: platforms.length - 1 }),
    fc.array(fc.record<Saying>({ event: fc.nat({ max: 500 }), spoils }), {
      minLength: 1,
      maxLength: SAYINGS_MAX,
    }),
  );
  for (let batch = 0; world.sent < requests && failures.length === 0; batch += 1) {
    const seed = (options.seed * 1_000_003 + requests * 17 + batch * CLIENTS + number) | 0;
    let shrinks = 0;
    let failure: Failure | null = null;
    const property = fc.asyncProperty(input, async ([at, sayings]) => {
      if (failure !== null) shrinks += 1;
      if (shrinks > SHRINKS_MAX) return;
      const found = await sequenceFailure(world, line, at, sayings);
      if (found === null) return;
      failure = found;
      throw new Error(found.faults.join('; '));
    });
    const left = Math.ceil((requests - world.sent) / CLIENTS);
    const numRuns = Math.min(SEQUENCES_PER_BATCH, left);
    const { failed } = await fc.check(property, { seed, numRuns });
    if (failed && failure !== null) failures.push(failure);
  }
  line.close();
}

/** Sends the requests in turn; returns the faults of the first wrong answer, or null. */
async function sequenceFailure(
  world: World,
  line: Line,
  at: number,
  sayings: readonly Saying[],
): Promise<Failure | null> {
  const { service, options } = world;
  const platform = world.platforms[at];
  const { name = '' } = platform?.given.adapter ?? {};
  const [seen, judged] = [world.seen.get(name), world.judges.get(name)];
  if (platform === undefined || seen === undefined || judged === undefined) throw new Error(name);
  const commands: string[] = [];
  for (const saying of sayings) {
    const now = { host: new URL(service.url).host, nowMs: Date.now() };
    const wire = wireOf(platform, saying, now);
    if (wire === null) {
      seen.unsaid += 1;
      continue;
    }
    commands.push(shownCommand(wire, service.url));
    const exchange = await line.send(wire);
    world.sent += 1;
    for (const { status } of exchange.answers) seen[status < 300 ? 'taken' : 'refused'] += 1;
    const { faults } = judged(wire, exchange);
    if (faults.length > 0) return { faults, commands, seed: options.seed };
  }
  return null;
}

const COMMAND_MAX = 5_000;

function shownCommand(wire: Wire, url: string): string {
  return `${curlOf(wire, url).slice(0, COMMAND_MAX)}  # ${wire.operation} ${wire.changes}`;
}

/** The kept requests of a source show operators no secret and no whole telephone number. */
async function shownFailures(world: World, secrets: readonly string[]): Promise<Failure[]> {
  const { service, platforms, options } = world;
  const faults: string[] = [];
  for (const { path, given } of platforms) {
    const id = path.split('/').at(-1);
    const { body } = await callApi(service, 'GET', `/v1/sources/${id}/requests`);
    if (itemsOf(child(body, 'data')).length === 0) faults.push(`${path} has no requests`);
    const text = JSON.stringify(body);
    const shown = secrets.filter((secret) => text.includes(secret));
    if (shown.length > 0) faults.push(`the requests of ${given.adapter.name} show a secret`);
    const open = itemsOf(child(body, 'data')).map((each) => JSON.stringify(each));
    const number = open.find(showsNumber);
    if (number !== undefined) faults.push(`a request shows a number: ${number.slice(0, 600)}`);
  }
  return faults.length === 0 ? [] : [{ faults, commands: [], seed: options.seed }];
}
