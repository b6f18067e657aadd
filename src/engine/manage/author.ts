/**
 * Who asks for a change, and the audit entry that this makes. An entry never holds a secret: the
 * services pass views that were masked before (S12.11, S12.30).
 */
import type { AuditEntry } from '../ports/manage-store.ts';

/**
 * `actor`: `key_...`, `usr_...` or `system`. `requestId`: of the HTTP request, null for our own
 * doing. `address`: where that came from.
 */
export interface Author {
  readonly actor: string;
  readonly requestId: string | null;
  readonly address?: string | null;
}

export const SYSTEM_AUTHOR: Author = { actor: 'system', requestId: null };

/** `target` is null when the change itself makes the thing: the store fills in the id. */
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
