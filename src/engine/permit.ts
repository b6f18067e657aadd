/**
 * The permit of what no other process would ever send: test sends, which are in no lane and under
 * no lease. Must never be given to a delivery: its right to be sent ends with its shard's lease.
 */
import type { Permit } from './ports/channel.ts';

export const ALWAYS: Permit = { holds: () => true, onEnd: () => nothing };

function nothing(): void {}
