/**
 * A token that a link carries after `#`: servers and proxies never see that part. It is taken out
 * of the address at once, so that it is in no history and on no screen, and kept in memory for a
 * detour by the sign-in. One page must never get the token of another page's link.
 */
import { useEffect, useState } from 'react';

const remembered = new Map<string, string>();

export function useHashToken(): string {
  const [token] = useState(() => {
    const { hash, pathname } = location;
    const given = tokenIn(hash);
    if (given !== '') remembered.set(pathname, given);
    return given === '' ? (remembered.get(pathname) ?? '') : given;
  });
  useEffect(() => {
    if (location.hash !== '') history.replaceState(history.state, '', location.pathname);
  }, []);
  return token;
}

/** For a page that the sign-in never leads back to: opened without a link, it has no token. */
export function forgetHashToken(pathname: string): void {
  remembered.delete(pathname);
}

export function tokenIn(hash: string): string {
  return new URLSearchParams(hash.replace(/^#/, '')).get('token') ?? '';
}
