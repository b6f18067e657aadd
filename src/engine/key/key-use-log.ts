/**
 * When each API key was last used. Times are written later, at most once a minute per key and in
 * batches, so that authentication costs no write. Losing them in a crash does no harm.
 */
import type { ApiKeyKey } from '../../core/id.ts';
import type { Clock, Timer } from '../ports/clock.ts';
import type { ApiKeyStore } from '../ports/manage-store.ts';

const EVERY_MS = 60_000;
const BATCH_WAIT_MS = 2_000;
const KEYS_MAX = 10_000;

export interface KeyUseLog {
  note(key: ApiKeyKey): void;
  /** Writes what is waiting now. */
  flush(): Promise<void>;
}

export function createKeyUseLog(store: Pick<ApiKeyStore, 'touchApiKeys'>, clock: Clock): KeyUseLog {
  const writtenAtMonoMs = new Map<ApiKeyKey, number>();
  let waiting: { readonly key: ApiKeyKey; readonly atMs: number }[] = [];
  let timer: Timer | null = null;

  async function flush(): Promise<void> {
    timer?.cancel();
    timer = null;
    const uses = waiting;
    waiting = [];
    if (uses.length === 0) return;
    try {
      await store.touchApiKeys(uses);
    } catch {
      // The store reports its own failures; the next use of the key writes its time again.
      for (const { key } of uses) writtenAtMonoMs.delete(key);
    }
  }

  return {
    note(key) {
      const nowMonoMs = clock.monoMs();
      const last = writtenAtMonoMs.get(key);
      if (last !== undefined && nowMonoMs - last < EVERY_MS) return;
      if (last === undefined && writtenAtMonoMs.size >= KEYS_MAX) writtenAtMonoMs.clear();
      writtenAtMonoMs.set(key, nowMonoMs);
      waiting.push({ key, atMs: clock.wallMs() });
      timer ??= clock.after(BATCH_WAIT_MS, () => void flush());
    },
    flush,
  };
}
