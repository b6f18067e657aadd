/**
 * Entries of the audit trail for what changes no row: an export, personal data that was read. A
 * change writes its own entry in its own commit (S12.30), and never through here.
 */
import type { ProjectKey } from '../../core/id.ts';
import type { AuditEntry, AuditStore } from '../ports/manage-store.ts';

export interface AuditService {
  /** Resolves when the entry is durable: what cannot be noted may not be shown. */
  note(projectKey: ProjectKey, entry: AuditEntry): Promise<void>;
}

export function createAuditService(store: Pick<AuditStore, 'noteAudit'>): AuditService {
  return { note: (projectKey, entry) => store.noteAudit({ projectKey, audit: entry }) };
}
