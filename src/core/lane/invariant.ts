/**
 * The rules of a whole lane, as proofs and the simulator ask for them: whether it keeps its
 * invariant (`lane.ts`), and which waiting delivery is next. Stores say the same in SQL.
 */
import { isOpen, type OpenState, type StoredState } from '../delivery/state.ts';

/** The lowest waiting sequence, to be promoted when the head closes; null if none waits. */
export function successor(lane: readonly LanePlace[]): number | null {
  const waiting = lane.filter((place) => place.state === 'waiting');
  return waiting.length === 0 ? null : Math.min(...waiting.map((place) => place.sequence));
}

export interface LanePlace {
  readonly sequence: number;
  readonly state: StoredState;
}

/** How a lane breaks the invariant, as a sentence; null if it keeps it. */
export function laneFault(lane: readonly LanePlace[]): string | null {
  const sequences = new Set(lane.map((place) => place.sequence));
  if (sequences.size !== lane.length) return 'Two deliveries have the same sequence.';
  const open = lane.filter((place) => isOpen(place.state)).sort((a, b) => a.sequence - b.sequence);
  for (const [position, place] of open.entries()) {
    const expected: readonly OpenState[] = position === 0 ? ['due', 'retrying'] : ['waiting'];
    if (!expected.some((state) => state === place.state)) {
      return `Delivery ${place.sequence} is ${place.state}, not ${expected.join(' or ')}.`;
    }
  }
  return null;
}
