/**
 * What the conditions of alerts need (S17.2), project by project: bounded look-ups in indexes and
 * small tables, so that a round costs little however much is stored. Also what is known of the
 * certificates of targets.
 */
import type { AlertFacts, EndpointTrouble, SourceFacts } from '../../../core/alert/condition.ts';
import { type EndpointHealth, HEALTHY } from '../../../core/delivery/health.ts';
import type { DisabledReason } from '../../../core/endpoint/endpoint.ts';
import { type EndpointKey, formatId, type ProjectKey, type SourceKey } from '../../../core/id.ts';
import type { Project } from '../../../core/project/project.ts';
import { DAY_MS, MINUTE_MS } from '../../../core/time.ts';
import type { Asked } from '../../../engine/ports/store.ts';
import { all, change, type Operation, one, query, readJson } from '../../statement.ts';
import { projects } from '../project/project.ts';

interface TroubleRow {
  readonly key: EndpointKey;
  readonly name: string;
  readonly created_at: number;
  readonly enabled: number;
  readonly disabled_reason: DisabledReason | null;
  readonly disabled_at: number | null;
  readonly health: string | null;
  readonly open_deliveries: number | null;
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
 * Parameters: 1 project, 2 first minute of the window, 3 the end of a certificate that matters.
 * endpoints_by_project, and primary keys of the others: a project has at most some hundred
 * endpoints. A health is read as text, which this store has written from a record: most endpoints
 * have no failure, and their rows are left out.
 */
export const TROUBLES = query<TroubleRow>(`
  select * from (
    select e.key, e.settings /*::json*/ ->> 'name' name, e.created_at, e.enabled,
      e.disabled_reason, e.disabled_at, h.health, b.open_deliveries, c.ends_at,
      (select sum(s.failed) from stats_minutes s where s.project_key = e.project_key
        and s.endpoint_key = e.key and s.minute_at >= ?2) given_up,
      (select min(s.minute_at) from stats_minutes s where s.project_key = e.project_key
        and s.endpoint_key = e.key and s.minute_at >= ?2 and s.failed > 0) given_up_since
    from endpoints e
    left join endpoint_health h on h.endpoint_key = e.key
    left join (select endpoint_key, sum(open_deliveries) open_deliveries from endpoint_backlogs
      where project_key = ?1 group by endpoint_key) b on b.endpoint_key = e.key
    left join endpoint_certificates c on c.endpoint_key = e.key
      and ${isOfTarget("e.settings /*::json*/ ->> 'target'")}
    where e.project_key = ?1 and e.deleted_at is null) t
  where t.enabled = 0 or t.open_deliveries > 0 or t.given_up > 0 or t.ends_at < ?3
    or t.health not like '%"consecutiveFailures":0,%' or t.health not like '%"holdUntilMs":null%'
  order by t.key`);

/**
 * Parameters: endpoint, how many. deliveries_lane begins with the oldest calls; the oldest delivery
 * of these is the oldest of all, or nearly, and no backlog is read whole.
 */
export const OLDEST_LANES = query<{ created_at: number | null }>(`
  select min(created_at) created_at from (
    select created_at from deliveries indexed by deliveries_lane
    where endpoint_key = ? and closed_at is null
    order by endpoint_key, call_key, sequence limit ?) oldest`);
const LANES_READ = 100;

/**
 * Parameters: project. sources_by_project, primary key of the requests: a source keeps its last 50.
 * The ones that were signed wrong after the last that was signed right.
 */
const SOURCES = query<{
  readonly key: SourceKey;
  readonly name: string;
  readonly created_at: number;
  readonly proven_at: number | null;
  readonly refused_at: number | null;
}>(`
  select s.key, s.name, s.created_at, s.proven_at, r.received_at refused_at
  from sources s left join source_requests r on r.source_key = s.key and r.proven = 0
    and (s.proven_at is null or r.received_at > s.proven_at)
  where s.project_key = ? order by s.key, r.number desc`);

/** Parameters: 1 project, 2 created since, 3 ended since. runs_failed. */
export const RUNS_FAILED = query<{ failed: number; first: number | null }>(`
  select count(*) failed, min(finished_at) first from runs indexed by runs_failed
  where project_key = ?1 and state = 'FAILED' and created_at >= ?2 and finished_at >= ?3`);
/** The longest that a run may take, its waits included. */
const RUN_MS_MAX = 2 * DAY_MS;

/** Parameters: 1 project, 2 since, 3 limit. evaluations_by_project, backwards. */
export const SCORES = query<{ evaluations: number; average: number | null }>(`
  select count(*) evaluations, avg(percentage) average from (
    select percentage from evaluations indexed by evaluations_by_project
    where project_key = ?1 and ended_at >= ?2 and percentage is not null
    order by ended_at desc limit ?3) newest`);
const SCORES_READ = 2_000;

const RETENTION_ENDED = query<{ value: string }>(
  "select value from meta where name = 'retention-ended'",
);

export function* alertFacts({ nowMs }: Asked<'alertFacts'>): Operation<AlertFacts> {
  const found: AlertFacts['projects'][number][] = [];
  for (const project of yield* projects()) found.push(yield* projectFacts(project, nowMs));
  const ended = Number((yield* one(RETENTION_ENDED))?.value ?? Number.NaN);
  return { projects: found, retentionAtMs: Number.isFinite(ended) ? ended : null };
}

function* projectFacts(
  { key, id, name, serviceName, alerts: settings }: Project,
  nowMs: number,
): Operation<AlertFacts['projects'][number]> {
  const windowMs = nowMs - settings.windowMs;
  const runs = yield* one(RUNS_FAILED, key, windowMs - RUN_MS_MAX, windowMs);
  const scores = yield* one(SCORES, key, nowMs - DAY_MS, SCORES_READ);
  return {
    key,
    id,
    name,
    serviceName,
    settings,
    endpoints: yield* troubles(key, windowMs, nowMs + (settings.certificateDays ?? 0) * DAY_MS),
    sources: yield* sourceFacts(key),
    runs: { failed: runs?.failed ?? 0, firstAtMs: runs?.first ?? null },
    scores: {
      evaluations: scores?.evaluations ?? 0,
      average: scores?.average ?? null,
    },
  };
}

function* troubles(
  projectKey: ProjectKey,
  windowMs: number,
  endsBeforeMs: number,
): Operation<readonly EndpointTrouble[]> {
  const minute = Math.ceil(windowMs / MINUTE_MS) * MINUTE_MS;
  const found: EndpointTrouble[] = [];
  for (const row of yield* all(TROUBLES, projectKey, minute, endsBeforeMs)) {
    const open = row.open_deliveries ?? 0;
    const enabled = row.enabled === 1;
    const oldest = enabled && open > 0 ? yield* one(OLDEST_LANES, row.key, LANES_READ) : undefined;
    found.push({
      key: row.key,
      id: formatId('ep', row.created_at, row.key),
      name: row.name,
      enabled,
      disabledReason: row.disabled_reason,
      disabledAtMs: row.disabled_at,
      health: healthOf(row.health),
      open,
      oldestAtMs: oldest?.created_at ?? null,
      givenUp: row.given_up ?? 0,
      givenUpSinceMs: row.given_up_since,
      certificateEndsAtMs: row.ends_at,
    });
  }
  return found;
}

/** Fields that an older version did not write get the values of a healthy endpoint. */
function healthOf(text: string | null): EndpointHealth {
  return text === null ? HEALTHY : { ...HEALTHY, ...readJson<Partial<EndpointHealth>>(text) };
}

function* sourceFacts(projectKey: ProjectKey): Operation<readonly SourceFacts[]> {
  const rows = Map.groupBy(yield* all(SOURCES, projectKey), ({ key }) => key);
  return [...rows.values()].flatMap(([first, ...others]) => {
    if (first === undefined) return [];
    const { key, name, created_at: createdAtMs, proven_at: provenAtMs } = first;
    const refused = [first, ...others].flatMap(({ refused_at: atMs }) =>
      atMs === null ? [] : [{ atMs, proven: false }],
    );
    const proven = provenAtMs === null ? [] : [{ atMs: provenAtMs, proven: true }];
    return [{ id: formatId('src', createdAtMs, key), name, requests: [...refused, ...proven] }];
  });
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
