/**
 * What the conditions of alerts need (S17.2), of many projects in one statement each: bounded
 * look-ups in indexes and small tables, so that a round costs little however much is stored. Also
 * what is known of the certificates of targets.
 */
import type { AlertFacts, EndpointTrouble, SourceFacts } from '../../../core/alert/condition.ts';
import { type EndpointHealth, HEALTHY } from '../../../core/delivery/health.ts';
import type { DisabledReason } from '../../../core/endpoint/endpoint.ts';
import { type EndpointKey, formatId, type ProjectKey, type SourceKey } from '../../../core/id.ts';
import type { Project } from '../../../core/project/project.ts';
import { DAY_MS } from '../../../core/time.ts';
import type { Asked } from '../../../engine/ports/store.ts';
import { all, change, type Operation, one, query, readJson } from '../../statement.ts';
import { PROJECT_COLUMNS, type ProjectRow, toProject } from '../project/project.ts';

interface TroubleRow {
  readonly project_key: ProjectKey;
  readonly key: EndpointKey;
  readonly name: string;
  readonly created_at: number;
  readonly enabled: number;
  readonly disabled_reason: DisabledReason | null;
  readonly disabled_at: number | null;
  readonly health: string | null;
  readonly open_deliveries: number | null;
  readonly oldest_at: number | null;
  readonly given_up: number | null;
  readonly given_up_since: number | null;
  readonly ends_at: number | null;
}

/** Whether the certificate `c` was seen at this target, wherever its path leads now. */
function isOfTarget(target: string): string {
  return `substr(${target}, 1, length(c.origin)) = c.origin
      and substr(${target}, length(c.origin) + 1, 1) in ('', '/', '?', '#')`;
}

/**
 * The first parameter of each statement below: a list of projects, as `askedOf` writes it. `asked`
 * has a row for each, and comes first in every join, so a statement costs what these projects have.
 */
const ASKED = `asked as materialized (
  select cast(value /*::json*/ ->> 'project' as integer) project_key,
    cast(value /*::json*/ ->> 'since' as integer) since_at,
    cast(value /*::json*/ ->> 'ends' as integer) ends_before
  from json_each(?1))`;

/** The window of each project, and when a certificate must end to matter. */
function askedOf(projects: readonly Project[], nowMs: number): string {
  return JSON.stringify(
    projects.map(({ key, alerts: { windowMs, certificateDays } }) => ({
      project: key,
      since: nowMs - windowMs,
      ends: nowMs + (certificateDays ?? 0) * DAY_MS,
    })),
  );
}

/**
 * Parameters: 1 projects, 2 how many lanes. endpoints_by_project, and primary keys of the others: a
 * project has at most some hundred endpoints. A health is read as text, which this store has
 * written from a record: most endpoints have no failure, and nothing more is read of them. Minutes
 * count from the first whole one of the window. deliveries_lane begins with the oldest calls; the
 * oldest delivery of these is the oldest of all, or nearly, and no backlog is read whole.
 */
export const TROUBLES = query<TroubleRow>(`
  with ${ASKED}, seen as materialized (
    select e.project_key, e.key, e.enabled, asked.since_at,
      case when h.health not like '%"consecutiveFailures":0,%'
        or h.health not like '%"holdUntilMs":null%' then h.health end health,
      (select sum(b.open_deliveries) from endpoint_backlogs b
        where b.endpoint_key = e.key) open_deliveries,
      (select sum(s.failed) from stats_minutes s where s.project_key = e.project_key
        and s.endpoint_key = e.key and s.minute_at >= asked.since_at) given_up,
      case when c.ends_at < asked.ends_before
        and ${isOfTarget("(e.settings /*::json*/ ->> 'target')")} then c.ends_at end ends_at
    from asked cross join endpoints e
    left join endpoint_health h on h.endpoint_key = e.key
    left join endpoint_certificates c on c.endpoint_key = e.key
    where e.project_key = asked.project_key and e.deleted_at is null)
  select seen.project_key, seen.key, e.settings /*::json*/ ->> 'name' name, e.created_at,
    seen.enabled, e.disabled_reason, e.disabled_at, seen.health, seen.open_deliveries,
    seen.given_up, seen.ends_at,
    case when seen.given_up > 0 then (select min(s.minute_at) from stats_minutes s
      where s.project_key = seen.project_key and s.endpoint_key = seen.key
        and s.minute_at >= seen.since_at and s.failed > 0) end given_up_since,
    case when seen.enabled = 1 and seen.open_deliveries > 0 then (
      select min(created_at) from (
        select d.created_at from deliveries d indexed by deliveries_lane
        where d.endpoint_key = seen.key and d.closed_at is null
        order by d.endpoint_key, d.call_key, d.sequence limit ?2) oldest) end oldest_at
  from seen cross join endpoints e
  where e.key = seen.key and (seen.enabled = 0 or seen.open_deliveries > 0 or seen.given_up > 0
    or seen.ends_at is not null or seen.health is not null)
  order by seen.key`);
const LANES_READ = 100;

/**
 * Parameters: 1 projects. sources_by_project, source_requests_refused: those that were signed wrong
 * after the last that was signed right. A source keeps its last 50 requests.
 */
export const SOURCES = query<{
  readonly project_key: ProjectKey;
  readonly key: SourceKey;
  readonly name: string;
  readonly created_at: number;
  readonly proven_at: number | null;
  readonly refused_at: number | null;
}>(`
  with ${ASKED}
  select s.project_key, s.key, s.name, s.created_at, s.proven_at, r.received_at refused_at
  from asked cross join sources s left join source_requests r on r.source_key = s.key
    and r.proven = 0 and r.received_at > coalesce(s.proven_at, -1)
  where s.project_key = asked.project_key order by s.key, r.received_at desc, r.number desc`);

/** Parameters: 1 projects, 2 the longest that a run may take. runs_failed. */
export const RUNS_FAILED = query<{
  readonly project_key: ProjectKey;
  readonly failed: number;
  readonly first: number | null;
}>(`
  with ${ASKED}
  select asked.project_key, count(*) failed, min(r.finished_at) first
  from asked cross join runs r indexed by runs_failed
  where r.project_key = asked.project_key and r.state = 'FAILED'
    and r.created_at >= asked.since_at - ?2 and r.finished_at >= asked.since_at
  group by asked.project_key`);
/** The longest that a run may take, its waits included. */
const RUN_MS_MAX = 2 * DAY_MS;

/**
 * Parameters: 1 projects, 2 since, 3 how many of a project are not read. evaluations_by_project: of
 * each project its newest ones.
 */
export const SCORES = query<{
  readonly project_key: ProjectKey;
  readonly evaluations: number;
  readonly average: number | null;
}>(`
  with ${ASKED}, newest as materialized (
    select asked.project_key, coalesce((
      select v.ended_at from evaluations v indexed by evaluations_by_project
      where v.project_key = asked.project_key and v.ended_at >= ?2
      order by v.ended_at desc limit 1 offset ?3), ?2) first_at
    from asked)
  select newest.project_key, count(*) evaluations, avg(v.percentage) average
  from newest cross join evaluations v indexed by evaluations_by_project
  where v.project_key = newest.project_key and v.ended_at >= newest.first_at
    and v.percentage is not null
  group by newest.project_key`);
const SCORES_READ = 2_000;

/** Parameters: after key, limit. Primary key. */
const PROJECTS = query<ProjectRow>(`
  select ${PROJECT_COLUMNS} from projects where key > ? order by key limit ?`);

const RETENTION_ENDED = query<{ value: string }>(
  "select value from meta where name = 'retention-ended'",
);

export function* alertFacts(asked: Asked<'alertFacts'>): Operation<AlertFacts> {
  const { nowMs, afterKey, limit } = asked;
  const projects = (yield* all(PROJECTS, afterKey ?? 0, limit)).map(toProject);
  if (projects.length === 0) return { projects: [], first: null, retentionAtMs: null };
  const list = askedOf(projects, nowMs);
  const endpoints = yield* troubles(list);
  const sources = yield* sourcesOf(list);
  const runs = byProject(yield* all(RUNS_FAILED, list, RUN_MS_MAX));
  const scores = byProject(yield* all(SCORES, list, nowMs - DAY_MS, SCORES_READ));
  const ended = Number((yield* one(RETENTION_ENDED))?.value ?? Number.NaN);
  return {
    projects: projects.map(({ key, id, name, serviceName, alerts: settings }) => {
      const [failed] = runs.get(key) ?? [];
      const [scored] = scores.get(key) ?? [];
      return {
        ...{ key, id, name, serviceName, settings },
        endpoints: endpoints.get(key) ?? [],
        sources: sources.get(key) ?? [],
        runs: { failed: failed?.failed ?? 0, firstAtMs: failed?.first ?? null },
        scores: { evaluations: scored?.evaluations ?? 0, average: scored?.average ?? null },
      };
    }),
    first: afterKey === null ? (projects[0]?.key ?? null) : null,
    retentionAtMs: Number.isFinite(ended) ? ended : null,
  };
}

function byProject<Row extends { readonly project_key: ProjectKey }>(rows: readonly Row[]) {
  return Map.groupBy(rows, ({ project_key: key }) => key);
}

type ByProject<Fact> = ReadonlyMap<ProjectKey, readonly Fact[]>;

function* troubles(list: string): Operation<ByProject<EndpointTrouble>> {
  const rows = byProject(yield* all(TROUBLES, list, LANES_READ));
  return new Map([...rows].map(([project, found]) => [project, found.map(toTrouble)]));
}

function toTrouble(row: TroubleRow): EndpointTrouble {
  return {
    key: row.key,
    id: formatId('ep', row.created_at, row.key),
    name: row.name,
    enabled: row.enabled === 1,
    disabledReason: row.disabled_reason,
    disabledAtMs: row.disabled_at,
    health: healthOf(row.health),
    open: row.open_deliveries ?? 0,
    oldestAtMs: row.oldest_at,
    givenUp: row.given_up ?? 0,
    givenUpSinceMs: row.given_up_since,
    certificateEndsAtMs: row.ends_at,
  };
}

/** Fields that an older version did not write get the values of a healthy endpoint. */
function healthOf(text: string | null): EndpointHealth {
  return text === null ? HEALTHY : { ...HEALTHY, ...readJson<Partial<EndpointHealth>>(text) };
}

function* sourcesOf(list: string): Operation<ByProject<SourceFacts>> {
  const rows = byProject(yield* all(SOURCES, list));
  return new Map(
    [...rows].map(([project, found]) => {
      const sources = Map.groupBy(found, ({ key }) => key);
      return [project, [...sources.values()].flatMap(toSource)];
    }),
  );
}

type SourceRow = NonNullable<(typeof SOURCES)['row']>;

/** `rows`: of one source. */
function toSource(rows: readonly SourceRow[]): readonly SourceFacts[] {
  const [first] = rows;
  if (first === undefined) return [];
  const { key, name, created_at: createdAtMs, proven_at: provenAtMs } = first;
  const refused = rows.flatMap(({ refused_at: atMs }) =>
    atMs === null ? [] : [{ atMs, proven: false }],
  );
  const proven = provenAtMs === null ? [] : [{ atMs: provenAtMs, proven: true }];
  return [{ id: formatId('src', createdAtMs, key), name, requests: [...refused, ...proven] }];
}

/**
 * Parameters: 1 checked before, 2 limit. Small tables. Of kinds whose target is shown in full,
 * those that were never looked at first, then the longest ago; a target that changed is looked at
 * again.
 */
const UNCHECKED = query<{ key: EndpointKey; target: string }>(`
  select * from (
    select e.key, e.settings /*::json*/ ->> 'target' target, e.settings /*::json*/ ->> 'kind' kind,
      coalesce(c.checked_at, 0) checked_at
    from endpoints e left join endpoint_certificates c on c.endpoint_key = e.key
    where e.deleted_at is null and e.enabled = 1
      and (c.checked_at is null or c.checked_at < ?1 or c.checked_at < e.updated_at
        or c.origin is null)) t
  where t.kind in ('custom', 'self-provided-agent') and t.target like 'https://%'
  order by t.checked_at, t.key limit ?2`);

/**
 * Parameters: endpoint, when, end or null, origin. A look that saw none keeps the end that is known
 * of the same host; that of a former target is forgotten.
 */
const KEEP = query(`
  insert into endpoint_certificates (endpoint_key, checked_at, ends_at, origin)
  values (?, ?, ?, ?)
  on conflict (endpoint_key) do update set checked_at = excluded.checked_at,
    ends_at = case when excluded.ends_at is null
      and endpoint_certificates.origin = excluded.origin then endpoint_certificates.ends_at
      else excluded.ends_at end,
    origin = excluded.origin`);

export function* uncheckedCertificates(
  asked: Asked<'uncheckedCertificates'>,
): Operation<readonly { readonly endpoint: EndpointKey; readonly target: string }[]> {
  const rows = yield* all(UNCHECKED, asked.beforeMs, asked.limit);
  return rows.map(({ key, target }) => ({ endpoint: key, target }));
}

export function* keepCertificate(wanted: Asked<'keepCertificate'>): Operation<void> {
  const origin = ORIGIN.exec(wanted.target)?.[0] ?? wanted.target;
  yield* change(KEEP, wanted.endpoint, wanted.checkedAtMs, wanted.endsAtMs, origin);
}

/** Scheme, host and port of a target as it is stored. */
const ORIGIN = /^https:\/\/[^/?#]+/;
