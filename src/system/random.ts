/**
 * Real chance, for jitter: spreads retries, decides nothing that must be kept secret. Secrets are
 * made elsewhere, by node:crypto.
 */
import type { Random } from '../engine/ports/clock.ts';

export const systemRandom: Random = {
  fraction: () => Math.random(),
};
