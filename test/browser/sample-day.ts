/**
 * A day of a firm that calls its customers, for pictures of the dashboard: endpoints of every kind,
 * calls with every end, two outages, agents, people, keys. The service's clock is set back and
 * moved forward half an hour at a time (`past-clock.ts`). Real receivers; nothing is written to the
 * store by hand. Not for tests: it takes a minute.
 */
import { rename, writeFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sampleLog } from '../../dashboard/src/page/simulator/plan.ts';
import { OWNER, type Owner, ownerWith } from './first-owner.ts';
import { memberOf } from './member.ts';
import type { SampleData } from './sample-data.ts';
import { fillWithSource } from './sample-source.ts';
import type { BrowserSetup } from './setup.ts';

const HOUR_MS = 3_600_000;
const STEP_MS = HOUR_MS / 2;
const LATEST_MS = 4 * 60_000;
export const DAY_STEPS = 48;
const COMPLETED = ['OUTBOUND_CALL_COMPLETED', 'INBOUND_CALL_COMPLETED'];
const ENDINGS = [
  'COMPLETED',
  'COMPLETED',
  'NO_RESPONSE',
  'COMPLETED',
  'BUSY',
  'COMPLETED',
  'ERROR',
  'COMPLETED',
  'COMPLETED',
  'VOICEMAIL_REACHED',
  'COMPLETED',
  'UNREACHABLE',
  'COMPLETED',
];
const SETTLED_ASKS_MAX = 400;
/** How often in a row nothing must be under way: between two commits it may look so once. */
const QUIET_ASKS = 4;

/** What the receiver of a path answers now. */
type Answers = Map<string, number>;

export interface SampleDay {
  readonly samples: SampleData;
  /** The first session was signed in a day ago: signs in anew. */
  readonly owner: Owner;
}

export async function fillWithDay(setup: BrowserSetup, clockFile: string): Promise<SampleDay> {
  const answers: Answers = new Map();
  const receiver = await startReceiver(answers);
  // Written whole, by a rename: the service reads it all the time.
  const clock = async (agoMs: number): Promise<void> => {
    await writeFile(`${clockFile}.new`, String(Math.max(0, Math.round(agoMs))));
    await rename(`${clockFile}.new`, clockFile);
  };
  const endpoints = await makeEndpoints(setup, receiver);
  await fillPeople(setup);
  let number = 0;
  for (let step = 0; step < DAY_STEPS; step += 1) {
    const agoMs = (DAY_STEPS - 1 - step) * STEP_MS + LATEST_MS;
    const hour = new Date(Date.now() - agoMs).getUTCHours();
    answers.set('/crm', step >= 14 && step <= 17 ? 503 : step >= DAY_STEPS - 1 ? 503 : 200);
    answers.set('/tickets', step >= 30 ? 404 : 200);
    const count = hour >= 7 && hour <= 19 ? 5 + ((step * 7) % 6) : 1 + (step % 2);
    const calls = Array.from({ length: count }, () => number++);
    await clock(agoMs);
    await report(setup, calls, (call) => [{ status: 'CALLING', clientId: `order_${4700 + call}` }]);
    await settled(setup);
    await clock(agoMs - 95_000);
    await report(setup, calls, endingOf);
    for (const call of calls) {
      if (endingOf(call)[0]?.status !== 'COMPLETED') continue;
      await setup.call(
        'POST',
        `/v1/call-logs/${idOf(call)}`,
        logOf(call, Date.now() - agoMs + 90_000),
      );
    }
    await settled(setup);
  }
  await clock(40_000);
  const last = Array.from({ length: 3 }, () => number++);
  await report(setup, last, (call) => [{ status: 'CALLING', clientId: `order_${4700 + call}` }]);
  await settled(setup);
  await clock(0);
  await report(setup, last.slice(1), endingOf);
  const samples = {
    callId: idOf(number - 4),
    ...endpoints,
    deliveryId: await firstRetrying(setup),
    sourceId: await fillWithSource(setup),
  };
  return { samples, owner: await signInAgain(setup) };
}

const idOf = (call: number): string => `call_${(0x5f3a90 + call * 7919).toString(36)}x${call}`;

function endingOf(call: number): readonly Record<string, unknown>[] {
  const status = ENDINGS[call % ENDINGS.length] ?? 'COMPLETED';
  if (status !== 'ERROR') return [{ status }];
  const errors = [
    { code: 'CALL_CONNECTION_FAILED', message: 'The carrier answered 503.' },
    { code: 'CALL_INTERRUPTED', message: 'The media stream ended after 4 s.' },
  ];
  return [{ status, errors }];
}

async function report(
  { call: ask }: BrowserSetup,
  calls: readonly number[],
  of: (call: number) => readonly Record<string, unknown>[],
): Promise<void> {
  const reports = calls.flatMap((call) =>
    of(call).map((each) => ({
      callId: idOf(call),
      direction: directionOf(call),
      callSid: `CA${(call * 2_654_435_761).toString(16).padStart(12, '0')}`,
      ...each,
    })),
  );
  await ask('POST', '/v1/reports', { reports });
}

/** True if nothing is under way; deliveries for a later time may wait. */
async function settled({ call }: BrowserSetup): Promise<void> {
  let quiet = 0;
  for (let asks = 0; asks < SETTLED_ASKS_MAX && quiet < QUIET_ASKS; asks += 1) {
    const due = await call('GET', '/v1/deliveries?state=due&state=sending&limit=1');
    const runs = await call('GET', '/v1/acw-runs?state=QUEUED,RUNNING,WAITING_CALL_LOG&limit=1');
    quiet = /"id"/.test(JSON.stringify([due, runs])) ? 0 : quiet + 1;
  }
}

/** Inbound calls have fewer ends. */
function directionOf(call: number): 'INBOUND' | 'OUTBOUND' {
  return call % 5 === 3 && endingOf(call)[0]?.status === 'COMPLETED' ? 'INBOUND' : 'OUTBOUND';
}

/** Not every agent says everything that the scorecard asks for. */
function logOf(call: number, endedMs: number) {
  const log = sampleLog(directionOf(call), endedMs);
  const left = new Set([
    call % 3 === 1 ? 0 : -1,
    call % 5 === 2 ? 8 : -1,
    call % 7 === 5 ? 10 : -1,
  ]);
  return { ...log, turns: log.turns.filter((_turn, index) => !left.has(index)) };
}

async function startReceiver(answers: Answers): Promise<string> {
  const server = createServer((request, response) => {
    request.resume();
    const path = request.url ?? '';
    const slowMs = 12 + ((path.length * 37 + Date.now()) % 90);
    setTimeout(() => answer(response, answers.get(path) ?? 200), slowMs);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.unref();
  // A server that listens on a port has an address of this form.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function answer(response: ServerResponse, status: number): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  if (status === 200) response.end('{"received":true}');
  else if (status === 404) response.end('{"error":"No such route: this system was shut down."}');
  else response.end('{"error":"Down for maintenance until 12:00."}');
}

async function makeEndpoints({ call }: BrowserSetup, receiver: string) {
  const boxes = JSON.stringify(await call('GET', '/v1/inbox/boxes'));
  const box = (channel: string) => new RegExp(`"http://[^"]*/${channel}/default`).exec(boxes)?.[0];
  const failures = ['OUTBOUND_CALL_ERROR', 'INBOUND_CALL_ERROR'];
  const ends = [
    'OUTBOUND_CALL_COMPLETED',
    'INBOUND_CALL_COMPLETED',
    'OUTBOUND_CALL_BUSY',
    'OUTBOUND_CALL_NO_RESPONSE',
    'OUTBOUND_CALL_UNREACHABLE',
    'OUTBOUND_CALL_VOICEMAIL_REACHED',
    ...failures,
  ];
  const custom = async (name: string, path: string, triggers: readonly string[]) =>
    call('POST', '/v1/endpoints', {
      name,
      kind: 'custom',
      target: `${receiver}${path}`,
      triggers,
      auth: { method: 'rsa-sha256' },
    });
  const good = await custom('Billing', '/billing', [...ends, 'ACW_COMPLETED']);
  await custom('CRM of the north-east', '/crm', ['OUTBOUND_CALL_CALLING', ...ends]);
  await custom('Old ticket system', '/tickets', failures);
  await call('POST', '/v1/endpoints', {
    name: 'Local inbox',
    kind: 'custom',
    target: box('http')?.slice(1),
    auth: { method: 'bearer', token: 'a-token-of-the-sample-day' },
    triggers: failures,
  });
  for (const kind of ['slack', 'teams'] as const) {
    const name = kind === 'slack' ? 'Support alerts' : 'Operations';
    const target = box(kind)?.slice(1);
    await call('POST', '/v1/endpoints', { name, kind, target, triggers: failures });
  }
  await call('POST', '/v1/endpoints', {
    name: 'Supervisor',
    kind: 'email',
    target: 'supervisor@example.com',
    triggers: failures,
  });
  for (const kind of ['builtin-analyzer', 'builtin-evaluator']) {
    const name = kind === 'builtin-analyzer' ? 'Call analyzer' : 'Service quality';
    await call('POST', '/v1/endpoints', { name, kind, triggers: COMPLETED });
  }
  return { endpointId: /"id":"(ep_[^"]+)"/.exec(JSON.stringify(good))?.[1] ?? '' };
}

async function fillPeople(setup: BrowserSetup): Promise<void> {
  await memberOf(setup, 'operator', 'Sora');
  await memberOf(setup, 'viewer', 'Noor');
  const { call } = setup;
  await call('POST', '/v1/api-keys', { name: 'PBX reporter', scopes: ['reports:write'] });
  await call('POST', '/v1/api-keys', {
    name: 'Quality agent',
    scopes: ['call-logs:read', 'acw-results:write'],
    expiresAt: new Date(Date.now() + 90 * 24 * HOUR_MS).toISOString(),
  });
}

async function signInAgain({ service }: BrowserSetup): Promise<Owner> {
  const { email, password } = OWNER;
  const answer = await fetch(`${service.url}/v1/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: service.url },
    body: JSON.stringify({ email, password }),
  });
  return ownerWith(service, answer.headers.getSetCookie()[0]?.split(';')[0] ?? '');
}

const ASKS_MAX = 3_000;

async function firstRetrying({ call }: BrowserSetup): Promise<string> {
  for (let asks = 0; asks < ASKS_MAX; asks += 1) {
    const page = await call('GET', '/v1/deliveries?state=retrying&limit=1');
    const id = /"id":"(dlv_[^"]+)"/.exec(JSON.stringify(page))?.[1];
    if (id !== undefined) return id;
  }
  throw new Error('no delivery was tried');
}
