/**
 * The life of one process in a test. While it lives, store, clock and channel are the real ones;
 * once it is dead, none of its promises is settled and none of its timers runs, exactly as after
 * `kill -9`. Operations that the store has begun are still done.
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
        // Each method of the port is forwarded unchanged; their types differ, the calls do not.
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
