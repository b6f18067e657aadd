/**
 * The real source of chance, for jitter: it spreads retries and decides nothing that must be
 * secret. Secrets are made by node:crypto elsewhere.
 */
import type { Random } from '../engine/ports/clock.ts';

export const systemRandom: Random = {
  fraction: () => Math.random(),
};
