/**
 * Audit entries for actions that change no row: an export, or reading personal data. A change
 * writes its entry in its own commit (S12.30), never through here.
 */
import type { ProjectKey } from '../../core/id.ts';
import type { AuditEntry, AuditStore } from '../ports/manage-store.ts';

export interface AuditService {
  /** Resolves when the entry is durable; data must not be shown before. */
  note(projectKey: ProjectKey, entry: AuditEntry): Promise<void>;
}

export function createAuditService(store: Pick<AuditStore, 'noteAudit'>): AuditService {
  return { note: (projectKey, entry) => store.noteAudit({ projectKey, audit: entry }) };
}
