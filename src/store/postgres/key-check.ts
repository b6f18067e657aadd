/**
 * The key check over connections: asked and written at the start of a process only, so it shares
 * a pool with what is changed by hand.
 */
import type { KeyCheckStore } from '../../engine/ports/key-check-store.ts';
import { keyCheck, putKeyCheck } from '../operation/project/key-check.ts';
import type { Pool } from './server/pool.ts';

export function keyCheckOn(pool: Pool): KeyCheckStore {
  return {
    keyCheck: () => pool.read(keyCheck),
    putKeyCheck: ({ sealed, replace }) => pool.write(() => putKeyCheck({ sealed, replace })),
  };
}
