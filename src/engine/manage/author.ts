/**
 * The person or key that asks for a change, and the audit entry of that change. An entry never
 * holds a secret: the services pass masked views (S12.11, S12.30).
 */
import type { AuditEntry } from '../ports/manage-store.ts';

/**
 * `actor`: `key_...`, `usr_...` or `system`. `requestId`: that of the HTTP request; null if the
 * service acts by itself. `address`: the address of the client.
 */
export interface Author {
  readonly actor: string;
  readonly requestId: string | null;
  readonly address?: string | null;
}

export const SYSTEM_AUTHOR: Author = { actor: 'system', requestId: null };

/** `target` is null if the change creates the record: the store fills in the id. */
export function auditEntry(
  author: Author,
  atMs: number,
  action: string,
  target: string | null,
  change: { readonly before: unknown; readonly after: unknown },
): AuditEntry {
  return {
    atMs,
    actor: author.actor,
    action,
    target,
    before: change.before,
    after: change.after,
    requestId: author.requestId,
    address: author.address ?? null,
  };
}
