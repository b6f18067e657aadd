/**
 * Which items of the inbox were opened in this browser, so that the others stand out. Kept as a
 * short list of ids in localStorage: the inbox itself is memory and keeps no reader.
 */
import { storedValue, useStored } from './stored-value.ts';

/** Enough for all items in the inboxes of several projects. */
const IDS_MAX = 2_000;

const seen = storedValue<ReadonlySet<string>>(
  'inbox-seen',
  (text) => new Set(readIds(text)),
  (ids) => JSON.stringify([...ids]),
);

export function useSeen(): ReadonlySet<string> {
  return useStored(seen);
}

export function markSeen(...ids: readonly string[]): void {
  const before = seen.get();
  const fresh = ids.filter((id) => !before.has(id));
  if (fresh.length > 0) seen.set(new Set([...before, ...fresh].slice(-IDS_MAX)));
}

function readIds(text: string | null): readonly string[] {
  try {
    return idsOf(JSON.parse(text ?? '[]'));
  } catch {
    return [];
  }
}

/** The value in the browser's storage may come from another program, so it is checked. */
export function idsOf(value: unknown): readonly string[] {
  if (!Array.isArray(value)) return [];
  return value.filter((id): id is string => typeof id === 'string').slice(-IDS_MAX);
}
