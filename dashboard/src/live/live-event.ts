/**
 * What the stream tells: that something changed, never what is in it. Whoever shows it asks for
 * it. `resync`: events were missed, everything may have changed. Pure.
 */
import type { StreamEvent } from './event-stream.ts';

export interface LiveEvent {
  /** What changed: `delivery`, `call`, `endpoint`, …, or `resync`. */
  readonly type: string;
  readonly id: string | null;
  readonly revision: number | null;
  readonly state: string | null;
  readonly callId: string | null;
  readonly endpointId: string | null;
}

export const RESYNC: LiveEvent = {
  ...{ type: 'resync', id: null, revision: null },
  ...{ state: null, callId: null, endpointId: null },
};

/** Null: nothing that this page understands. */
export function liveEventOf({ event, data }: StreamEvent): LiveEvent | null {
  if (event === 'resync') return RESYNC;
  const value = parsed(data);
  if (typeof value !== 'object' || value === null) return null;
  const { t, id, rev, state, callId, ep }: Record<string, unknown> = { ...value };
  if (typeof t !== 'string') return null;
  return {
    type: t,
    id: textOf(id),
    revision: typeof rev === 'number' ? rev : null,
    state: textOf(state),
    callId: textOf(callId),
    endpointId: textOf(ep),
  };
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
