/**
 * Asks again for queries when the stream says that their subject changed: at most every 500 ms,
 * and never while the same question is still being answered; what came meanwhile is asked for
 * right after. So it is for who comes back to a page: nobody listened for it meanwhile, and an
 * answer of a second ago may be old.
 */
import { hashKey, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLive } from './live.tsx';

const KEEP = { cancelRefetch: false };

/** `key`: all queries that begin with it. */
export function useLiveQueries(types: readonly string[], key: QueryKey): void {
  const queries = useQueryClient();
  const asking = useRef(false);
  const again = useRef(false);
  const ask = async (): Promise<void> => {
    if (asking.current) {
      again.current = true;
      return;
    }
    asking.current = true;
    do {
      again.current = false;
      await queries.invalidateQueries({ queryKey: key }, KEEP);
    } while (again.current);
    asking.current = false;
  };
  useLive(types, () => void ask());
  const latest = useRef(key);
  latest.current = key;
  const asked = hashKey(key);
  useEffect(() => {
    // A first answer that is on its way is not asked for twice.
    if (asked !== '') void queries.invalidateQueries({ queryKey: latest.current }, KEEP);
  }, [queries, asked]);
}
