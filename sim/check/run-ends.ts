/**
 * The ends of runs as the commits say them: by a runner that held the claim, with a result or
 * silently, or by a result that an agent posted. Reads commits only, and judges nothing.
 */
import { formatId } from '../../src/core/id.ts';
import type { Run } from '../../src/engine/ports/acw-store.ts';
import type { Change, Moment } from './change.ts';

export interface CommittedEnd extends Moment {
  readonly key: number;
  readonly callId: string;
  readonly agentId: string;
  readonly state: 'SUCCEEDED' | 'FAILED' | 'CANCELLED';
  readonly isError: boolean;
  readonly reason: Run['reason'];
  /** Null if it ended without a result, and fired nothing. */
  readonly resultId: string | null;
  /** Whether a result that an agent posted ended it. */
  readonly isPosted: boolean;
}

/** Null if the change ends no run. */
export function runEndOf(change: Change): CommittedEnd | null {
  switch (change.name) {
    case 'finishRun': {
      const { value, argument } = change;
      if (value.kind === 'closed') return null;
      const { isError, cancelled } = argument.end;
      return endOf(change, value, {
        isError,
        isPosted: false,
        isCancelled: cancelled !== undefined,
      });
    }
    case 'postResult': {
      const { value, argument } = change;
      if (value.kind !== 'created') return null;
      const { isError } = argument;
      return endOf(change, value, { isError, isPosted: true, isCancelled: false });
    }
    default:
      return null;
  }
}

interface How {
  readonly isError: boolean;
  readonly isPosted: boolean;
  readonly isCancelled: boolean;
}

function endOf(
  { at, ms, wallMs }: Moment,
  value: { readonly run: Run; readonly result?: number; readonly createdAtMs?: number },
  { isError, isPosted, isCancelled }: How,
): CommittedEnd {
  const { key, callId, endpointId: agentId, reason } = value.run;
  const { result, createdAtMs } = value;
  const isUntold = result === undefined || createdAtMs === undefined;
  const resultId = isUntold ? null : formatId('acwr', createdAtMs, result);
  const state = isCancelled ? 'CANCELLED' : isError ? 'FAILED' : 'SUCCEEDED';
  return { at, ms, wallMs, key, callId, agentId, state, isError, reason, resultId, isPosted };
}
