/**
 * One healthy endpoint among all hostile ones of test/channel/hostile-table.ts, in the real
 * service: what the healthy one waits for its deliveries, alone and among them, and what the
 * service takes of the machine.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startReceiver } from '../journey/receiver.ts';
import { callApi, type ServiceProcess, startService } from '../support/service-process.ts';
import type { HostileTarget } from './receivers.ts';
import { attemptsOf, attemptsReach, usageOf, watchPeak } from './service-figures.ts';

export interface HostileRun {
  readonly endpoints: number;
  /** Attempts at hostile and healthy receivers, by outcome. */
  readonly attempts: Readonly<Record<string, number>>;
  /** Calls whose delivery the healthy endpoint has, of those reported among hostile ones. */
  readonly arrived: number;
  readonly reported: number;
  /** Hostile deliveries that were open when the last healthy one had arrived. */
  readonly openThen: number;
  readonly aloneMs: Latency;
  readonly amongMs: Latency;
  /** Growth after the rounds that warm up, and open files at most. */
  readonly rssGrowthBytes: number;
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
/** The least that an endpoint may have: hanging receivers hold a slot for so long. */
const TIMEOUT_MS = 1_000;
/** So that no delivery is made twice when this machine is slow. */
const HEALTHY_TIMEOUT_MS = 30_000;
const TRIGGER = 'OUTBOUND_CALL_CALLING';
/** Until the code is compiled and the heap has its size; what grows after that is counted. */
const WARM_ROUNDS = 3;
/** Of three calls at each endpoint, most have been tried at least so often. */
const TRIES_PER_ENDPOINT = 3;

export async function runHostile({ calls, rounds, say }: RunOptions): Promise<HostileRun> {
  const ends: (() => unknown)[] = [];
  const owner = { after: (end: () => unknown) => ends.unshift(end) };
  try {
    const directory = await mkdtemp(join(tmpdir(), 'ringpost-hostile-'));
    owner.after(() => rm(directory, { recursive: true, force: true }));
    const healthy = await startReceiver();
    owner.after(() => healthy.close());
    const service = await startService({ directory, environment: { NODE_EXTRA_CA_CERTS: TRUST } });
    owner.after(() => service.kill());
    await register(service, 'healthy', `${healthy.url}/healthy`);

    const waits = async (prefix: string, count: number): Promise<number[]> => {
      const startedMs: number[] = [];
      for (let call = 0; call < count; call += 1) {
        startedMs.push(performance.now());
        await report(service, `${prefix}-${call}`);
      }
      const arrived = new Map<string, number>();
      await healthy.until((received) => {
        for (const { body, atMs } of received) {
          const callId = /"callId":"([^"]+)"/.exec(body)?.[1] ?? '';
          // A retry is a second arrival.
          if (!arrived.has(callId)) arrived.set(callId, atMs);
        }
        return startedMs.every((_, call) => arrived.has(`${prefix}-${call}`));
      });
      return startedMs.map((atMs, call) => (arrived.get(`${prefix}-${call}`) ?? Infinity) - atMs);
    };
    await waits('warm', calls);
    const alone = await waits('alone', calls * rounds);
    say(`alone: ${Math.round(usageOf(service).rssBytes / 2 ** 20)} MiB`);
    const endpoints = await addHostile(service, owner);

    for (let round = 0; round < WARM_ROUNDS; round += 1) await waits(`warm-${round}`, calls);
    await attemptsReach(service, TRIES_PER_ENDPOINT * endpoints);
    const among: number[] = [];
    const settled = usageOf(service);
    const peak = watchPeak(service);
    owner.after(() => peak.stop());
    for (let round = 0; round < rounds; round += 1) {
      among.push(...(await waits(`round-${round}`, calls)));
      const { rssBytes, files } = usageOf(service);
      say(`round ${round}: ${files} files, ${Math.round(rssBytes / 2 ** 20)} MiB`);
    }
    const openThen = await openDeliveries(service);
    await attemptsReach(service, (TRIES_PER_ENDPOINT + 1) * endpoints);
    return {
      endpoints,
      attempts: await attemptsOf(service),
      arrived: among.filter(Number.isFinite).length,
      reported: calls * rounds,
      openThen,
      aloneMs: latencyOf(alone),
      amongMs: latencyOf(among),
      rssGrowthBytes: peak.rssBytes - settled.rssBytes,
      rssBytes: peak.rssBytes,
      filesMax: peak.files,
    };
  } finally {
    for (const end of ends) await end();
  }
}

async function addHostile(
  service: ServiceProcess,
  owner: { after(end: () => unknown): void },
): Promise<number> {
  const child = fork(new URL('./receivers.ts', import.meta.url));
  owner.after(() => child.kill('SIGKILL'));
  const [message] = await once(child, 'message');
  const targets = message as readonly HostileTarget[]; // as that process sends them
  for (const { what, url } of targets) await register(service, what.slice(0, 60), url);
  return targets.length;
}

async function register(service: ServiceProcess, name: string, target: string): Promise<void> {
  const answer = await callApi(service, 'POST', '/v1/endpoints', {
    name,
    kind: 'custom',
    target,
    triggers: [TRIGGER],
    auth: { method: 'bearer', token: 'hostile-token' },
    timeoutMs: name === 'healthy' ? HEALTHY_TIMEOUT_MS : TIMEOUT_MS,
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

/** At most a page of each state; what counts is that there are any. */
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
