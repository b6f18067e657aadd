/**
 * The states of a delivery (S6.6). Stored: eight. Shown besides: `sending` (its attempt is in
 * flight, known only to the dispatcher) and `held` (it could go, but its endpoint is disabled or on
 * hold); both are derived, so disabling an endpoint writes no delivery row.
 */

/** Behind its head; the next attempt is due at once or at `dueAtMs`; waiting for a retry. */
export const OPEN_STATES = ['waiting', 'due', 'retrying'] as const;
/** Nothing more happens by itself. `blocked`: the destination guard refused the address. */
export const CLOSED_STATES = [
  'delivered',
  'rejected',
  'exhausted',
  'blocked',
  'cancelled',
] as const;

export type OpenState = (typeof OPEN_STATES)[number];
export type ClosedState = (typeof CLOSED_STATES)[number];
export type StoredState = OpenState | ClosedState;

export const SHOWN_STATES = [...OPEN_STATES, ...CLOSED_STATES, 'sending', 'held'] as const;
export type ShownState = (typeof SHOWN_STATES)[number];

/** Closed without the receiver having it: what `recover` and bulk retry pick up. */
export const FAILED_STATES = ['rejected', 'exhausted', 'blocked'] as const;

export function isOpen(state: StoredState): state is OpenState {
  return state === 'waiting' || state === 'due' || state === 'retrying';
}
