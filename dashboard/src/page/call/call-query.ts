/**
 * One call with everything about it, live: asked for again when the stream tells of this call or
 * of an endpoint, one request at a time. What other calls do leaves it alone.
 */
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useClient } from '../../api/api-context.tsx';
import type { Client } from '../../api/client.ts';
import type { CallDetail } from '../../api/record.ts';
import { useLive } from '../../live/live.tsx';

export function callPath(callId: string) {
  return `v1/calls/${encodeURIComponent(callId)}` as const;
}

/** A call with thousands of attempts is a megabyte. */
const TIMEOUT_MS = 30_000;

export function callQuery(client: Client, callId: string) {
  return queryOptions({
    queryKey: ['calls', client.project, 'one', callId],
    queryFn: ({ signal }) =>
      client.get<CallDetail>(callPath(callId), { signal, timeoutMs: TIMEOUT_MS }),
  });
}

/** Asks again for the call and all that was made of it. */
export function useRefreshCall(callId: string): () => Promise<void> {
  const client = useClient();
  const queries = useQueryClient();
  return () =>
    queries.invalidateQueries(
      { queryKey: ['calls', client.project, 'one', callId] },
      { cancelRefetch: false },
    );
}

const TYPES = ['calls', 'deliveries', 'acw-runs', 'acw-results', 'call-logs', 'endpoints'];

export function useLiveCall(callId: string): void {
  const refresh = useRefreshCall(callId);
  const asking = useRef(false);
  const again = useRef(false);
  const ask = async (): Promise<void> => {
    again.current = true;
    if (asking.current) return;
    asking.current = true;
    while (again.current) {
      again.current = false;
      await refresh();
    }
    asking.current = false;
  };
  useLive(TYPES, (events) => {
    const ours = events.some(
      (event) =>
        event.type === 'resync' ||
        event.type === 'endpoints' ||
        event.callId === callId ||
        (event.type === 'calls' && event.id === callId),
    );
    // No events at all: the live stream was paused, and some were missed.
    if (ours || events.length === 0) void ask();
  });
}
