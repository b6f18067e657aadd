/**
 * Whether the service said that the session is over. A page learns it from any refused request,
 * and the shell then asks for the password over it: what was typed on the page stays.
 */
import { useSyncExternalStore } from 'react';

let signedOut = false;
const listeners = new Set<() => void>();

export function announceSignedOut(): void {
  change(true);
}

export function announceSignedIn(): void {
  change(false);
}

export function useSignedOut(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => signedOut,
  );
}

function change(next: boolean): void {
  if (next === signedOut) return;
  signedOut = next;
  for (const listener of listeners) listener();
}
