/**
 * Which items of the inbox were opened in this browser, so that the others stand out. Kept as a
 * short list of ids in localStorage: the inbox itself is memory and keeps no reader.
 */
import { useSyncExternalStore } from 'react';

const KEY = 'ringpost.inbox-seen';
/** As many as the inboxes of some projects keep. */
const IDS_MAX = 2_000;

let seen: ReadonlySet<string> | null = null;
const listeners = new Set<() => void>();
// Another tab opened one.
globalThis.addEventListener?.('storage', ({ key }) => {
  if (key !== KEY) return;
  seen = null;
  tell();
});

export function useSeen(): ReadonlySet<string> {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => current(),
  );
}

export function markSeen(...ids: readonly string[]): void {
  const before = current();
  const fresh = ids.filter((id) => !before.has(id));
  if (fresh.length === 0) return;
  seen = new Set([...before, ...fresh].slice(-IDS_MAX));
  try {
    localStorage.setItem(KEY, JSON.stringify([...seen]));
  } catch {
    // Without storage it holds for this page.
  }
  tell();
}

function tell(): void {
  for (const listener of listeners) listener();
}

function current(): ReadonlySet<string> {
  seen ??= new Set(stored());
  return seen;
}

function stored(): readonly string[] {
  try {
    return idsOf(JSON.parse(localStorage.getItem(KEY) ?? '[]'));
  } catch {
    return [];
  }
}

/** Whatever stands in the storage of a browser was perhaps not written by us. */
export function idsOf(value: unknown): readonly string[] {
  if (!Array.isArray(value)) return [];
  return value.filter((id): id is string => typeof id === 'string').slice(-IDS_MAX);
}
