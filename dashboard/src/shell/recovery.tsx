/**
 * Brings back what failed on its way, without a click: at once when the network is back, and every
 * few seconds while something that is shown has failed. Draws nothing.
 */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useClient } from '../api/api-context.tsx';
import { hasFailed, RECOVER_EVERY_MS, recoverFailed } from '../api/query-client.ts';

export function Recovery() {
  const { reach } = useClient();
  const cache = useQueryClient();
  useEffect(() => {
    let running = false;
    const recover = (): void => {
      if (running || document.visibilityState === 'hidden' || !hasFailed(cache)) return;
      running = true;
      void recoverFailed(cache).finally(() => {
        running = false;
      });
    };
    const ask = (): void => reach?.ask();
    // Nothing is looked through while nothing failed: the cache says when something does.
    let timer: ReturnType<typeof setTimeout> | null = null;
    const later = (): void => {
      timer ??= setTimeout(() => {
        timer = null;
        if (!hasFailed(cache)) return;
        recover();
        later();
      }, RECOVER_EVERY_MS);
    };
    const unsubscribe = cache.getQueryCache().subscribe((event) => {
      const isFailure = event.type === 'updated' && event.action.type === 'error';
      // One that failed before may be shown again.
      if (isFailure || event.type === 'observerAdded') later();
    });
    if (hasFailed(cache)) later();
    const stop = reach?.onChange(() => {
      if (reach.isHere()) recover();
    });
    addEventListener('online', ask);
    addEventListener('offline', ask);
    return () => {
      if (timer !== null) clearTimeout(timer);
      unsubscribe();
      stop?.();
      removeEventListener('online', ask);
      removeEventListener('offline', ask);
    };
  }, [reach, cache]);
  return null;
}
