/**
 * Step 9, last half: writes how an attempt ended, again and again with back-off until it is
 * durable. Its lane stays taken meanwhile, so nothing can overtake it, and so do slots when many
 * wait: a store that cannot write stops the service instead of letting it send what it cannot note.
 */
import { SETTLE_TRIES_MAX, STORE_RETRY_MS } from './dispatch/limits.ts';
import type { Clock, Random } from './ports/clock.ts';
import type { DispatchStore, Settlement, SettleResult } from './ports/dispatch-store.ts';
import type { Emit } from './ports/emit.ts';

export interface SettleParts {
  readonly store: Pick<DispatchStore, 'settle'>;
  readonly clock: Clock;
  readonly random: Random;
  readonly emit: Emit;
}

/** Null when `givenUp` said so before it was durable: after a restart it is sent again. */
export async function settleDurably(
  settlement: Settlement,
  { store, clock, random, emit }: SettleParts,
  givenUp: () => boolean,
): Promise<SettleResult | null> {
  for (let failures = 1; failures <= SETTLE_TRIES_MAX && !givenUp(); failures += 1) {
    try {
      return await store.settle(settlement);
    } catch (error) {
      emit({ name: 'store.failed', operation: 'settle', error: messageOf(error) });
      await pause(clock, storeRetryMs(failures, random));
    }
  }
  return null;
}

/** The wait after so many failures in a row: doubling, bounded, spread by up to 20 %. */
export function storeRetryMs(failures: number, random: Random): number {
  const { first, max } = STORE_RETRY_MS;
  const backOffMs = Math.min(first * 2 ** Math.min(failures - 1, 30), max);
  return Math.ceil(backOffMs * (1 + 0.2 * random.fraction()));
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function pause(clock: Clock, delayMs: number): Promise<void> {
  return new Promise((resolve) => {
    clock.after(delayMs, resolve);
  });
}
