/**
 * A bounded cache of answers that may be out of date for a while. If it is full, the least recently
 * used entry is removed; every entry expires `ttlMs` after its question was asked, on the monotonic
 * clock.
 */
import { createBoundedCache } from '../core/bounded-cache.ts';
import type { Clock } from './ports/clock.ts';

export interface ExpiringCache<Value> {
  get(key: string): Value | undefined;
  /** `askedMonoMs`: when the question was asked; the answer may be that old. */
  set(key: string, value: Value, askedMonoMs: number): void;
  delete(key: string): void;
  clear(): void;
}

interface Entry<Value> {
  readonly value: Value;
  readonly untilMonoMs: number;
}

export function createExpiringCache<Value>(
  clock: Pick<Clock, 'monoMs'>,
  { entriesMax, ttlMs }: { readonly entriesMax: number; readonly ttlMs: number },
): ExpiringCache<Value> {
  const entries = createBoundedCache<string, Entry<Value>>(entriesMax);
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
