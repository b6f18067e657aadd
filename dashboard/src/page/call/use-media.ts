/**
 * Whether a media query holds now: the width of the screen, or that the page is being printed. It
 * is told before the printer looks.
 */
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

export function useMedia(query: string): boolean {
  const [matches, setMatches] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const list = matchMedia(query);
    const tell = (): void => flushSync(() => setMatches(list.matches));
    list.addEventListener('change', tell);
    return () => list.removeEventListener('change', tell);
  }, [query]);
  return matches;
}
