/**
 * Asks again for queries that cost something when the stream says that their subject changed: one
 * round after the other, with a pause before each, however much happens meanwhile.
 */
import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLive } from './live.tsx';

interface Round {
  timer: ReturnType<typeof setTimeout> | undefined;
  asking: boolean;
  /** Something happened since the round under way began. */
  again: boolean;
}

/** `key`: all queries that begin with it. */
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
    // What another began to ask for may be older than the event: it is asked for anew.
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
