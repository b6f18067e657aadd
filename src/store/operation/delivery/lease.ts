/**
 * Leases of pull endpoints as rows, one per lane (S6.34). A lease is taken on a head whose lane has
 * none: consumers of one endpoint take turns, and on a store with several writers the head's row is
 * locked until the commit, so that it is still the head then. Settlements remove the lease in their
 * own commit (`sqlite/settle.ts`, `postgres/settle/`). Must never change a delivery.
 */

import type { CallKey, DeliveryKey } from '../../../core/id.ts';
import type { LeasedHead, LeaseStore } from '../../../engine/ports/lease-store.ts';
import type { Asked } from '../../../engine/ports/store.ts';
import { all, change, type Operation, one, query } from '../../statement.ts';
import { lockPull } from '../row-lock.ts';
import { HEAD_COLUMNS, HEAD_JOINS, type HeadRow, toHead } from './lane.ts';
import { NEXT_HEAD, NEXT_RETRY } from './ready-heads.ts';

/** A clock may be behind that of the process that took a lease by so much. */
const SKEW_MS = 60_000;

interface FreeHead {
  readonly key: DeliveryKey;
  readonly call_key: CallKey;
}

const FREE = `not exists (select 1 from leases l
  where l.endpoint_key = d.endpoint_key and l.call_key = d.call_key)`;

/** For stores with several writers: a head that another change has locked is left for later. */
const SKIP = '/*for update of d skip locked*/';

/** Parameters: endpoint, now, limit. Index deliveries_heads, in its order. */
export const FREE_HEADS = query<FreeHead>(`
  select d.key, d.call_key from deliveries d indexed by deliveries_heads
  where d.endpoint_key = ? and d.state in ('due', 'retrying') and d.due_at <= ? and ${FREE}
  order by d.due_at limit ? ${SKIP}`);

/** Parameters: endpoint, now, limit. Index deliveries_retries, in its order. */
export const FREE_RETRIES = query<FreeHead>(`
  select d.key, d.call_key from deliveries d indexed by deliveries_retries
  where d.endpoint_key = ? and (d.state = 'retrying' or (d.state = 'due' and d.manual = 1))
    and d.due_at <= ? and ${FREE}
  order by d.due_at limit ? ${SKIP}`);

/** Parameters: endpoint, now, recovered at, limit. Index deliveries_retries. */
export const FREE_RECOVERED = query<FreeHead>(`
  select d.key, d.call_key from deliveries d indexed by deliveries_retries
  where d.endpoint_key = ? and (d.state = 'retrying' or (d.state = 'due' and d.manual = 1))
    and d.due_at > ? and d.last_attempt_at < ? and ${FREE}
  order by d.due_at limit ? ${SKIP}`);

/** Parameters: endpoint. Primary key of leases. */
const COUNT = query<{ n: number }>('select count(*) n from leases where endpoint_key = ?');

/** Parameters: the columns. The lane had no lease, and consumers of the endpoint take turns. */
const INSERT = query(`
  insert into leases (endpoint_key, call_key, delivery_key, token, taken_at, until_at)
  values (?, ?, ?, ?, ?, ?)`);

interface LeaseRow {
  readonly token: string;
  readonly taken_at: number;
  readonly until_at: number;
}
const LEASE_COLUMNS = 'l.token, l.taken_at, l.until_at';

/** A text in a JSON list, as a parameter. */
const TOKENS = '(select value from json_each(?))';

/**
 * Parameters: endpoint, tokens. The unique index of tokens, then primary keys. A delivery that an
 * operator changed meanwhile is read as it is; the settlement decides what becomes of it.
 */
export const LEASED = query<HeadRow & LeaseRow>(`
  select ${HEAD_COLUMNS}, ${LEASE_COLUMNS}
  from leases l join deliveries d on d.key = l.delivery_key ${HEAD_JOINS}
  where l.endpoint_key = ? and l.token in ${TOKENS}`);

/** Parameters: now, limit. Index leases_until, then primary keys. */
export const LAPSED = query<HeadRow & LeaseRow>(`
  select ${HEAD_COLUMNS}, ${LEASE_COLUMNS}
  from leases l join deliveries d on d.key = l.delivery_key ${HEAD_JOINS}
  where l.until_at <= ? order by l.until_at limit ?`);

/**
 * Parameters: now, limit. Index leases_taken. Leases that were taken while the clock was ahead, so
 * that they would last too long.
 */
export const MISTIMED_LEASES = query<HeadRow & LeaseRow>(`
  select ${HEAD_COLUMNS}, ${LEASE_COLUMNS}
  from leases l join deliveries d on d.key = l.delivery_key ${HEAD_JOINS}
  where l.taken_at > ? order by l.taken_at limit ?`);

/** Parameters: now, limit. Index leases_until. */
export const ORPHANS = query<{ token: string }>(`
  select token from leases l
  where l.until_at <= ? and not exists (select 1 from deliveries d where d.key = l.delivery_key)
  order by l.until_at limit ?`);

/** Parameters: now. The first entry of leases_until from then on. */
export const NEXT_LAPSE = query<{ until_at: number }>(
  'select until_at from leases where until_at > ? order by until_at limit 1',
);

/** Parameters: tokens, endpoint or null. The unique index of tokens. */
export const OF_TOKENS = query<{ token: string }>(`
  select token from leases where token in (select value from json_each(?1))
    and (cast(?2 as integer) is null or endpoint_key = ?2)`);

/** Parameters: tokens. The unique index of tokens. */
export const DROP = query(`delete from leases where token in ${TOKENS}`);

type Taken = Awaited<ReturnType<LeaseStore['takeMessages']>>;
type Lapsed = Awaited<ReturnType<LeaseStore['lapsedLeases']>>;

export function* takeMessages(asked: Asked<'takeMessages'>): Operation<Taken> {
  const { endpoint, nowMs, untilMs, phase, recoveredAtMs, leasesMax, tokens } = asked;
  // The next statement sees the leases that other consumers of the endpoint have just taken.
  yield* lockPull(endpoint);
  const out = (yield* one(COUNT, endpoint))?.n ?? 0;
  let limit = Math.min(tokens.length, leasesMax - out);
  const free: FreeHead[] = [];
  if (limit > 0) {
    const due = phase === 'open' ? FREE_HEADS : FREE_RETRIES;
    free.push(...(yield* all(due, endpoint, nowMs, limit)));
    if (recoveredAtMs !== null && free.length < limit) {
      const left = limit - free.length;
      free.push(...(yield* all(FREE_RECOVERED, endpoint, nowMs, recoveredAtMs, left)));
    }
    limit -= free.length;
    const probes = phase === 'probe' && out === 0 && free.length === 0 && limit > 0;
    if (probes) free.push(...(yield* all(FREE_HEADS, endpoint, nowMs, 1)));
  }
  const given: string[] = [];
  for (const [index, { key, call_key: call }] of free.entries()) {
    const token = tokens[index];
    if (token === undefined) break;
    yield* change(INSERT, endpoint, call, key, token, nowMs, untilMs);
    given.push(token);
  }
  const taken = given.length === 0 ? [] : yield* leasedMessages({ endpoint, tokens: given });
  const places = new Map(given.map((token, place) => [token, place]));
  const place = ({ token }: LeasedHead) => places.get(token) ?? 0;
  const next = yield* one(phase === 'open' ? NEXT_HEAD : NEXT_RETRY, endpoint, nowMs, null);
  return {
    taken: [...taken].sort((first, second) => place(first) - place(second)),
    nextDueAtMs: next?.due_at ?? null,
  };
}

export function* leasedMessages({
  endpoint,
  tokens,
}: Asked<'leasedMessages'>): Operation<readonly LeasedHead[]> {
  const rows = yield* all(LEASED, endpoint, JSON.stringify(tokens));
  return rows.map(toLeased);
}

/** Parameters: endpoint, call. Primary key. */
export const OF_LANE = query<{ delivery_key: DeliveryKey; until_at: number }>(
  'select delivery_key, until_at from leases where endpoint_key = ? and call_key = ?',
);

export function* laneLease({
  endpoint,
  call,
}: Asked<'laneLease'>): Operation<Awaited<ReturnType<LeaseStore['laneLease']>>> {
  const row = yield* one(OF_LANE, endpoint, call);
  return row === undefined ? null : { delivery: row.delivery_key, untilMs: row.until_at };
}

export function* lapsedLeases({ nowMs, limit }: Asked<'lapsedLeases'>): Operation<Lapsed> {
  const lapsed = yield* all(LAPSED, nowMs, limit);
  const mistimed = yield* all(MISTIMED_LEASES, nowMs + SKEW_MS, limit - lapsed.length);
  const orphans = yield* all(ORPHANS, nowMs, limit);
  const next = yield* one(NEXT_LAPSE, nowMs);
  return {
    leased: [...lapsed, ...mistimed].map(toLeased),
    orphans: orphans.map(({ token }) => token),
    nextAtMs: next?.until_at ?? null,
  };
}

export function* dropLeases({
  endpoint,
  tokens,
}: Asked<'dropLeases'>): Operation<readonly string[]> {
  const rows = yield* all(OF_TOKENS, JSON.stringify(tokens), endpoint);
  const found = rows.map(({ token }) => token);
  if (found.length > 0) yield* change(DROP, JSON.stringify(found));
  return found;
}

function toLeased(row: HeadRow & LeaseRow): LeasedHead {
  const { token, taken_at: takenAtMs, until_at: untilMs } = row;
  return { head: toHead(row), token, takenAtMs, untilMs };
}
