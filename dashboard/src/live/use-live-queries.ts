/**
 * Asks again for queries when the stream says that their subject changed: at most every 500 ms,
 * and never while the same question is still being answered; what came meanwhile is asked for
 * right after. So it is for who comes back to a page: no query listened for it meanwhile, and an
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

interface Round {
  timer: ReturnType<typeof setTimeout> | undefined;
  asking: boolean;
  /** Something happened since the round under way began. */
  again: boolean;
}

/**
 * Asks again for queries that cost something when the stream says that their subject changed: one
 * round after the other, with a pause before each, however much happens meanwhile.
 * `key`: all queries that begin with it.
 */
export function useLiveNowAndThen(types: readonly string[], key: QueryKey, pauseMs: number): void {
  const queries = useQueryClient();
  const round = useRef<Round>({ timer: undefined, asking: false, again: false });
  useEffect(() => {
    const { current } = round;
    return () => clearTimeout(current.timer);
  }, []);
  const ask = async (): Promise<void> => {
    const { current } = round;
    Object.assign(current, { timer: undefined, asking: true, again: false });
    // A request that another component began may be older than the event, so it is repeated.
    await queries.invalidateQueries({ queryKey: key });
    current.asking = false;
    if (current.again) askSoon();
  };
  const askSoon = (): void => {
    const { current } = round;
    if (current.asking) current.again = true;
    else current.timer ??= setTimeout(() => void ask(), pauseMs);
  };
  useLive(types, askSoon);
}
