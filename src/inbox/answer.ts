/**
 * The answer of a box: that of the real receiver of its channel, or the one that was set. Pure: the
 * receivers send it.
 */
import type { InboxBehaviour } from '../engine/ports/inbox.ts';

/** How the real receiver answers the request. */
export interface NaturalAnswer {
  readonly status: number;
  readonly body: string;
  readonly retryAfter: string | null;
  readonly reason: string;
}

export interface Plan extends NaturalAnswer {
  readonly action: InboxBehaviour['action'];
  readonly delayMs: number;
}

/** How often a behaviour was applied; counted anew when it is set. */
export interface Programme {
  readonly behaviour: InboxBehaviour;
  applied: number;
}

/**
 * Returns the behaviour if it applies to this request, and counts it; null: answer like the real
 * receiver.
 */
export function behaviourFor(
  programme: Programme | null,
  stage: InboxBehaviour['at'],
  isCall: (callId: string) => boolean,
): InboxBehaviour | null {
  if (programme === null) return null;
  const { behaviour } = programme;
  if (behaviour.at !== stage) return null;
  if (behaviour.callId !== null && !isCall(behaviour.callId)) return null;
  if (behaviour.first !== null && programme.applied >= behaviour.first) return null;
  programme.applied += 1;
  return behaviour;
}

/** `natural` is called only if the real receiver's answer is needed. */
export function planOf(
  behaviour: InboxBehaviour | null,
  applied: number,
  natural: () => NaturalAnswer,
): Plan {
  if (behaviour === null) return { ...natural(), action: 'answer', delayMs: 0 };
  const { action, status, body, retryAfter, delayMs } = behaviour;
  const set = { action, delayMs, reason: reasonOf(applied, behaviour) };
  if (action !== 'answer') return { status: 0, body: '', retryAfter: null, ...set };
  if (status === null) return { ...natural(), ...set };
  return { status, body: body ?? '', retryAfter, ...set };
}

function reasonOf(applied: number, { first }: InboxBehaviour): string {
  if (first === null) return 'The box was told to.';
  return `The box was told to: number ${applied} of the first ${first}.`;
}

export const TAKEN: NaturalAnswer = {
  status: 200,
  body: '',
  retryAfter: null,
  reason: 'Taken, as a receiver does that has no objection.',
};
