/**
 * A value of this page that lives as long as the page: several parts read it, and each is drawn
 * again when it changes. What outlives the page is a `StoredValue`.
 */
import { useSyncExternalStore } from 'react';

export interface PageValue<Value> {
  get(): Value;
  set(value: Value): void;
  subscribe(listener: () => void): () => void;
  /** Whether a part of the page looks at it. */
  isWatched(): boolean;
}

export function pageValue<Value>(first: Value): PageValue<Value> {
  const listeners = new Set<() => void>();
  let value = first;
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    isWatched: () => listeners.size > 0,
  };
}

export function usePageValue<Value>({ get, subscribe }: PageValue<Value>): Value {
  return useSyncExternalStore(subscribe, get);
}
