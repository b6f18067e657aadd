/**
 * Whether the service can be reached. A request that got no answer, or an answer of something
 * between the page and the service, makes it doubtful; one small request then decides, and is
 * repeated until the service answers. The page shows no live light meanwhile, and loads again what
 * failed as soon as the way is open.
 */
import { createListeners } from '../page-value.ts';

export interface ReachOptions {
  /** Resolves when the service itself answered, whatever it said. */
  readonly probe: () => Promise<unknown>;
  readonly wait: (run: () => void, ms: number) => () => void;
}

/** Short: what failed has to be back within 5 s of the network. */
export const PROBE_EVERY_MS = 2_000;

export interface Reach {
  /** False from a probe that failed to one that succeeded. */
  isHere(): boolean;
  /** A request failed on its way. */
  doubt(): void;
  /** The browser says that the network is back: asks at once instead of at the next time. */
  ask(): void;
  onChange(listener: () => void): () => void;
}

export function createReach({ probe, wait }: ReachOptions): Reach {
  const { tell, subscribe } = createListeners();
  let isHere = true;
  let isAsking = false;
  let stopWaiting: (() => void) | null = null;
  const set = (next: boolean): void => {
    if (next === isHere) return;
    isHere = next;
    tell();
  };
  const ask = (): void => {
    if (isAsking) return;
    stopWaiting?.();
    stopWaiting = null;
    isAsking = true;
    probe().then(
      () => {
        isAsking = false;
        set(true);
      },
      () => {
        isAsking = false;
        set(false);
        stopWaiting = wait(ask, PROBE_EVERY_MS);
      },
    );
  };
  return {
    isHere: () => isHere,
    doubt: () => {
      if (stopWaiting === null) ask();
    },
    ask,
    onChange: subscribe,
  };
}
