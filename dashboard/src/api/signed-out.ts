/**
 * Whether the service said that the session is over. A page learns it from any refused request,
 * and the shell then asks for the password over it: what was typed on the page stays.
 */
import { pageValue, usePageValue } from '../page-value.ts';

const signedOut = pageValue(false);

export function announceSignedOut(): void {
  signedOut.set(true);
}

export function announceSignedIn(): void {
  signedOut.set(false);
}

export function useSignedOut(): boolean {
  return usePageValue(signedOut);
}
