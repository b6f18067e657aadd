/**
 * The audit trail: written in the transaction of the change it tells of, and never changed
 * afterwards. Holds no secret: the engine leaves them out.
 */
import type { ProjectKey } from '../../core/id.ts';
import type { AuditEntry } from '../../engine/ports/manage-store.ts';
import type { StoredAudit } from '../../engine/ports/query-store.ts';
import { all, change, type Operation, query } from '../statement.ts';
import { readJsonOrNull, writeJsonOrNull } from './json.ts';

const INSERT = query(`
  insert into audit (project_key, at, actor, action, target, before, after, request_id, address)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?)`);

/** `madeId`: the id of what the change has just made, when the entry could not know it. */
export function* writeAudit(
  projectKey: ProjectKey,
  entry: AuditEntry,
  madeId: string | null = null,
): Operation<void> {
  yield* change(
    INSERT,
    projectKey,
    entry.atMs,
    entry.actor,
    entry.action,
    entry.target ?? madeId,
    writeJsonOrNull(entry.before),
    writeJsonOrNull(entry.after),
    entry.requestId,
    entry.address ?? null,
  );
}

export function* noteAudit(note: {
  readonly projectKey: ProjectKey;
  readonly audit: AuditEntry;
}): Operation<null> {
  yield* writeAudit(note.projectKey, note.audit);
  return null;
}

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

/** Parameters: project, before key or null, limit. audit_by_project, which ends in the key. */
export const AUDIT_PAGE = query<AuditRow>(`
  select key, at, actor, action, target, before, after, request_id, address
  from audit where project_key = ?1 and key < coalesce(?2, 9007199254740991)
  order by key desc limit ?3`);

export function* auditPage(asked: {
  readonly projectKey: ProjectKey;
  readonly beforeKey: number | null;
  readonly limit: number;
}): Operation<readonly StoredAudit[]> {
  const rows = yield* all(AUDIT_PAGE, asked.projectKey, asked.beforeKey, asked.limit);
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
