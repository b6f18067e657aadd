/**
 * Something of this browser that outlives the page, such as a choice or a list of saved views.
 * Kept in localStorage, shared by all tabs at once. Never holds anything secret; without storage
 * (private windows) it lives as long as the page.
 */
import { createListeners, usePageValue } from './page-value.ts';

export interface StoredValue<Value> {
  get(): Value;
  set(value: Value): void;
  subscribe(listener: () => void): () => void;
}

const PREFIX = 'ringpost.';

/** `read` takes what is there, whichever program wrote it, and must accept any text. */
export function storedValue<Value>(
  name: string,
  read: (text: string | null) => Value,
  write: (value: Value) => string,
): StoredValue<Value> {
  const key = `${PREFIX}${name}`;
  const { tell, subscribe } = createListeners();
  let current: { readonly value: Value } | null = null;
  globalThis.addEventListener?.('storage', (event) => {
    if (event.key !== key) return;
    current = null;
    tell();
  });
  return {
    get: () => {
      current ??= { value: read(stored(key)) };
      return current.value;
    },
    set: (value) => {
      current = { value };
      store(key, write(value));
      tell();
    },
    subscribe,
  };
}

export function useStored<Value>(stored: StoredValue<Value>): Value {
  return usePageValue(stored);
}

function stored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function store(key: string, text: string): void {
  try {
    localStorage.setItem(key, text);
  } catch {
    // Without storage the value lasts as long as the page.
  }
}

type StoredChoice<Value extends string> = StoredValue<Value>;

/**
 * A choice of this browser that outlives the page: language, form of times, shortcuts. One of a few
 * words; anything else that is found stored is as if nothing were.
 */
export function storedChoice<const Value extends string>(
  name: string,
  allowed: readonly Value[],
  fallback: () => Value,
): StoredChoice<Value> {
  const read = (text: string | null): Value => allowed.find((one) => one === text) ?? fallback();
  return storedValue(name, read, (value) => value);
}

export function useChoice<Value extends string>(choice: StoredChoice<Value>): Value {
  return useStored(choice);
}
