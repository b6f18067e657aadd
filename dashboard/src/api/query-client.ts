/**
 * The cache of answers. A query or mutation is never retried by the library: `recoverFailed` loads
 * again what was lost on the way. A browser's guess about the network never hides an answer: the
 * request itself says that there is no connection. Lists ask again when the window gets the focus
 * and when the live stream says so.
 */
import { type Query, QueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { isOnTheWay } from './failure.ts';

const FRESH_MS = 2_000;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: false, networkMode: 'always', staleTime: FRESH_MS },
    mutations: { retry: false, networkMode: 'always' },
  },
});

/** The pace of everything that tries again by itself: it is back within 5 s of the network. */
const RECOVER_EVERY_MS = 2_500;

/** Runs `attempt` at that pace while `active` and while the page is seen. */
export function useRecovery(attempt: () => void, active = true): void {
  const latest = useRef(attempt);
  useEffect(() => {
    latest.current = attempt;
  });
  useEffect(() => {
    if (!active) return;
    const timer = setInterval(() => {
      if (document.visibilityState !== 'hidden') latest.current();
    }, RECOVER_EVERY_MS);
    return () => clearInterval(timer);
  }, [active]);
}

/** True while something that is shown failed on its way to the service. */
export function hasFailed(cache: QueryClient): boolean {
  return failed(cache).length > 0;
}

/**
 * Loads again what failed on its way. A query that failed is asked without touching what is shown:
 * nothing flickers and nothing is read aloud while the network is away, and the data is there
 * within seconds of its return. What the service itself refused is an answer, and stays until a
 * person tries again.
 */
export async function recoverFailed(cache: QueryClient): Promise<void> {
  await Promise.all(failed(cache).map((query) => recover(cache, query)));
}

function failed(cache: QueryClient): readonly Query[] {
  return cache
    .getQueryCache()
    .findAll({ type: 'active' })
    .filter(({ state }) => state.fetchStatus === 'idle' && isOnTheWay(state.error));
}

async function recover(cache: QueryClient, query: Query): Promise<void> {
  const { queryFn } = query.options;
  if (typeof queryFn !== 'function') return;
  const { queryKey, meta } = query;
  const signal = new AbortController().signal;
  try {
    const data = await queryFn({ client: cache, queryKey, meta, signal });
    if (query.state.error !== null) cache.setQueryData(queryKey, data);
  } catch (error) {
    // Another failure than before says more: the page shows it.
    if (error instanceof Error && !isOnTheWay(error)) await query.fetch().catch(() => {});
  }
}
