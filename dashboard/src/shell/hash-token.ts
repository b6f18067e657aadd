/**
 * A token that a link carries after `#`: servers and proxies never see that part. It is taken out
 * of the address at once, so that it is in no history and on no screen, and kept in memory for a
 * detour by the sign-in.
 */
import { useEffect, useState } from 'react';

let remembered = '';

export function useHashToken(): string {
  const [token] = useState(() => {
    remembered = tokenIn(location.hash) || remembered;
    return remembered;
  });
  useEffect(() => {
    if (location.hash !== '') history.replaceState(history.state, '', location.pathname);
  }, []);
  return token;
}

export function tokenIn(hash: string): string {
  return new URLSearchParams(hash.replace(/^#/, '')).get('token') ?? '';
}
