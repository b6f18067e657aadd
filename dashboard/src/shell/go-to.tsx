/**
 * Goes to another page, once, in place of this one. The router's own `Navigate` goes again whenever
 * it is drawn anew, which a redirect that is still on its way causes without end.
 */
import { type NavigateOptions, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

/** `target` of the first time counts. */
export function GoTo({ target }: { readonly target: NavigateOptions }) {
  const navigate = useNavigate();
  const first = useRef<NavigateOptions | null>(target);
  useEffect(() => {
    const there = first.current;
    first.current = null;
    if (there !== null) void navigate({ ...there, replace: true });
  }, [navigate]);
  return <div className="starting" aria-busy="true" />;
}
