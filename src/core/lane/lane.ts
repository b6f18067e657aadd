/**
 * Step 6: the rules of a lane, the FIFO of the deliveries of one (endpoint, call) (S6.1 to S6.3). A
 * store writes what these rules say, in the commit that changes the lane. There is one invariant:
 * the open delivery with the lowest sequence is the head (`due` or `retrying`), every other open
 * one is `waiting`. `invariant.ts` checks it.
 */
export interface HeadState {
  readonly state: 'due' | 'retrying';
  readonly dueAtMs: number;
}

/** The state of a new delivery: the head of an empty lane, else waiting behind the open ones. */
export function stateOnJoin(laneHasOpen: boolean): 'due' | 'waiting' {
  return laneHasOpen ? 'waiting' : 'due';
}

/**
 * The state of a waiting delivery that becomes the head: due at once, unless it was backing off
 * when an older delivery was reopened in front of it; then it keeps its due time.
 */
export function headState(failures: number, dueAtMs: number | null, nowMs: number): HeadState {
  if (failures > 0 && dueAtMs !== null) return { state: 'retrying', dueAtMs };
  return { state: 'due', dueAtMs: nowMs };
}

/** The state of a failed delivery that will be retried: `waiting` if an older one was reopened. */
export function stateOnRetry(olderIsOpen: boolean): 'retrying' | 'waiting' {
  return olderIsOpen ? 'waiting' : 'retrying';
}

/**
 * The states after a closed delivery was reopened at its old place. `headSequence`: that of the
 * present head; null if the lane has no open delivery. A head that is replaced is `waiting` again.
 */
export function statesOnReopen(
  sequence: number,
  headSequence: number | null,
): { readonly reopened: 'due' | 'waiting'; readonly headStepsBack: boolean } {
  if (headSequence === null) return { reopened: 'due', headStepsBack: false };
  const isOlder = sequence < headSequence;
  return { reopened: isOlder ? 'due' : 'waiting', headStepsBack: isOlder };
}
