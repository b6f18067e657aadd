/**
 * A value of this page that lives as long as the page: several parts read it, and each is drawn
 * again when it changes. What outlives the page is a `StoredValue`. Both tell by `createListeners`.
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
  const { tell, subscribe, isWatched } = createListeners();
  let value = first;
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return;
      value = next;
      tell();
    },
    subscribe,
    isWatched,
  };
}

export function usePageValue<Value>({
  get,
  subscribe,
}: Pick<PageValue<Value>, 'get' | 'subscribe'>): Value {
  return useSyncExternalStore(subscribe, get);
}

export interface Listeners {
  tell(): void;
  /** Call the returned function to unsubscribe. */
  subscribe(listener: () => void): () => void;
  isWatched(): boolean;
}

export function createListeners(): Listeners {
  const listeners = new Set<() => void>();
  return {
    tell() {
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    isWatched: () => listeners.size > 0,
  };
}
