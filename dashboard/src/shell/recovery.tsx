/**
 * Brings back what failed on its way, without a click: at once when the network is back, and every
 * few seconds while something that is shown has failed. Nothing is looked through before that: the
 * cache tells of each failure. Draws nothing.
 */
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useClient } from '../api/api-context.tsx';
import { hasFailed, recoverFailed, useRecovery } from '../api/query-client.ts';

export function Recovery() {
  const { reach } = useClient();
  const cache = useQueryClient();
  const [failing, setFailing] = useState(() => hasFailed(cache));
  const running = useRef(false);
  const recover = useCallback((): void => {
    if (running.current) return;
    if (!hasFailed(cache)) {
      setFailing(false);
      return;
    }
    running.current = true;
    void recoverFailed(cache).finally(() => {
      running.current = false;
    });
  }, [cache]);
  useRecovery(recover, failing);
  useEffect(
    () =>
      cache.getQueryCache().subscribe((event) => {
        const isFailure = event.type === 'updated' && event.action.type === 'error';
        // A query that failed earlier may be shown again.
        if (isFailure || event.type === 'observerAdded') setFailing(hasFailed(cache));
      }),
    [cache],
  );
  useEffect(() => {
    const ask = (): void => reach?.ask();
    const stop = reach?.onChange(() => {
      if (reach.isHere() && document.visibilityState !== 'hidden') recover();
    });
    addEventListener('online', ask);
    addEventListener('offline', ask);
    return () => {
      stop?.();
      removeEventListener('online', ask);
      removeEventListener('offline', ask);
    };
  }, [reach, recover]);
  return null;
}
