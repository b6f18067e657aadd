/**
 * A bounded memory of answers that may be old for a while: if it is full, the entry that was used
 * the longest ago leaves, and every entry leaves `ttlMs` after it was asked for, on the clock that
 * never goes back.
 */
import { LRUCache } from 'lru-cache';
import type { Clock } from './ports/clock.ts';

export interface ExpiringCache<Value> {
  get(key: string): Value | undefined;
  /** `askedMonoMs`: when the question was put; the answer may be as old as that. */
  set(key: string, value: Value, askedMonoMs: number): void;
  delete(key: string): void;
  clear(): void;
}

export function createExpiringCache<Value>(
  clock: Pick<Clock, 'monoMs'>,
  { entriesMax: max, ttlMs }: { readonly entriesMax: number; readonly ttlMs: number },
): ExpiringCache<Value> {
  const entries = new LRUCache<string, { readonly value: Value; readonly untilMonoMs: number }>({
    max,
  });
  return {
    get(key) {
      const entry = entries.get(key);
      if (entry === undefined) return undefined;
      if (entry.untilMonoMs > clock.monoMs()) return entry.value;
      entries.delete(key);
      return undefined;
    },
    set(key, value, askedMonoMs) {
      entries.set(key, { value, untilMonoMs: askedMonoMs + ttlMs });
    },
    delete(key) {
      entries.delete(key);
    },
    clear() {
      entries.clear();
    },
  };
}
