/**
 * The packages of the contenders, which the product's installation does not have: whether they are
 * installed. A contender imports its own only when it starts. `packages.d.ts` declares what is
 * used.
 */
import { existsSync } from 'node:fs';

const NAMES = ['pg-boss', 'graphile-worker', 'bullmq', 'ioredis'] as const;

export const HOW_TO_INSTALL =
  'The packages to compare with are not installed: npm ci --prefix bench/versus';

export function areInstalled(): boolean {
  return NAMES.every((name) =>
    existsSync(new URL(`./node_modules/${name}/package.json`, import.meta.url)),
  );
}
