/**
 * Whether a request waits for the person to show again who they are. Several that wait at once ask
 * once. The dialog of the shell answers; where none is mounted nothing is asked.
 */
import { pageValue, usePageValue } from '../page-value.ts';

let waiting: ((isProven: boolean) => void)[] = [];
const asked = pageValue(false);

export function askForProof(): Promise<boolean> {
  if (!asked.isWatched()) return Promise.resolve(false);
  const { promise, resolve } = Promise.withResolvers<boolean>();
  waiting.push(resolve);
  asked.set(true);
  return promise;
}

/** Those that wait go on, or end with what the service said. */
export function answerProof(isProven: boolean): void {
  const ended = waiting;
  waiting = [];
  asked.set(false);
  for (const each of ended) each(isProven);
}

export function useProofAsked(): boolean {
  return usePageValue(asked);
}
