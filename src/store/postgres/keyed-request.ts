/**
 * Requests with an `Idempotency-Key`, on the shared store: every process sees the same ones. What
 * is done is said in `operation/`.
 */
import type { KeyedRequestStore } from '../../engine/ports/keyed-request-store.ts';
import { beginKeyed, dropKeyed, keepAnswer } from '../operation/keyed-request.ts';
import type { Changes } from './changes.ts';

export function keyedRequestsOn(changes: Changes): KeyedRequestStore {
  return {
    beginKeyed: (request) => changes.make(() => beginKeyed(request)),
    keepAnswer: async ({ request, answer }) => {
      await changes.make(() => keepAnswer({ request, answer }));
    },
    dropKeyed: async (request) => {
      await changes.make(() => dropKeyed(request));
    },
  };
}
