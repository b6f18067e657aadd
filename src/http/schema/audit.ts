/**
 * The audit trail on the wire (decisions section 11): who changed what. Entries hold no secret;
 * the changes that wrote them saw to that.
 */
import type { Static } from 'typebox';
import { formatId } from '../../core/id.ts';
import { isoTime } from '../../core/time.ts';
import type { StoredAudit } from '../../engine/ports/query-store.ts';
import { idOf, nullable, pageOf, strictObject, Timestamp } from './shared.ts';
import { Type } from './type.ts';

export const AuditRecord = strictObject(
  {
    id: idOf('aud'),
    at: Timestamp,
    actor: Type.String({ description: 'The API key (key_...), the person (usr_...), or system' }),
    action: Type.String({ examples: ['endpoint.updated'] }),
    target: nullable(Type.String({ description: 'The id of what was changed' })),
    before: Type.Unknown({ description: 'What it was, secrets masked; null for something new' }),
    after: Type.Unknown({ description: 'What it became; null when it was removed' }),
    requestId: nullable(Type.String()),
    address: nullable(Type.String({ description: 'Where the request came from' })),
  },
  { title: 'AuditEntry' },
);
export const AuditPage = pageOf(AuditRecord, 'AuditPage');

export function showAudit(entry: StoredAudit): Static<typeof AuditRecord> {
  return {
    id: formatId('aud', entry.atMs, entry.key),
    at: isoTime(entry.atMs),
    actor: entry.actor,
    action: entry.action,
    target: entry.target,
    before: entry.before ?? null,
    after: entry.after ?? null,
    requestId: entry.requestId,
    address: entry.address ?? null,
  };
}
