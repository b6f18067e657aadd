/**
 * Keeps the overview fresh: figures are asked for again when something happened, but only now and
 * then and one round after the other, since each answer counts over the whole range.
 */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLive } from '../../live/live.tsx';

const PAUSE_MS = 1_500;
const NOUNS = ['calls', 'deliveries', 'endpoints', 'issues', 'inbox', 'members', 'api-keys'];

interface Round {
  timer: ReturnType<typeof setTimeout> | undefined;
  asking: boolean;
  /** Something happened since the round under way began. */
  again: boolean;
}

export function useLiveOverview(): void {
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
    await queries.invalidateQueries({ queryKey: ['overview'] });
    current.asking = false;
    if (current.again) askSoon();
  };
  const askSoon = (): void => {
    const { current } = round;
    if (current.asking) current.again = true;
    else current.timer ??= setTimeout(() => void ask(), PAUSE_MS);
  };
  useLive(NOUNS, askSoon);
}
