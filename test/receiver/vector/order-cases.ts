/**
 * The cases of the order guard: webhooks one after the other, and what the guard must do with each.
 * `missed` counts the call's sequences below a handled webhook that never came.
 */

export interface OrderStep {
  readonly endpointId: string;
  readonly webhookId: string;
  readonly callId: string;
  readonly sequence: number | null;
  readonly reopened: boolean;
  /** Whether the receiver's own work fails: the webhook then counts as not handled. */
  readonly fails: boolean;
  readonly expected: {
    readonly outcome: 'handled' | 'reopened' | 'duplicate' | 'late' | 'failed';
    readonly missed: number;
  };
}

export interface OrderCase {
  readonly name: string;
  /** How many webhooks and calls the guard remembers; if missing, its default. */
  readonly capacity?: number;
  readonly steps: readonly OrderStep[];
}

export const ORDER_CASES: readonly OrderCase[] = [
  { name: 'in order', steps: [step(1), step(2), step(3)] },
  { name: 'a duplicate', steps: [step(1), step(1, { is: 'duplicate' })] },
  {
    name: 'a duplicate of a webhook before the last one',
    steps: [step(1), step(2), step(1, { is: 'duplicate' })],
  },
  { name: 'late', steps: [step(2), step(1, { is: 'late' })] },
  {
    name: 'reopened, after a newer one',
    steps: [
      step(2),
      step(1, { is: 'reopened', reopened: true }),
      step(1, { is: 'duplicate', reopened: true }),
      step(3),
    ],
  },
  { name: 'reopened, in order', steps: [step(1), step(2, { reopened: true })] },
  {
    name: 'the work fails, and the webhook comes again',
    steps: [step(1, { is: 'failed' }), step(1), step(1, { is: 'duplicate' })],
  },
  { name: 'one was given up', steps: [step(1), step(3, { missed: 1 }), step(4)] },
  {
    name: 'one failed to the end, and the next one comes',
    steps: [step(1), step(2, { is: 'failed' }), step(3, { missed: 1 }), step(2, { is: 'late' })],
  },
  { name: 'many were given up', steps: [step(2), step(10, { missed: 7 })] },
  { name: 'the first that the guard sees is not the first', steps: [step(5), step(6)] },
  {
    name: 'calls have an order of their own',
    steps: [step(1), step(1, { call: 'c2' }), step(2, { call: 'c2' }), step(2)],
  },
  {
    name: 'endpoints have an order and ids of their own',
    steps: [step(2), step(1, { endpoint: 'ep_2' }), step(2, { endpoint: 'ep_2' })],
  },
  {
    name: 'ids whose parts would read alike when joined',
    steps: [step(1, { endpoint: 'ep_1', id: 'a b' }), step(1, { endpoint: 'ep_1 a', id: 'b' })],
  },
  {
    name: 'without a proven sequence the order is not judged',
    steps: [
      step(3),
      step(null, { id: 'm_x' }),
      step(null, { id: 'm_x', is: 'duplicate' }),
      step(4),
    ],
  },
  {
    name: 'the longest unused are forgotten',
    capacity: 2,
    steps: [
      step(1),
      step(1, { call: 'c2' }),
      step(1, { call: 'c3' }),
      step(1),
      step(1, { call: 'c3', is: 'duplicate' }),
    ],
  },
];

function step(
  sequence: number | null,
  more: {
    readonly is?: OrderStep['expected']['outcome'];
    readonly missed?: number;
    readonly reopened?: boolean;
    readonly call?: string;
    readonly endpoint?: string;
    readonly id?: string;
  } = {},
): OrderStep {
  const { call = 'c1', endpoint = 'ep_1', is = 'handled', missed = 0, reopened = false } = more;
  return {
    endpointId: endpoint,
    webhookId: more.id ?? `msg_${call}_${sequence}`,
    callId: call,
    sequence,
    reopened,
    fails: is === 'failed',
    expected: { outcome: is, missed },
  };
}
