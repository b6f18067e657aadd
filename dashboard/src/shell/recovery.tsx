/**
 * Brings back what failed on its way, without a click: at once when the network is back, and every
 * few seconds while something that is shown has failed. Draws nothing.
 */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useClient } from '../api/api-context.tsx';
import { hasFailed, RECOVER_EVERY_MS, recoverFailed } from '../api/recovery.ts';

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
    const timer = setInterval(recover, RECOVER_EVERY_MS);
    const stop = reach?.onChange(() => {
      if (reach.isHere()) recover();
    });
    addEventListener('online', ask);
    addEventListener('offline', ask);
    return () => {
      clearInterval(timer);
      stop?.();
      removeEventListener('online', ask);
      removeEventListener('offline', ask);
    };
  }, [reach, cache]);
  return null;
}
