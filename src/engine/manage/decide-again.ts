/**
 * An operator's change reads, decides and writes, and another process may change the same record in
 * between. The store then writes nothing, and the service decides again with the present rows. In
 * each round one caller's change commits, so the loop ends; the bound guards against a fault.
 */
import { ServiceError } from '../../core/error/service-error.ts';

/** Even with several processes that never stop, a change succeeds in far fewer tries. */
export const TRIES_MAX = 20;

/** `decide` reads, decides and writes; it returns null if the record changed before the write. */
export async function decideAgain<Value extends object | true>(
  decide: () => Promise<Value | null>,
): Promise<Value> {
  for (let tried = 0; tried < TRIES_MAX; tried += 1) {
    const value = await decide();
    if (value !== null) return value;
  }
  throw new ServiceError(
    'STATE_CONFLICT',
    'Other requests change the same record at this moment; try again.',
  );
}
