/**
 * Asks again for queries when the stream says that their subject changed: at most every 500 ms,
 * and never while the same question is still being answered; what came meanwhile is asked for
 * right after.
 */
import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useLive } from './live.tsx';

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
      await queries.invalidateQueries({ queryKey: key }, { cancelRefetch: false });
    } while (again.current);
    asking.current = false;
  };
  useLive(types, () => void ask());
}
