/**
 * The audit trail as it is read: pages from the newest to the oldest, before a key. Entries are
 * written by the changes they tell of (`manage-store.ts`).
 */
import type { ProjectKey } from '../../core/id.ts';
import type { AuditEntry } from './manage-store.ts';

export interface StoredAudit extends AuditEntry {
  readonly key: number;
}

/** An empty list says nothing. */
export interface AuditFilter {
  readonly actions: readonly string[];
  readonly notActions: readonly string[];
  readonly actor: string | null;
  /** The id of what it was done to. */
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
