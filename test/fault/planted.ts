/**
 * Copies of the service for the fault runs: one with a short lease, so that a test does not wait
 * long for its end, and the negative control, in which a paused worker goes on as if it had never
 * lost its shards.
 */
import { copyService, type Edit, type ServiceCopy } from '../support/service-copy.ts';

/** Shortens the lease and, in proportion, the bounds that must end before it. */
export function copyWithLease(leaseMs: number): Promise<ServiceCopy> {
  return copyService([shorter(leaseMs), settlesWithin(leaseMs)]);
}

/** The worker trusts its lease a thousand times too long, and the store accepts its settlements. */
export function copyWithoutFence(leaseMs: number): Promise<ServiceCopy> {
  return copyService([shorter(leaseMs), ENDLESS, UNFENCED]);
}

const ENDLESS: Edit = {
  file: 'src/engine/dispatch/shard-ownership.ts',
  from: 'const USABLE = 0.9;',
  to: 'const USABLE = 900;',
};

const UNFENCED: Edit = {
  file: 'src/store/postgres/settle/settle.ts',
  from: "if (!mayWrite) return { kind: 'fenced' };",
  to: 'void mayWrite;',
};

function shorter(leaseMs: number): Edit {
  return {
    file: 'src/store/postgres/store.ts',
    from: 'const LEASE_MS = 15_000;',
    to: `const LEASE_MS = ${leaseMs};`,
  };
}

/**
 * A process paused in the middle of a settlement holds the rows of its calls until the server ends
 * its transaction. That must happen well within the lease of the other workers.
 */
function settlesWithin(leaseMs: number): Edit {
  const shareMs = (share: number): number => Math.round((share * leaseMs) / 15);
  return {
    file: 'src/store/postgres/store.ts',
    from: 'const SETTLE = { statementMs: 8_000, operationMs: 10_000 };',
    to: `const SETTLE = { statementMs: ${shareMs(8)}, operationMs: ${shareMs(10)} };`,
  };
}
