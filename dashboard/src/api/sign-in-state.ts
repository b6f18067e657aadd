/**
 * Two questions that any request may raise and that the dialogs of the shell answer: the session
 * is over, or the service wants proof of who asks.
 */
import { pageValue, usePageValue } from '../page-value.ts';

let waiting: ((isProven: boolean) => void)[] = [];
const asked = pageValue(false);

/**
 * Whether a request waits for the person to show again who they are. Several that wait at once ask
 * once. The dialog of the shell answers; where none is mounted nothing is asked.
 */
export function askForProof(): Promise<boolean> {
  if (!asked.isWatched()) return Promise.resolve(false);
  const { promise, resolve } = Promise.withResolvers<boolean>();
  waiting.push(resolve);
  asked.set(true);
  return promise;
}

/** Continues the waiting requests, or ends them with the service's answer. */
export function answerProof(isProven: boolean): void {
  const ended = waiting;
  waiting = [];
  asked.set(false);
  for (const each of ended) each(isProven);
}

export function useProofAsked(): boolean {
  return usePageValue(asked);
}

const signedOut = pageValue(false);

/**
 * Whether the service said that the session is over. A page learns it from any refused request,
 * and the shell then asks for the password over it: what was typed on the page stays.
 */
export function announceSignedOut(): void {
  signedOut.set(true);
}

export function announceSignedIn(): void {
  signedOut.set(false);
}

export function useSignedOut(): boolean {
  return usePageValue(signedOut);
}
