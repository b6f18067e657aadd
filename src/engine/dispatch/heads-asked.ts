/**
 * What is asked of the store for one endpoint (step 7), and what it answers: which heads, and how
 * many. Only words: `endpoint-queue.ts` decides what to ask, `head-reader.ts` asks.
 */
import type { DispatchStore } from '../ports/dispatch-store.ts';

/** `retries`: on hold, what may still go. `probe`: one first attempt after a hold has passed. */
export type HeadsWanted = 'all' | 'retries' | 'probe';

/** `recoveredAtMs`: retries last tried before it are asked for although they are not due. */
export interface HeadsAsked {
  readonly wanted: HeadsWanted;
  readonly limit: number;
  readonly recoveredAtMs: number | null;
}

export type HeadsFound = Awaited<ReturnType<DispatchStore['readyHeads']>>;
