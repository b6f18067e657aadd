/**
 * A bounded memory of answers that may be old for a while: the oldest entry leaves when it is
 * full, and every entry leaves `ttlMs` after it was asked for, on the clock that never goes back.
 */
import type { Clock } from '../ports/clock.ts';

export interface ExpiringCache<Value> {
  get(key: string): Value | undefined;
  /** `askedMonoMs`: when the question was put; the answer may be as old as that. */
  set(key: string, value: Value, askedMonoMs: number): void;
  delete(key: string): void;
  clear(): void;
}

export function createExpiringCache<Value>(
  clock: Clock,
  bounds: { readonly entriesMax: number; readonly ttlMs: number },
): ExpiringCache<Value> {
  const entries = new Map<string, { readonly value: Value; readonly untilMonoMs: number }>();
  return {
    get(key) {
      const entry = entries.get(key);
      if (entry === undefined) return undefined;
      if (entry.untilMonoMs > clock.monoMs()) return entry.value;
      entries.delete(key);
      return undefined;
    },
    set(key, value, askedMonoMs) {
      entries.delete(key);
      entries.set(key, { value, untilMonoMs: askedMonoMs + bounds.ttlMs });
      if (entries.size <= bounds.entriesMax) return;
      const oldest = entries.keys().next();
      if (oldest.done !== true) entries.delete(oldest.value);
    },
    delete(key) {
      entries.delete(key);
    },
    clear() {
      entries.clear();
    },
  };
}
