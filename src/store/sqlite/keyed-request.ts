/**
 * Requests with an `Idempotency-Key`, on the embedded store. Only names and arguments; what is
 * done is said in `operation/`.
 */
import type { KeyedRequestStore } from '../../engine/ports/keyed-request-store.ts';
import type { Parts } from './parts.ts';

export function keyedRequestsOf({ write }: Parts): KeyedRequestStore {
  return {
    beginKeyed: (request) => write('beginKeyed', request),
    keepAnswer: async ({ request, answer }) => {
      await write('keepAnswer', { request, answer });
    },
    dropKeyed: async (request) => {
      await write('dropKeyed', request);
    },
  };
}
