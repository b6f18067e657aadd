/**
 * Whether a request waits for the person to show again who they are. Several that wait at once ask
 * once. The dialog of the shell answers; where none is mounted nothing is asked.
 */
import { useSyncExternalStore } from 'react';

let waiting: ((isProven: boolean) => void)[] = [];
let asked = false;
const listeners = new Set<() => void>();

export function askForProof(): Promise<boolean> {
  if (listeners.size === 0) return Promise.resolve(false);
  const { promise, resolve } = Promise.withResolvers<boolean>();
  waiting.push(resolve);
  change(true);
  return promise;
}

/** Those that wait go on, or end with what the service said. */
export function answerProof(isProven: boolean): void {
  const ended = waiting;
  waiting = [];
  change(false);
  for (const each of ended) each(isProven);
}

export function useProofAsked(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => asked,
  );
}

function change(next: boolean): void {
  if (next === asked) return;
  asked = next;
  for (const listener of listeners) listener();
}
