/**
 * A choice of this browser that outlives the page: language, form of times, density. Kept in
 * localStorage, shared by all tabs at once. Never holds anything secret; without storage (private
 * windows) it lives as long as the page.
 */
import { useSyncExternalStore } from 'react';

export interface StoredChoice<Value extends string> {
  get(): Value;
  set(value: Value): void;
  subscribe(listener: () => void): () => void;
}

const PREFIX = 'ringpost.';

export function storedChoice<const Value extends string>(
  name: string,
  allowed: readonly Value[],
  fallback: () => Value,
): StoredChoice<Value> {
  const key = `${PREFIX}${name}`;
  const listeners = new Set<() => void>();
  const read = (): Value => {
    const text = stored(key);
    return allowed.find((value) => value === text) ?? fallback();
  };
  let current: Value | null = null;
  const tell = (): void => {
    for (const listener of listeners) listener();
  };
  globalThis.addEventListener?.('storage', (event) => {
    if (event.key !== key) return;
    current = null;
    tell();
  });
  return {
    get: () => {
      current ??= read();
      return current;
    },
    set: (value) => {
      current = value;
      store(key, value);
      tell();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export function useChoice<Value extends string>(choice: StoredChoice<Value>): Value {
  return useSyncExternalStore(choice.subscribe, choice.get);
}

function stored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function store(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Without storage the choice holds for this page.
  }
}
