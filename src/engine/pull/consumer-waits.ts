/**
 * Consumers that wait for messages of an endpoint (S6.35): each asks the store again when something
 * happens to the endpoint in this process or in another one, at a time that it names, and now and
 * then in case word got lost. A wait holds no thread and no connection to the store. Bounded: how
 * many wait in the process, for a project and for an endpoint.
 */
import type { EndpointKey, ProjectKey } from '../../core/id.ts';
import type { Clock } from '../ports/clock.ts';

/** Each is an open request; a process has few file descriptors to spare. */
export const WAITS_MAX = 1_000;
/** So that no project or endpoint can take the places of the others. */
export const PROJECT_WAITS_MAX = 400;
export const ENDPOINT_WAITS_MAX = 100;

export interface ConsumerWait {
  /** Resolves at a wake, at the end of the process, or after `longestMs`; at once after a wake. */
  next(longestMs: number): Promise<void>;
  /** The consumer is gone: the wait resolves, and `isOver` becomes true. */
  end(): void;
  readonly isOver: boolean;
  /** Gives the place back. `passOn`: more may be there for another consumer. */
  leave(passOn: boolean): void;
}

export interface ConsumerWaits {
  /** Null if there is no place. */
  enter(project: ProjectKey, endpoint: EndpointKey): ConsumerWait | null;
  /** The endpoint may have something: the consumer that has waited longest looks. */
  wake(endpoint: EndpointKey): void;
  /** Settings changed, or word may have got lost: all look. */
  wakeAll(endpoint?: EndpointKey): void;
  /** Ends all waits, and every later one at once. */
  close(): void;
}

class Wait implements ConsumerWait {
  readonly project: ProjectKey;
  isOver = false;
  #isWoken = false;
  #resolve: (() => void) | null = null;
  readonly #clock: Clock;
  readonly #onLeave: (wait: Wait, passOn: boolean) => void;

  constructor(project: ProjectKey, clock: Clock, onLeave: (wait: Wait, passOn: boolean) => void) {
    this.project = project;
    this.#clock = clock;
    this.#onLeave = onLeave;
  }

  /** Whether it sleeps and was not woken since. */
  get isAsleep(): boolean {
    return this.#resolve !== null;
  }

  async next(longestMs: number): Promise<void> {
    if (!this.#isWoken && !this.isOver && longestMs > 0) {
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#resolve = resolve;
      const timer = this.#clock.after(longestMs, resolve);
      await promise;
      timer.cancel();
      this.#resolve = null;
    }
    this.#isWoken = false;
  }

  wake(): void {
    this.#isWoken = true;
    const resolve = this.#resolve;
    this.#resolve = null;
    resolve?.();
  }

  end(): void {
    this.isOver = true;
    this.wake();
  }

  leave(passOn: boolean): void {
    this.#onLeave(this, passOn || this.#isWoken);
  }
}

export function createConsumerWaits(clock: Clock): ConsumerWaits {
  /** The consumers of each endpoint, the one that came first in front. */
  const byEndpoint = new Map<EndpointKey, Set<Wait>>();
  let count = 0;
  let isClosed = false;

  const ofProject = (project: ProjectKey): number => {
    let found = 0;
    for (const waits of byEndpoint.values()) {
      for (const wait of waits) if (wait.project === project) found += 1;
    }
    return found;
  };
  const wake = (endpoint: EndpointKey): void => {
    const waits = byEndpoint.get(endpoint);
    if (waits === undefined) return;
    for (const wait of waits) {
      if (!wait.isAsleep) continue;
      // Behind the others, so that consumers take turns.
      waits.delete(wait);
      waits.add(wait);
      wait.wake();
      return;
    }
    // All look already; one of them may have looked before this was there.
    for (const wait of waits) wait.wake();
  };
  const leave = (endpoint: EndpointKey, wait: Wait, passOn: boolean): void => {
    const waits = byEndpoint.get(endpoint);
    if (waits === undefined || !waits.delete(wait)) return;
    count -= 1;
    if (waits.size === 0) byEndpoint.delete(endpoint);
    else if (passOn) wake(endpoint);
  };

  return {
    enter(project, endpoint) {
      const waits = byEndpoint.get(endpoint) ?? new Set<Wait>();
      if (count >= WAITS_MAX || waits.size >= ENDPOINT_WAITS_MAX) return null;
      if (ofProject(project) >= PROJECT_WAITS_MAX) return null;
      const wait: Wait = new Wait(project, clock, (left, passOn) => leave(endpoint, left, passOn));
      if (isClosed) wait.end();
      waits.add(wait);
      byEndpoint.set(endpoint, waits);
      count += 1;
      return wait;
    },
    wake,
    wakeAll(endpoint) {
      const all = endpoint === undefined ? byEndpoint.values() : [byEndpoint.get(endpoint) ?? []];
      for (const waits of all) for (const wait of waits) wait.wake();
    },
    close() {
      isClosed = true;
      for (const waits of byEndpoint.values()) for (const wait of waits) wait.end();
    },
  };
}
