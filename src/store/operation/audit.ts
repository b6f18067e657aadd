/**
 * An entry of the audit trail is written in the transaction of its change and never changed
 * afterwards. It holds no secret, since the engine removes secrets before.
 */
import type { ProjectKey } from '../../core/id.ts';
import type { AuditEntry } from '../../engine/ports/manage-store.ts';
import type { Asked } from '../../engine/ports/store.ts';
import { change, type Operation, query, writeJsonOrNull } from '../statement.ts';

const INSERT = query(`
  insert into audit (project_key, at, actor, action, target, before, after, request_id, address)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?)`);

/**
 * `madeId`: the id of the record that the change has just created, if the entry could not know it.
 */
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

export function* noteAudit(note: Asked<'noteAudit'>): Operation<void> {
  yield* writeAudit(note.projectKey, note.audit);
}
