/**
 * The life of one process as a test sees it. While it lives, store, clock and channel are the real
 * ones; when it is dead, none of its promises is settled and none of its timers runs any more,
 * exactly as after `kill -9`. What the store has begun is done all the same.
 */
import type { Channel } from '../../src/engine/ports/channel.ts';
import type { Clock } from '../../src/engine/ports/clock.ts';
import type { Store } from '../../src/engine/ports/store.ts';

export class Life {
  dead = false;

  clock(clock: Clock): Clock {
    return {
      wallMs: () => clock.wallMs(),
      monoMs: () => clock.monoMs(),
      after: (delayMs, task) =>
        clock.after(delayMs, () => {
          if (!this.dead) task();
        }),
    };
  }

  channel(channel: Channel): Channel {
    return { send: (request) => this.#whileAlive(() => channel.send(request)) };
  }

  store(store: Store): Store {
    return new Proxy(store, {
      get: (target, name: keyof Store) => {
        // Any method of the port is forwarded as it is; their types differ, the calls do not.
        const method = target[name] as (...given: unknown[]) => Promise<unknown>;
        return (...given: unknown[]) => this.#whileAlive(() => method.apply(target, given));
      },
    });
  }

  #whileAlive<Result>(begin: () => Promise<Result>): Promise<Result> {
    if (this.dead) return new Promise(() => {});
    return new Promise((resolve, reject) => {
      begin().then(
        (result) => {
          if (!this.dead) resolve(result);
        },
        (error) => {
          if (!this.dead) reject(error);
        },
      );
    });
  }
}
