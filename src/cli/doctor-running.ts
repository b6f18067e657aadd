/**
 * The checks of `ringpost doctor --running`: asks the service that runs, by its API, whether it
 * takes writes, sends, owns its shards, and whether its clock is ours. With RINGPOST_API_KEY it
 * asks for the state of the system as well.
 */
import type { Settings } from '../config/settings.ts';
import { SHARDS } from '../core/endpoint/endpoint.ts';
import { messageOf } from '../core/error/service-error.ts';
import { systemClock as clock } from '../system/clock.ts';
import { type Check, good, wrong } from './check.ts';
import { urlOf } from './setup-link.ts';
import { VERSION } from './version.ts';

const WAIT_MS = 10_000;
const APART_MS_MAX = 2_000;

export async function checkRunning(settings: Settings): Promise<readonly Check[]> {
  const { host, port, apiKey } = settings;
  // Not by its public address, which may name another machine.
  const url = urlOf({ ...settings, publicUrl: null });
  try {
    const health = await ask(`${url}/healthz`);
    if (health.status !== 200) return [wrong('running', `${url} answers ${health.status}`)];
    const checks = [versionOf(url, health.body), await checkReady(url)];
    return apiKey === null
      ? [...checks, good('running', 'RINGPOST_API_KEY is not set: its system was not asked for')]
      : [...checks, ...(await checkSystem(url, apiKey))];
  } catch (error) {
    const why = `no service answers at ${host}:${port} (${messageOf(error)})`;
    return [wrong('running', `${why}; start it, or name its --host and --port`)];
  }
}

interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

async function ask(url: string, apiKey?: string): Promise<Answer> {
  const headers = apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` };
  const answer = await fetch(url, { headers, signal: AbortSignal.timeout(WAIT_MS) });
  // The API answers with objects; another server's answer is told by its status.
  const body = (await answer.json().catch(() => ({}))) as Answer['body'];
  return { status: answer.status, body };
}

function versionOf(url: string, { version }: Answer['body']): Check {
  return version === VERSION
    ? good('running', `a service of ${VERSION} answers at ${url}`)
    : wrong('running', `the service at ${url} is of ${version}, this is ${VERSION}; start it anew`);
}

async function checkReady(url: string): Promise<Check> {
  const { status, body } = await ask(`${url}/readyz`);
  return status === 200
    ? good('running', 'it takes writes and sends')
    : wrong('running', `it is not ready (${body.detail ?? status}); its log says why`);
}

interface System {
  readonly now: string;
  readonly seals: { readonly refused: number; readonly lastRecord: string | null };
  readonly store: { readonly engine: string };
  readonly dispatcher: { readonly alive: boolean; readonly ownedShards: number };
}

async function checkSystem(url: string, apiKey: string): Promise<readonly Check[]> {
  const beforeMs = clock.wallMs();
  const { status, body } = await ask(`${url}/v1/system`, apiKey);
  const afterMs = clock.wallMs();
  if (status !== 200) {
    const why = `it answers ${status} to RINGPOST_API_KEY`;
    return [wrong('environment', `${why}; set a key with the scope project:admin`)];
  }
  // As docs/reference and the OpenAPI document have it.
  const { now, seals, store, dispatcher } = body as unknown as System;
  const apartMs = Math.abs(Date.parse(now) - (beforeMs + afterMs) / 2) - (afterMs - beforeMs);
  return [
    apartMs <= APART_MS_MAX
      ? good('clock', 'its clock is ours')
      : wrong('clock', `its clock is ${Math.round(apartMs)} ms from ours; let NTP set both`),
    seals.refused === 0
      ? good('seals', 'every secret that it needed opened')
      : wrong(
          'seals',
          `${seals.refused} times a secret did not open, last ${seals.lastRecord}; enter it again`,
        ),
    store.engine !== 'sqlite' || dispatcher.ownedShards === SHARDS
      ? good('leases', `it sends for ${dispatcher.ownedShards} of ${SHARDS} shards`)
      : wrong(
          'leases',
          `it sends for ${dispatcher.ownedShards} of ${SHARDS} shards; start it anew`,
        ),
  ];
}
