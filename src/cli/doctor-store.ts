/**
 * The checks of `ringpost doctor` that read the store, of either kind, beside a running service:
 * key of the environment, clocks, oldest delivery, growth, and whether the targets of endpoints can
 * be reached and their certificates last. Sends nothing and writes nothing.
 */
import { hash } from 'node:crypto';
import { createAddressProbe } from '../channel/address-probe.ts';
import { createGuard } from '../channel/destination-guard.ts';
import { createHttpClient } from '../channel/http-client.ts';
import { plannedOrigin } from '../compose/open-inbox.ts';
import { openSnapshot } from '../compose/open-transfer.ts';
import { openSecrets } from '../compose/unlock.ts';
import type { Settings } from '../config/settings.ts';
import type { Endpoint } from '../core/endpoint/endpoint.ts';
import { messageOf } from '../core/error/service-error.ts';
import type { ProbeFinding } from '../engine/ports/address-probe.ts';
import { opened, recordPlace, type Secrets, TARGET_CONTEXT } from '../engine/ports/secrets.ts';
import { endpoints } from '../store/operation/endpoint/endpoint.ts';
import { apiKeyByHash } from '../store/operation/project/api-key.ts';
import { keyCheck } from '../store/operation/project/key-check.ts';
import { projects } from '../store/operation/project/project.ts';
import type { Snapshot } from '../store/operation/transfer/transfer-session.ts';
import { one, query } from '../store/statement.ts';
import { systemClock as clock } from '../system/clock.ts';
import { freeBytesOf } from '../system/disk-room.ts';
import { type Check, good, wrong } from './check.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
export const CERTIFICATE_DAYS = 21;
/** A larger difference keeps what was written later waiting. */
const AHEAD_MS_MAX = 60_000;
/** Retries of one delivery take as long by default. */
const OLDEST_MS_MAX = DAY_MS;
const FULL_DAYS_LOW = 14;
/** Each is a connection of up to five seconds. */
const ORIGINS_MAX = 100;
const AT_ONCE = 8;
const PAGE = 200;

export async function checkStore(settings: Settings, bytes: number | null): Promise<Check[]> {
  let snapshot: Snapshot;
  try {
    snapshot = await openSnapshot(settings);
  } catch (error) {
    return [wrong('store', messageOf(error))];
  }
  try {
    return [
      ...(await checkKeyOfEnvironment(settings, snapshot)),
      await checkNewest(snapshot),
      await checkOldest(snapshot),
      ...(bytes === null ? [] : await checkGrowth(settings, snapshot, bytes)),
      ...(await checkTargets(settings, snapshot)),
    ];
  } catch (error) {
    return [wrong('store', `the store cannot be read: ${messageOf(error)}`)];
  } finally {
    // A damaged file refuses this as well; its faults are told already.
    await snapshot.close().catch(() => {});
  }
}

async function checkKeyOfEnvironment(
  settings: Settings,
  { perform }: Snapshot,
): Promise<readonly Check[]> {
  if (settings.apiKey === null) return [];
  const found = await perform(apiKeyByHash(hash('sha256', settings.apiKey, 'hex')));
  if (found === null) return [good('environment', 'RINGPOST_API_KEY is made at the next start')];
  const { id, projectKey, revokedAtMs, expiresAtMs } = found;
  const isExpired = expiresAtMs !== null && expiresAtMs <= clock.wallMs();
  if (revokedAtMs === null && !isExpired) {
    const project = (await perform(projects())).find(({ key }) => key === projectKey);
    return [good('environment', `RINGPOST_API_KEY opens the project "${project?.name ?? ''}"`)];
  }
  const why = revokedAtMs === null ? 'has expired' : 'was revoked';
  return [
    wrong(
      'environment',
      `RINGPOST_API_KEY is the key ${id}, which ${why} ` +
        'and opens nothing; take it out of the environment, or set another one',
    ),
  ];
}

/** Primary key, from its end. */
const NEWEST = query<{ at: number }>(
  'select last_report_at at from calls order by key desc limit 1',
);

async function checkNewest({ perform }: Snapshot): Promise<Check> {
  const newest = (await perform(one(NEWEST)))?.at ?? null;
  const aheadMs = newest === null ? 0 : newest - clock.wallMs();
  if (aheadMs <= AHEAD_MS_MAX) return good('clock', 'nothing in the store is dated in the future');
  return wrong(
    'clock',
    `the newest call is dated ${Math.round(aheadMs / 1_000)} s in the future: the clock of this ` +
      'machine was ahead, or is behind now; let NTP set it (timedatectl)',
  );
}

/** Reads the open ones alone: deliveries_undelivered. */
const OLDEST = query<{ created_at: number; endpoint_key: number; opened: number }>(`
  select created_at, endpoint_key, (select count(*) from deliveries
    where state in ('waiting', 'due', 'retrying')) opened
  from deliveries where state in ('waiting', 'due', 'retrying')
  order by created_at limit 1`);

async function checkOldest({ perform }: Snapshot): Promise<Check> {
  const row = await perform(one(OLDEST));
  if (row === undefined) return good('oldest', 'no delivery waits');
  const ageMs = clock.wallMs() - row.created_at;
  const shown = `${row.opened} deliveries wait, the oldest for ${hours(ageMs)}`;
  if (ageMs <= OLDEST_MS_MAX) return good('oldest', shown);
  const all = await allEndpoints(perform);
  const endpoint = all.find(({ key }) => key === row.endpoint_key);
  const whose = endpoint === undefined ? '' : ` at the endpoint ${endpoint.id} (${endpoint.name})`;
  return wrong(
    'oldest',
    `${shown}${whose}; look at its last answers, and skip, drop or send what waits: ` +
      'docs/guides/operate.md, "An endpoint fails"',
  );
}

function hours(ms: number): string {
  return ms < HOUR_MS ? `${Math.ceil(ms / 60_000)} min` : `${Math.round(ms / HOUR_MS)} h`;
}

/** Primary key, from its beginning. */
const FIRST = query<{ at: number }>('select first_report_at at from calls order by key limit 1');

async function checkGrowth(
  { dataDir }: Settings,
  { perform }: Snapshot,
  bytes: number,
): Promise<readonly Check[]> {
  const first = (await perform(one(FIRST)))?.at ?? null;
  const days = first === null ? 0 : (clock.wallMs() - first) / DAY_MS;
  if (days < 1) return [];
  const aDay = bytes / days;
  const left = Math.floor((await freeBytesOf(dataDir)) / aDay);
  const shown = `the store grew by ${(aDay / 1_048_576).toFixed(1)} MiB a day`;
  if (left >= FULL_DAYS_LOW) return [good('growth', `${shown}; there is room for ${left} days`)];
  return [
    wrong(
      'growth',
      `${shown}, and the disk has room for ${left} days; give it more, or keep less ` +
        '(deliveredDays, notDeliveredDays of the project)',
    ),
  ];
}

async function checkTargets(settings: Settings, { perform }: Snapshot): Promise<readonly Check[]> {
  let secrets: Secrets;
  try {
    secrets = openSecrets(settings, await perform(keyCheck()));
  } catch (error) {
    // The check of the master key says what to do.
    return [wrong('targets', `the targets were not looked at: ${messageOf(error)}`)];
  }
  const origins = new Map<string, Endpoint>();
  // The inbox is a part of the service, which may reach it at this address alone.
  const own = plannedOrigin(settings);
  for (const endpoint of await allEndpoints(perform)) {
    const url = endpoint.enabled ? targetOf(endpoint, secrets) : null;
    if (url === null || url.origin === own) continue;
    if (!origins.has(url.origin)) origins.set(url.origin, endpoint);
  }
  if (origins.size === 0) return [good('targets', 'no enabled endpoint has an address to look at')];
  const guard = createGuard({ allow: settings.allowTargets });
  const http = createHttpClient({ clock, guard });
  const probe = createAddressProbe({ http, clock });
  const waiting = [...origins].slice(0, ORIGINS_MAX);
  const found: Check[] = [];
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [origin, { id, name }] = next;
      const { finding, validUntilMs } = await probe(origin);
      const fault = faultOf(finding, validUntilMs);
      const { host } = new URL(origin);
      if (fault !== null) found.push(wrong('targets', `${host} of ${id} (${name}): ${fault}`));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  await http.close();
  const looked = Math.min(origins.size, ORIGINS_MAX);
  const rest = origins.size > looked ? `; ${origins.size - looked} more were not looked at` : '';
  return found.length > 0
    ? found
    : [good('targets', `${looked} hosts of endpoints answer, with certificates that last${rest}`)];
}

async function allEndpoints(perform: Snapshot['perform']): Promise<readonly Endpoint[]> {
  const all: Endpoint[] = [];
  for (const { key: projectKey } of await perform(projects())) {
    for (let afterKey: Endpoint['key'] | null = null; ; ) {
      const page: readonly Endpoint[] = await perform(
        endpoints({ projectKey, afterKey, limit: PAGE }),
      );
      all.push(...page);
      if (page.length < PAGE) break;
      afterKey = page.at(-1)?.key ?? null;
    }
  }
  return all;
}

/** Null: it has no address, as an e-mail has none, or cannot be opened. */
function targetOf(endpoint: Endpoint, secrets: Pick<Secrets, 'open'>): URL | null {
  const { secretTarget, target } = endpoint;
  const text =
    secretTarget === null
      ? target
      : opened(secrets, secretTarget, TARGET_CONTEXT, recordPlace(endpoint));
  return text !== null && /^https?:/.test(text) && URL.canParse(text) ? new URL(text) : null;
}

const FAULTS: Readonly<Record<Exclude<ProbeFinding, 'reachable'>, string>> = {
  'name-not-found': 'the DNS knows no such name; correct the target, or ask its owner',
  refused: 'it refuses connections; ask its owner whether the service runs',
  closed: 'it closes connections; ask its owner',
  'timed-out': 'it does not answer; look at firewalls on the way, and ask its owner',
  unreachable: 'it cannot be reached from here; look at the network of this machine',
  blocked: 'its address is private; allow it (RINGPOST_ALLOW_TARGETS), or correct the target',
  expired: 'its certificate has expired; its owner must renew it, until then nothing arrives',
  'not-yet-valid': 'its certificate is not valid yet; look at both clocks',
  'wrong-name': 'its certificate is of another name; correct the target, or ask its owner',
  'self-signed': 'its certificate is signed by itself; ask its owner for one that is trusted',
  untrusted: 'its certificate is of an authority that this machine does not trust; ask its owner',
  'tls-failed': 'it does not agree on TLS 1.2 or newer; ask its owner',
};

function faultOf(finding: ProbeFinding, validUntilMs: number | null): string | null {
  if (finding !== 'reachable') return FAULTS[finding];
  if (validUntilMs === null) return null;
  const days = Math.floor((validUntilMs - clock.wallMs()) / DAY_MS);
  if (days >= CERTIFICATE_DAYS) return null;
  return `its certificate ends in ${days} days; tell its owner to renew it`;
}
