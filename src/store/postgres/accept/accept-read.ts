/**
 * Step 2, what decides: reads, under locks on the calls of a batch, all that the planner needs. A
 * new call has no row to lock, so the hash of its id is locked first: two processes never create
 * the same call twice. Locks come before rows, each in rising order, so there is no deadlock.
 */
import type pg from 'pg';
import { type Hint, REPORT_ID_DAYS } from '../../../core/call/report.ts';
import type { ProjectKey } from '../../../core/id.ts';
import type { ReportAnswer } from '../../../core/intake/plan.ts';
import type { ProjectSettings } from '../../../core/project/project.ts';
import { DAY_MS } from '../../../core/time.ts';
import type { ReportItem } from '../../../engine/ports/report-store.ts';
import { PROJECT_LOCKS } from '../../operation/advisory-lock.ts';
import { CALL_COLUMNS, type CallRow, hash64, toCall } from '../../operation/call/call.ts';
import { KEPT_COLUMNS, type KeptRow, keptItems } from '../../operation/call/kept-report.ts';
import {
  type ProjectIntake,
  type SubscriberRow,
  subscriptionOf,
} from '../../operation/endpoint/subscription.ts';
import { closedOf, type ProjectRow } from '../../operation/project/project.ts';
import { readJson } from '../../statement.ts';
import { prepared, run } from '../server/prepared.ts';
import { CallState } from './accept-plan.ts';

/** The stored data of a batch's calls and projects; `calls` by `callName`. */
export interface Known {
  readonly calls: ReadonlyMap<string, CallState>;
  readonly projects: ReadonlyMap<ProjectKey, ProjectIntake>;
}

/**
 * Parameters: namespace, projects, hashes of the calls, both rising. A project's lock is shared:
 * only a change of its endpoints waits, until every report that did not see the change has
 * committed.
 */
const LOCK = prepared(`
  select pg_advisory_xact_lock_shared($1, (key % 2147483647)::integer)
  from unnest($2::bigint[]) as p (key)
  union all
  select pg_advisory_xact_lock(hash) from unnest($3::bigint[]) as c (hash)`);

/**
 * Parameters: project, hash and id of each call; projects; of each report with an id its call's
 * position, hash, id and the oldest time that counts. Every part has an index: calls_by_hash,
 * primary keys, endpoints_by_project, reports_by_id, the unique index of kept reports; full ids are
 * compared on each hit. Of calls deleted by request (removed_calls_by_request) no id is stored;
 * `exists` would be planned as a hash of all of them, built anew by each statement. Keys of calls
 * are looked up in an array: as a join, 200 ids cost 9 ms. The sum keeps the planner from looking
 * up a project without the hash: planned on an empty table, that took 270 ms later. Those in
 * `order by` keep it from walking keys in their order. Only an accept adds reports, and it has
 * locked the hash.
 */
export const READ = prepared<ReadRow>(`
  with asked as materialized (
    select a.place, a.project_key, a.hash, a.call_id, (
      select c.key from calls c
      where c.call_id_hash = a.hash and c.project_key + 0 = a.project_key
        and c.call_id = a.call_id
      order by c.key + 0 limit 1
    ) as key, (
      select true from removed_calls d
      where d.call_id_hash = a.hash and d.project_key + 0 = a.project_key and d.by_request = 1
      limit 1
    ) is not null as deleted
    from unnest($1::bigint[], $2::bigint[], $3::text[]) with ordinality
      as a (project_key, hash, call_id, place)
  ), held as materialized (
    select ${CALL_COLUMNS} from calls
    where key = any (array(select a.key from asked a where a.key is not null))
    order by key for no key update
  )
  select
    (select coalesce(json_agg(h), '[]') from held h) as calls,
    (select coalesce(json_agg(p), '[]') from (
      select key, settings, limits, suspended_at, calls from projects
      where key = any ($4::bigint[])) p) as projects,
    (select coalesce(json_agg(e), '[]') from (
      select key, project_key, settings from endpoints
      where project_key = any ($4::bigint[]) and deleted_at is null
      order by key + 0) e) as endpoints,
    (select coalesce(json_agg(r), '[]') from (
      select f.call_key, f.report_id, f.received_at, f.fingerprint, f.answer
      from unnest($5::bigint[], $6::bigint[], $7::text[], $8::bigint[])
        as i (place, hash, report_id, oldest)
      cross join (select array_agg(coalesce(a.key, 0) order by a.place) as keys from asked a) c
      cross join lateral (
        select * from reports r
        where r.call_key = c.keys[i.place] and r.report_id_hash = i.hash
           and r.report_id = i.report_id
          and r.received_at >= i.oldest offset 0
      ) f
      order by f.call_key, f.number) r) as earlier,
    (select coalesce(json_agg(x.place), '[]') from (
      select a.place from asked a where a.deleted) x) as deleted,
    (select coalesce(json_agg(w), '[]') from (
      select k.* from asked a
      cross join lateral (
        select ${KEPT_COLUMNS} from kept_reports
        where call_id_hash = a.hash and project_key = a.project_key and call_id = a.call_id
        order by key + 0 offset 0
      ) k
      where a.key is null) w) as kept`);

/**
 * Parameters: project, hash and id of each call. One seek of the unique index each; sent only if a
 * report of the batch asks for it.
 */
export const READ_HINTS = prepared<{ readonly place: number; readonly hint: Hint }>(`
  select a.place::integer as place, h.hint
  from unnest($1::bigint[], $2::bigint[], $3::text[]) with ordinality
    as a (project_key, hash, call_id, place)
  cross join lateral (
    select hint from call_hints
    where call_id_hash = a.hash and project_key = a.project_key and call_id = a.call_id
  ) h`);

interface ReadRow {
  readonly calls: readonly CallRow[];
  readonly projects: readonly AcceptingRow[];
  readonly endpoints: readonly EndpointRow[];
  readonly earlier: readonly EarlierRow[];
  /** Positions of calls that were deleted by request. */
  readonly deleted: readonly number[];
  /** Of calls that do not exist yet. */
  readonly kept: readonly KeptRow[];
}

interface AcceptingRow extends Pick<ProjectRow, 'limits' | 'suspended_at' | 'calls'> {
  readonly key: ProjectKey;
  readonly settings: string;
}

interface EndpointRow extends SubscriberRow {
  readonly project_key: ProjectKey;
}

interface EarlierRow {
  readonly call_key: CallRow['key'];
  readonly report_id: string;
  readonly received_at: number;
  readonly fingerprint: string;
  readonly answer: string;
}

/** Two statements, sent together if the connection can pipeline. */
export async function lockAndRead(
  client: pg.ClientBase,
  items: readonly ReportItem[],
): Promise<Known> {
  const calls = distinctCalls(items);
  const projects = [...new Set(items.map(({ projectKey }) => projectKey))].sort((a, b) => a - b);
  const hashes = [...new Set(calls.map(({ hash }) => hash))].sort((a, b) => (a < b ? -1 : 1));
  const ids = calls.flatMap(({ reportIds }, index) =>
    [...reportIds].map(([id, oldestMs]) => ({ place: index + 1, id, oldestMs })),
  );
  const asked = items.some(asksForHints);
  const [, [row], hints] = await Promise.all([
    run(client, LOCK, PROJECT_LOCKS, projects, hashes),
    run(
      client,
      READ,
      calls.map(({ projectKey }) => projectKey),
      calls.map(({ hash }) => hash),
      calls.map(({ callId }) => callId),
      projects,
      ids.map(({ place }) => place),
      ids.map(({ id }) => hash64(id)),
      ids.map(({ id }) => id),
      ids.map(({ oldestMs }) => oldestMs),
    ),
    asked ? readHints(client, calls) : [],
  ]);
  if (row === undefined) throw new Error('a select without from has one row');
  const states = statesOf(calls, row);
  const kept = Map.groupBy(row.kept, (one) => callName(one.project_key, one.call_id));
  for (const [name, rows] of kept) {
    const state = states.get(name);
    if (state !== undefined) state.kept = keptItems(rows);
  }
  const wanted = [...states.values()].some((state) => state.kept.some(asksForHints));
  const found = wanted && !asked ? await readHints(client, calls) : hints;
  for (const { place, hint } of found) {
    const call = calls[place - 1];
    const state = call && states.get(callName(call.projectKey, call.callId));
    if (state !== undefined) state.hints = [...state.hints, hint];
  }
  return { calls: states, projects: projectsOf(row) };
}

function asksForHints({ variants = [] }: ReportItem): boolean {
  return variants.some(({ hint }) => hint !== null);
}

function readHints(client: pg.ClientBase, calls: readonly AskedCall[]) {
  return run(
    client,
    READ_HINTS,
    calls.map(({ projectKey }) => projectKey),
    calls.map(({ hash }) => hash),
    calls.map(({ callId }) => callId),
  );
}

export function callName(projectKey: ProjectKey, callId: string): string {
  return `${projectKey}/${callId}`;
}

interface AskedCall {
  readonly projectKey: ProjectKey;
  readonly callId: string;
  readonly hash: bigint;
  /** Each report id with the oldest time that counts for one of its items. */
  readonly reportIds: Map<string, number>;
}

function distinctCalls(items: readonly ReportItem[]): readonly AskedCall[] {
  const calls = new Map<string, AskedCall>();
  for (const { projectKey, callId, report, receivedAtMs, judgedAtMs } of items) {
    const name = callName(projectKey, callId);
    const call = calls.get(name) ?? {
      projectKey,
      callId,
      hash: hash64(callId),
      reportIds: new Map(),
    };
    calls.set(name, call);
    if (report.reportId === null) continue;
    const oldestMs = (judgedAtMs ?? receivedAtMs) - REPORT_ID_DAYS * DAY_MS;
    const present = call.reportIds.get(report.reportId) ?? oldestMs;
    call.reportIds.set(report.reportId, Math.min(present, oldestMs));
  }
  return [...calls.values()];
}

type Lanes = Readonly<Record<string, number>>;

function statesOf(asked: readonly AskedCall[], row: ReadRow): ReadonlyMap<string, CallState> {
  const rows = new Map(row.calls.map((call) => [callName(call.project_key, call.call_id), call]));
  const earlier = Map.groupBy(row.earlier, ({ call_key }) => call_key);
  const deleted = new Set(row.deleted);
  return new Map(
    asked.map((each, index) => {
      const { projectKey, callId } = each;
      const name = callName(projectKey, callId);
      const stored = rows.get(name);
      const wasDeleted = deleted.has(index + 1);
      if (stored === undefined) return [name, new CallState(each, null, wasDeleted)];
      const { key, reports } = stored;
      const call = { key, call: toCall(stored), reports, lanes: readJson<Lanes>(stored.lanes) };
      const state = new CallState(each, call, wasDeleted);
      for (const { report_id, received_at, fingerprint, answer } of earlier.get(key) ?? []) {
        state.remember(report_id, received_at, fingerprint, readJson<ReportAnswer>(answer));
      }
      return [name, state];
    }),
  );
}

function projectsOf(row: ReadRow): ReadonlyMap<ProjectKey, ProjectIntake> {
  const endpoints = Map.groupBy(row.endpoints, ({ project_key }) => project_key);
  return new Map(
    row.projects.map(({ key, settings, ...kept }) => {
      const { serviceName, stale } = readJson<ProjectSettings>(settings);
      const subscriptions = (endpoints.get(key) ?? []).map(subscriptionOf);
      return [key, { subscriptions, serviceName, stale, closed: closedOf(kept) }];
    }),
  );
}
