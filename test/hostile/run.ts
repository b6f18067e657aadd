/**
 * One healthy endpoint among all hostile ones of test/channel/hostile-table.ts, in the real
 * service, and among as many honest ones. Measures how long deliveries to the healthy one take and
 * what the service uses. The honest run is the control, which tells a slow machine from a service
 * that suffers.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Receiver, startReceiver } from '../journey/receiver.ts';
import { callApi, type ServiceProcess, startService } from '../support/service-process.ts';
import type { Crowd, Target } from './receivers.ts';
import { attemptsOf, attemptsReach, usageOf, watchPeak } from './service-figures.ts';

export interface HostileRun {
  readonly honest: CrowdRun;
  readonly hostile: CrowdRun;
}

/** The figures of a run with one crowd of endpoints. */
export interface CrowdRun {
  readonly endpoints: number;
  /** Attempts at the crowd and at the healthy receiver, by outcome. */
  readonly attempts: Readonly<Record<string, number>>;
  /** Calls of the measured rounds whose delivery has reached the healthy endpoint. */
  readonly arrived: number;
  readonly reported: number;
  /** Open deliveries when the last healthy one had arrived. */
  readonly openThen: number;
  readonly waitMs: Latency;
  /** The peak from the first call on; files include sockets and pipes. */
  readonly rssBytes: number;
  readonly filesMax: number;
}

export interface Latency {
  readonly p50: number;
  readonly p99: number;
}

interface RunOptions {
  /** Reports per round; each is a delivery to every endpoint. */
  readonly calls: number;
  readonly rounds: number;
  readonly say: (line: string) => void;
}

const TRUST = fileURLToPath(new URL('../channel/certificates/ca.pem', import.meta.url));
/** How long a silent receiver holds a slot: far longer than a healthy delivery may take. */
const HANG_MS = 10_000;
/** Long enough that a slow machine causes no second attempt. */
const HEALTHY_TIMEOUT_MS = 30_000;
const TRIGGER = 'OUTBOUND_CALL_CALLING';
/** Rounds before the measurement, in which the code is compiled. */
const WARM_ROUNDS = 3;

interface Owner {
  after(end: () => unknown): void;
}

export async function runHostile(options: RunOptions): Promise<HostileRun> {
  return {
    honest: await runAmong('honest', options),
    hostile: await runAmong('hostile', options),
  };
}

async function runAmong(crowd: Crowd, { calls, rounds, say }: RunOptions): Promise<CrowdRun> {
  const ends: (() => unknown)[] = [];
  const owner: Owner = { after: (end) => ends.unshift(end) };
  try {
    const directory = await mkdtemp(join(tmpdir(), 'ringpost-hostile-'));
    owner.after(() => rm(directory, { recursive: true, force: true }));
    const healthy = await startReceiver();
    owner.after(() => healthy.close());
    const service = await startService({ directory, environment: { NODE_EXTRA_CA_CERTS: TRUST } });
    owner.after(() => service.kill());
    const targets = await startCrowd(crowd, owner);
    await register(service, 'healthy', `${healthy.url}/healthy`);
    for (const { what, url } of targets) await register(service, what.slice(0, 60), url);

    const peak = watchPeak(service);
    owner.after(() => peak.stop());
    for (let round = 0; round < WARM_ROUNDS; round += 1) {
      await waitsOf(service, healthy, `warm-${round}`, calls);
    }
    // Few of the hundred endpoints hang; the others have ended most of their attempts by then.
    const warm = WARM_ROUNDS * calls * targets.length;
    await attemptsReach(service, warm / 2);
    const waits: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      waits.push(...(await waitsOf(service, healthy, `round-${round}`, calls)));
      const { rssBytes, files } = usageOf(service);
      say(`${crowd}, round ${round}: ${files} files, ${Math.round(rssBytes / 2 ** 20)} MiB`);
    }
    const openThen = await openDeliveries(service);
    await attemptsReach(service, warm);
    return {
      endpoints: targets.length,
      attempts: await attemptsOf(service),
      arrived: waits.filter(Number.isFinite).length,
      reported: calls * rounds,
      openThen,
      waitMs: latencyOf(waits),
      rssBytes: peak.rssBytes,
      filesMax: peak.files,
    };
  } finally {
    for (const end of ends) await end();
  }
}

async function startCrowd(crowd: Crowd, owner: Owner): Promise<readonly Target[]> {
  const child = fork(new URL('./receivers.ts', import.meta.url), [crowd]);
  owner.after(() => child.kill('SIGKILL'));
  const [message] = await once(child, 'message');
  return message as readonly Target[]; // as that process sends them
}

/** Reports so many calls; returns how long each took until the healthy receiver had it. */
async function waitsOf(
  service: ServiceProcess,
  healthy: Receiver,
  prefix: string,
  count: number,
): Promise<readonly number[]> {
  const startedMs: number[] = [];
  for (let call = 0; call < count; call += 1) {
    startedMs.push(performance.now());
    await report(service, `${prefix}-${call}`);
  }
  const arrived = new Map<string, number>();
  await healthy.until((received) => {
    for (const { body, atMs } of received) {
      const callId = /"callId":"([^"]+)"/.exec(body)?.[1] ?? '';
      // A retry arrives a second time and does not count.
      if (!arrived.has(callId)) arrived.set(callId, atMs);
    }
    return startedMs.every((_, call) => arrived.has(`${prefix}-${call}`));
  });
  return startedMs.map((atMs, call) => (arrived.get(`${prefix}-${call}`) ?? Infinity) - atMs);
}

async function register(service: ServiceProcess, name: string, target: string): Promise<void> {
  const answer = await callApi(service, 'POST', '/v1/endpoints', {
    name,
    kind: 'custom',
    target,
    triggers: [TRIGGER],
    auth: { method: 'bearer', token: 'hostile-token' },
    timeoutMs: name === 'healthy' ? HEALTHY_TIMEOUT_MS : HANG_MS,
    retryScheduleMs: [1_000, 1_000],
  });
  if (answer.status !== 201) throw new Error(`${name}: ${JSON.stringify(answer)}`);
}

async function report(service: ServiceProcess, callId: string): Promise<void> {
  const body = { status: 'CALLING', direction: 'OUTBOUND' };
  const answer = await callApi(service, 'POST', `/v1/calls/${callId}/reports`, body);
  if (answer.status !== 202) throw new Error(JSON.stringify(answer));
}

const OPEN = ['waiting', 'due', 'sending', 'retrying', 'held'] as const;

/** Counts at most one page of each state, since the bound only needs some. */
async function openDeliveries(service: ServiceProcess): Promise<number> {
  let open = 0;
  for (const state of OPEN) {
    const { body } = await callApi(service, 'GET', `/v1/deliveries?state=${state}&limit=200`);
    open += (body as { readonly data: readonly unknown[] }).data.length; // as the API documents
  }
  return open;
}

function latencyOf(waitsMs: readonly number[]): Latency {
  const sorted = waitsMs.toSorted((a, b) => a - b);
  const at = (part: number) => sorted[Math.ceil(part * sorted.length) - 1] ?? Number.NaN;
  return { p50: at(0.5), p99: at(0.99) };
}
