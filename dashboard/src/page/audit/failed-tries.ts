/**
 * The words for an entry of failed tries: how many, of what kind, and how many were refused unread.
 * Null for every other entry.
 */

import type { Static } from 'typebox';
import type { AuditRecord } from '../../../../src/http/schema/audit.ts';
import type { Words } from '../../i18n/words.ts';

type Entry = Pick<Static<typeof AuditRecord>, 'action' | 'after'>;

export function failedTries({ action, after }: Entry, t: Words['audit']): string | null {
  const says = t.failed[action];
  if (says === undefined) return null;
  const { tries, refused, keys, folded }: Readonly<Record<string, unknown>> = Object(after);
  const parts = [
    typeof tries === 'number' && tries > 0 ? says(tries) : '',
    typeof refused === 'number' && refused > 0 ? t.refusedUnread(refused) : '',
    Array.isArray(keys) ? t.keysBegin(keys.join(', ')) : '',
    folded === true ? t.fromMany : '',
  ];
  return parts.filter((part) => part !== '').join(' ');
}
