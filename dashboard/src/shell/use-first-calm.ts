/**
 * Whether the page has what it shows first. What stands around it asks only then, so that it never
 * takes the way of the page's own requests. Once true it stays so, for every page that follows.
 */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

/** A page that asks for nothing, or never gets it, holds nobody up for longer. */
const LONGEST_MS = 3_000;

let once = false;

export function useFirstCalm(): boolean {
  const queries = useQueryClient();
  const [calm, setCalm] = useState(once);
  useEffect(() => {
    if (calm) return;
    let asked = false;
    const tell = (): void => {
      once = true;
      setCalm(true);
    };
    const look = (): void => {
      if (queries.isFetching() > 0) asked = true;
      else if (asked) tell();
    };
    look();
    const stop = queries.getQueryCache().subscribe(look);
    const timer = setTimeout(tell, LONGEST_MS);
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [calm, queries]);
  return calm;
}
