/**
 * The interface of `measure-size.ts` to a store with a history: two endpoints that hear of every
 * report, calls named `call_1`, `call_2` and so on, and a time after all of it.
 */
import type { EndpointKey } from '../../src/core/id.ts';
import type { Store } from '../../src/engine/ports/store.ts';

export interface History {
  readonly store: Store;
  readonly hearing: readonly [EndpointKey, EndpointKey];
  readonly calls: number;
  readonly endMs: number;
  /** The time of `work` in ms: by the clock, or of this process's processor. */
  timed(work: () => Promise<unknown>): Promise<number>;
  bytes(): Promise<number>;
  close(): Promise<void>;
}

export async function clockMs(work: () => Promise<unknown>): Promise<number> {
  const startMs = performance.now();
  await work();
  return performance.now() - startMs;
}
