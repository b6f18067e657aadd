/**
 * A page of the audit trail of a project, newest first; `GET /v1/audit` and the audit page of the
 * dashboard show it.
 */
import type { StoredAudit } from '../../engine/ports/audit-trail.ts';
import type { Asked } from '../../engine/ports/store.ts';
import { all, listOrNull, type Operation, query, readJsonOrNull } from '../statement.ts';

interface AuditRow {
  readonly key: number;
  readonly at: number;
  readonly actor: string;
  readonly action: string;
  readonly target: string | null;
  readonly before: string | null;
  readonly after: string | null;
  readonly request_id: string | null;
  readonly address: string | null;
}

/**
 * Parameters: 1 project, 2 before key or null, 3 limit, 4 JSON list of actions or null, 5 of
 * excluded actions or null, 6 actor or null, 7 target or null, 8 from, 9 to. audit_by_project,
 * which ends in the key; the other conditions are tested on its rows, since a trail grows by what
 * people do and not by calls.
 */
export const AUDIT_PAGE = query<AuditRow>(`
  select key, at, actor, action, target, before, after, request_id, address
  from audit where project_key = ?1 and key < coalesce(?2, 9007199254740991)
    and (cast(?4 as text) is null or action in (select value from json_each(?4)))
    and (cast(?5 as text) is null or action not in (select value from json_each(?5)))
    and (cast(?6 as text) is null or actor = ?6)
    and (cast(?7 as text) is null or target = ?7)
    and at >= ?8 and at < ?9
  order by key desc limit ?3`);

export function* audit(asked: Asked<'audit'>): Operation<readonly StoredAudit[]> {
  const { projectKey, beforeKey, limit, filter } = asked;
  const rows = yield* all(
    AUDIT_PAGE,
    projectKey,
    beforeKey,
    limit,
    listOrNull(filter?.actions),
    listOrNull(filter?.notActions),
    filter?.actor ?? null,
    filter?.target ?? null,
    filter?.fromMs ?? 0,
    filter?.toMs ?? Number.MAX_SAFE_INTEGER,
  );
  return rows.map((row) => ({
    key: row.key,
    atMs: row.at,
    actor: row.actor,
    action: row.action,
    target: row.target,
    before: readJsonOrNull(row.before),
    after: readJsonOrNull(row.after),
    requestId: row.request_id,
    address: row.address,
  }));
}
