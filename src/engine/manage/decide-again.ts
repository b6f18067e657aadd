/**
 * A change by an operator reads, decides and writes; another process may change the same record in
 * between. The store then writes nothing, and the service decides again on the present rows. Each
 * round commits one caller's change, so this ends; the bound is for a fault.
 */
import { ServiceError } from '../../core/error/service-error.ts';

/** Of several processes that never stop, one still comes through in far fewer. */
export const TRIES_MAX = 20;

/** `decide` reads, decides and writes; null when what it read was no more as it wrote. */
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
