/**
 * A run: the real process, several clients that send generated requests one after the other, and a
 * judge for each answer. The same seed makes the same requests, except ids from answers. Ends at
 * the number of requests, or at the first fault with the shortest requests that show it.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { API_KEY, callApi, type ServiceProcess, startService } from '../support/service-process.ts';
import { databaseFaults } from './aftermath.ts';
import { signed } from './callback.ts';
import { crowdFaults } from './crowd.ts';
import { child, itemsOf, type Operation, operationsOf } from './document.ts';
import { curlOf, type Draft, type Wire, wireOf } from './draft.ts';
import { INSPECTABLE, keptMiB, openInspector } from './kept-memory.ts';
import { Memory } from './memory.ts';
import { mutated } from './mutation.ts';
import { type Judge, judgeOf, pathOf } from './oracle.ts';
import { type Doorkeeper, doorkeeperOf } from './people.ts';
import { draftOf, plans } from './plan.ts';
import { type Receiver, startReceiver } from './receiver.ts';
import { type Exchange, Line } from './socket.ts';
import { Tally } from './tally.ts';

export interface Failure {
  readonly faults: readonly string[];
  /** The shortest sequence found, as commands. */
  readonly commands: readonly string[];
  readonly seed: number;
}

export interface FuzzRun {
  readonly tally: Tally;
  readonly operations: readonly Operation[];
  readonly failures: readonly Failure[];
  /** MiB of the service: once it is warm and has had a tenth of the requests, and at the end. */
  readonly memoryMiB: { readonly early: number; readonly late: number };
  readonly delivered: number;
}

export interface FuzzOptions {
  readonly seed: number;
  readonly requests: number;
  readonly say: (line: string) => void;
}

/** Operations with an endless answer, which have tests of their own. */
const ENDLESS = ['streamEvents'];
/** Operations that come last in a tour, because they remove what others need. */
const LAST = [
  'clearInbox',
  'updateMember',
  'removeMember',
  'leaveProject',
  'endSession',
  'signOut',
];
const CLIENTS = 4;
/** Requests in which a new process fills its caches, compiles code and starts threads. */
const WARM_REQUESTS = 2_500;
/** The most growth after that: caches, compiled code and SQLite's pages are bounded. */
export const GROWTH_MIB_MAX = 100;
const SEQUENCES_PER_BATCH = 25;
/** The most sequences that are tried to shorten a failing one. */
const SHRINKS_MAX = 400;
/** Each report goes to every endpoint, so that more would make the run a load test. */
const ENDPOINTS_KEPT = 20;
/** Expected errors in the log: an endpoint answered 410, or refused a notice of an alert. */
const ALERT = /"name":"(?:endpoint\.disabled|notice\.closed)"/;
/** Often enough that a short run has alerts. */
const ALERT_EVERY_MS = '1000';
/** The end of mutes and windows: later than any run, and within every bound. */
const SOON_MS = 24 * 3_600_000;
const PUBLIC_URL = 'http://fuzz.invalid';
/** No identity provider listens there, so the browser returns to the sign-in page. */
const OIDC = {
  RINGPOST_OIDC_ISSUER: 'http://127.0.0.1:9',
  RINGPOST_OIDC_CLIENT_ID: 'ringpost',
  RINGPOST_OIDC_CLIENT_SECRET: 'canary-secret-of-a-client',
};
/** No mail server listens there; a request for a mail is answered before it is sent. */
const SMTP = { RINGPOST_SMTP_URL: 'smtp://127.0.0.1:9', RINGPOST_MAIL_FROM: 'a@fuzz.invalid' };
const INSTANCE_KEY = `rpi_${'canary-instance-key-'.padEnd(43, '0')}`;
const MASTER_KEY = 'Y2FuYXJ5LW1hc3Rlci1rZXktMzItYnl0ZXMtbG9uZyE=';
/** The beginnings of the secrets that `valid.ts` sends. */
const CANARIES = ['canary-token-of-an', 'canary-secret-of-a', 'canary-header-of-an', 'canary/'];
/** A pulled message shows the endpoint's token and headers, as a receiver gets them. */
const HANDED_OUT = { pullMessages: ['canary-token-of-an', 'canary-header-of-an'] };

interface World {
  readonly options: FuzzOptions;
  readonly service: ServiceProcess;
  readonly operations: readonly Operation[];
  readonly judge: Judge;
  readonly tally: Tally;
  readonly failures: Failure[];
  /** Fixed marks; `session` is replaced when the session has ended. */
  readonly marks: Record<string, string>;
  readonly door: Doorkeeper;
}

export async function runFuzz(options: FuzzOptions): Promise<FuzzRun> {
  const directory = await mkdtemp(join(tmpdir(), 'ringpost-fuzz-'));
  const receiver = await startReceiver();
  const service = await startService({
    directory,
    environment: {
      RINGPOST_PUBLIC_URL: PUBLIC_URL,
      RINGPOST_MASTER_KEY: MASTER_KEY,
      RINGPOST_INSTANCE_KEY: INSTANCE_KEY,
      RINGPOST_ALERT_EVERY_MS: ALERT_EVERY_MS,
      ...OIDC,
      ...SMTP,
      ...INSPECTABLE,
    },
  });
  try {
    const all = operationsOf((await callApi(service, 'GET', '/openapi.json')).body);
    const operations = all.filter(({ id }) => !ENDLESS.includes(id));
    const secrets = [
      API_KEY,
      INSTANCE_KEY,
      MASTER_KEY,
      directory,
      import.meta.dirname,
      ...CANARIES,
    ];
    const door = await doorkeeperOf(service, directory);
    const world: World = {
      options,
      service,
      operations,
      tally: new Tally(),
      failures: [],
      judge: judgeOf({ operations, secrets, handedOut: HANDED_OUT }),
      door,
      marks: {
        owner: door.owner,
        project: door.project,
        session: await door.letIn(),
        api: API_KEY,
        platform: INSTANCE_KEY,
        narrow: await narrowKey(service),
        receiver: receiver.url,
        inbox: await inboxTarget(service),
        host: new URL(service.url).host,
        soon: new Date(Date.now() + SOON_MS).toISOString(),
      },
    };
    const inspector = await openInspector(service);
    await toured(world);
    const isWarmAt = Math.max(options.requests / 10, WARM_REQUESTS);
    await fuzzed(world, Math.min(options.requests, isWarmAt));
    const early = await keptMiB(service, inspector);
    await fuzzed(world, options.requests);
    const late = await keptMiB(service, inspector);
    inspector.close();
    world.failures.push(...(await crowdFailures(world, receiver)));
    const code = await service.stop();
    world.failures.push(...endFailures(service, directory, code, options.seed));
    const { tally, failures } = world;
    const delivered = receiver.requests();
    return { tally, operations, failures, memoryMiB: { early, late }, delivered };
  } finally {
    await service.kill();
    await receiver.close();
    await rm(directory, { recursive: true });
  }
}

/** The URL of a box that has an item; with a text appended it is another box. */
async function inboxTarget(service: ServiceProcess): Promise<string> {
  const { body } = await callApi(service, 'GET', '/v1/inbox/boxes/http/box');
  const target = String(child(body, 'target'));
  await fetch(target, { method: 'POST', body: '{}' });
  return target;
}

/** Sends each operation once as documented and once with a refused encoding. */
async function toured(world: World): Promise<void> {
  const { operations, options, service, failures } = world;
  const line = new Line(service.url);
  const memory = new Memory(world.marks);
  memory.learn((await callApi(service, 'GET', '/v1/inbox')).body);
  // Operations that empty the inbox or sign out come last, since others need these.
  const inOrder = operations.toSorted(
    (one, other) => LAST.indexOf(one.id) - LAST.indexOf(other.id),
  );
  for (const operation of inOrder) {
    const drafts = fc.sample(draftOf(operation), { seed: options.seed, numRuns: 1 });
    const packed = drafts.map((draft) =>
      mutated(draft, { on: 'header', pair: ['content-encoding', 'br'] }),
    );
    const found = await sequenceFailure(world, line, memory, [...drafts, ...packed]);
    if (found !== null) failures.push(found);
  }
  line.close();
}

async function crowdFailures(world: World, receiver: Receiver): Promise<Failure[]> {
  const { operations, service, judge, tally, options } = world;
  const memory = new Memory(world.marks);
  const make = (): Line => new Line(service.url);
  const faults = await crowdFaults({ operations, memory, make, judge, tally, receiver });
  return faults.length === 0 ? [] : [{ faults, commands: [], seed: options.seed }];
}

/** Runs all clients until so many requests were sent in all. */
async function fuzzed(world: World, requests: number): Promise<void> {
  const clients = Array.from({ length: CLIENTS }, (_, number) => client(world, number, requests));
  await Promise.all(clients);
}

async function client(world: World, number: number, requests: number): Promise<void> {
  const { tally, failures, options, service } = world;
  const memory = new Memory(world.marks);
  const line = new Line(service.url);
  const input = plans(world.operations);
  for (let batch = 0; tally.requests < requests && failures.length === 0; batch += 1) {
    // The seeds of one phase do not repeat those of another.
    const seed = (options.seed * 1_000_003 + requests * 17 + batch * CLIENTS + number) | 0;
    let shrinks = 0;
    let failure: Failure | null = null;
    const property = fc.asyncProperty(input, async (drafts) => {
      if (failure !== null) shrinks += 1;
      if (shrinks > SHRINKS_MAX) return;
      const found = await sequenceFailure(world, line, memory, drafts);
      if (found === null) return;
      failure = found;
      throw new Error(found.faults.join('; '));
    });
    const { failed } = await fc.check(property, { seed, numRuns: SEQUENCES_PER_BATCH });
    if (failed && failure !== null) failures.push(failure);
    for (const id of await tidied(service)) memory.forget(id);
    if (number === 0 && batch % 4 === 3) options.say(`${tally.requests} of ${requests} requests`);
  }
  line.close();
}

/** Sends the drafts in turn; returns the faults of the first wrong answer, or null. */
async function sequenceFailure(
  world: World,
  line: Line,
  memory: Memory,
  drafts: readonly Draft[],
): Promise<Failure | null> {
  const commands: string[] = [];
  for (const draft of drafts) {
    const wire = signed(wireOf(draft, memory.fill), PUBLIC_URL);
    commands.push(`${curlOf(wire, world.service.url)}  # ${draft.operation} ${draft.changes}`);
    const exchange = await line.send(wire);
    world.tally.requests += 1;
    const { faults, seen } = world.judge(wire, exchange);
    for (const each of seen) world.tally.note(each);
    for (const answer of exchange.answers) memory.learn(parsed(answer.body));
    if (isSignedOut(world, wire, exchange)) world.marks.session = await world.door.letIn();
    const gone = wire.method === 'DELETE' && exchange.answers[0]?.status === 204;
    if (gone) memory.forget(pathOf(wire).split('/').at(-1) ?? '');
    if (faults.length > 0) return { faults, commands, seed: world.options.seed };
  }
  const fault = await refusedFault(world.service, world.tally.requests);
  return fault === null ? null : { faults: [fault], commands, seed: world.options.seed };
}

/** Whether the service refused the present session, which has ended or lost its rights. */
function isSignedOut({ marks }: World, { headers }: Wire, { answers }: Exchange): boolean {
  const cookie = `ringpost=${marks.session}`;
  const status = answers[0]?.status;
  const isTold = status === 401 || status === 403;
  return isTold && headers.some(([name, value]) => name === 'cookie' && value === cookie);
}

/** A fault if the service does not accept a valid report on a new connection. */
async function refusedFault(service: ServiceProcess, sent: number): Promise<string | null> {
  const body = { direction: 'OUTBOUND', status: 'CALLING' };
  const report = (call: string) =>
    callApi(service, 'POST', `/v1/calls/${call}/reports`, body).then(({ status }) => status);
  // A call may have 10,000 reports.
  const call = `probe-${Math.floor(sent / 1_000)}`;
  try {
    let status = await report(call);
    // A client may have found this call in a list and deleted it, so another call is reported.
    if (status === 410) status = await report(`${call}-${sent}`);
    return status === 202 ? null : `a right report is answered ${status} afterwards`;
  } catch (error) {
    return `a right report gets no answer afterwards: ${String(error)}`;
  }
}

/** Deletes all but the newest endpoints; returns the deleted ids. */
async function tidied(service: ServiceProcess): Promise<readonly string[]> {
  const { body } = await callApi(service, 'GET', '/v1/endpoints?limit=200');
  const ids = itemsOf(child(body, 'data')).map((each) => String(child(each, 'id')));
  const gone = ids.slice(0, -ENDPOINTS_KEPT);
  for (const id of gone) await callApi(service, 'DELETE', `/v1/endpoints/${id}`);
  return gone;
}

async function narrowKey(service: ServiceProcess): Promise<string> {
  const input = { name: 'narrow', scopes: ['acw-results:read'] };
  const { body } = await callApi(service, 'POST', '/v1/api-keys', input);
  return String(child(body, 'token'));
}

function endFailures(
  service: ServiceProcess,
  directory: string,
  code: number | null,
  seed: number,
): Failure[] {
  const errors = service
    .output()
    .split('\n')
    .filter((line) => /"level":"(?:error|fatal)"/.test(line) && !ALERT.test(line))
    .map((line) => `the log says: ${line.slice(0, 600)}`);
  const faults = [
    ...(code === 0 ? [] : [`the service ended with ${code}`]),
    ...errors.slice(0, 5),
    ...databaseFaults(directory),
  ];
  return faults.length === 0 ? [] : [{ faults, commands: [], seed }];
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return null;
  }
}
