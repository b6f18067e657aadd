/**
 * Reads the audit trail in pages, from the newest to the oldest entry, before a key. The changes
 * themselves write the entries (`manage-store.ts`).
 */
import type { ProjectKey } from '../../core/id.ts';
import type { AuditEntry } from './manage-store.ts';

export interface StoredAudit extends AuditEntry {
  readonly key: number;
}

/** An empty list does not restrict. */
export interface AuditFilter {
  readonly actions: readonly string[];
  readonly notActions: readonly string[];
  readonly actor: string | null;
  /** The id of the changed record. */
  readonly target: string | null;
  readonly fromMs: number | null;
  readonly toMs: number | null;
}

export interface AuditTrail {
  audit(asked: {
    readonly projectKey: ProjectKey;
    readonly beforeKey: number | null;
    readonly limit: number;
    readonly filter?: AuditFilter | undefined;
  }): Promise<readonly StoredAudit[]>;
}
