/**
 * Work taken on and done a few at a time. What is taken on is bounded, so memory is too; what is
 * refused comes again, since the service tries its launches again.
 */

export interface WorkQueue {
  /** False when too much waits already. `stop` aborts when there is no more time. */
  add(work: (stop: AbortSignal) => Promise<void>): boolean;
  /** Waits for everything, at most so long, then aborts what is left. */
  finish(withinMs: number): Promise<void>;
}

export function createWorkQueue(workers: number, waitingMax: number): WorkQueue {
  const stop = new AbortController();
  const waiting: ((stop: AbortSignal) => Promise<void>)[] = [];
  let running = 0;
  let tellIdle = (): void => {};

  const next = (): void => {
    if (running === 0 && waiting.length === 0) tellIdle();
    const work = running < workers ? waiting.shift() : undefined;
    if (work === undefined) return;
    running += 1;
    work(stop.signal)
      .catch((error: unknown) => console.error(error))
      .finally(() => {
        running -= 1;
        next();
      });
  };

  return {
    add: (work) => {
      if (waiting.length >= waitingMax) return false;
      waiting.push(work);
      next();
      return true;
    },
    finish: (withinMs) =>
      new Promise((resolve) => {
        const timer = setTimeout(() => tellIdle(), withinMs);
        tellIdle = () => {
          clearTimeout(timer);
          stop.abort();
          resolve();
        };
        next();
      }),
  };
}
