/**
 * The ends of runs that are on disk, as commits say them: by a runner that held the claim, or by
 * what an agent posted. Reads commits only, and judges nothing.
 */
import { formatId } from '../../src/core/id.ts';
import type { Run } from '../../src/engine/ports/acw-store.ts';
import type { Change, Moment } from './change.ts';

export interface CommittedEnd extends Moment {
  readonly key: number;
  readonly callId: string;
  readonly agentId: string;
  readonly isError: boolean;
  readonly reason: Run['reason'];
  readonly resultId: string;
  /** What an agent posted ended it. */
  readonly isPosted: boolean;
}

/** Null: the change ends no run. */
export function runEndOf(change: Change): CommittedEnd | null {
  switch (change.name) {
    case 'finishRun': {
      const { value, argument } = change;
      return value.kind === 'finished' ? endOf(change, value, argument.end.isError, false) : null;
    }
    case 'postResult': {
      const { value, argument } = change;
      return value.kind === 'created' ? endOf(change, value, argument.isError, true) : null;
    }
    default:
      return null;
  }
}

function endOf(
  { at, ms, wallMs }: Moment,
  value: { readonly run: Run; readonly result: number; readonly createdAtMs: number },
  isError: boolean,
  isPosted: boolean,
): CommittedEnd {
  const { key, callId, endpointId: agentId, reason } = value.run;
  const resultId = formatId('acwr', value.createdAtMs, value.result);
  return { at, ms, wallMs, key, callId, agentId, isError, reason, resultId, isPosted };
}
