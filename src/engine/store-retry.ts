/**
 * What the engine does if the store fails: it tries again with an exponential backoff that is
 * bounded and has jitter, so that processes do not come back together.
 */
import { messageOf } from '../core/error/service-error.ts';
import type { Clock, Random } from './ports/clock.ts';
import type { Emit, StoreTask } from './ports/emit.ts';

/** The first and the longest wait; each wait is up to 20 % longer. */
const STORE_RETRY_MS = { first: 100, max: 5_000 } as const;

export interface RetryParts {
  readonly clock: Clock;
  readonly random: Random;
  readonly emit: Emit;
}

export interface DurableWrite<Result> {
  /** The name of a failed write in the log. */
  readonly operation: StoreTask;
  readonly write: () => Promise<Result>;
  readonly triesMax: number;
  readonly isGivenUp: () => boolean;
}

/** Writes with backoff until the write is durable; null if it was given up before. */
export async function writeDurably<Result>(
  { operation, write, triesMax, isGivenUp }: DurableWrite<Result>,
  { clock, random, emit }: RetryParts,
): Promise<Result | null> {
  for (let failures = 1; failures <= triesMax && !isGivenUp(); failures += 1) {
    try {
      return await write();
    } catch (error) {
      emit({ name: 'store.failed', operation, error: messageOf(error) });
      await pause(clock, storeRetryMs(failures, random));
    }
  }
  return null;
}

/** The wait after this number of failures in a row. */
export function storeRetryMs(failures: number, random: Random): number {
  const { first, max } = STORE_RETRY_MS;
  const backOffMs = Math.min(first * 2 ** Math.min(failures - 1, 30), max);
  return Math.ceil(backOffMs * (1 + 0.2 * random.fraction()));
}

function pause(clock: Clock, delayMs: number): Promise<void> {
  return new Promise((resolve) => {
    clock.after(delayMs, resolve);
  });
}
