/**
 * Stands between the engine and a real store: refuses calls or delays their answers if a test says
 * so, and counts calls under way, so that a test can wait until there are none.
 */
import type { Store } from '../../src/engine/ports/store.ts';

type Name = keyof Store;

/** So many turns of the event loop without a call under way mean that all is idle. */
const QUIET_TURNS = 3;
const TURNS_MAX = 1_000_000;

export class FaultyStore {
  readonly store: Store;
  readonly #counts = new Map<Name, number>();
  readonly #refusals = new Map<Name, () => Error | null>();
  readonly #gates = new Map<Name, Promise<void>>();
  #underWay = 0;
  #heldBack = 0;

  constructor(real: Store) {
    this.store = new Proxy(real, {
      get: (target, name: Name) => {
        // Each method of the port is forwarded unchanged; their types differ, the calls do not.
        const method = target[name] as (...given: unknown[]) => Promise<unknown>;
        return (...given: unknown[]) => this.#call(name, () => method.apply(target, given));
      },
    });
  }

  /** Rejects calls of this name if `refusal` returns an error; such a call stores no row. */
  refuse(name: Name, refusal: () => Error | null): void {
    this.#refusals.set(name, refusal);
  }

  /** Calls of this name are done, but answer only after the returned function is called. */
  holdBack(name: Name): () => void {
    const gate = Promise.withResolvers<void>();
    this.#gates.set(name, gate.promise);
    return () => {
      this.#gates.delete(name);
      gate.resolve();
    };
  }

  repair(): void {
    this.#refusals.clear();
  }

  countOf(name: Name): number {
    return this.#counts.get(name) ?? 0;
  }

  async quiet(): Promise<void> {
    let quietTurns = 0;
    for (let turn = 0; turn < TURNS_MAX; turn += 1) {
      await new Promise((resolve) => setImmediate(resolve));
      quietTurns = this.#underWay > this.#heldBack ? 0 : quietTurns + 1;
      if (quietTurns >= QUIET_TURNS) return;
    }
    throw new Error('it never becomes quiet');
  }

  async #call(name: Name, forward: () => Promise<unknown>): Promise<unknown> {
    this.#counts.set(name, this.countOf(name) + 1);
    this.#underWay += 1;
    try {
      const refusal = this.#refusals.get(name)?.() ?? null;
      if (refusal !== null) throw refusal;
      const gate = this.#gates.get(name);
      const answer = await forward();
      if (gate === undefined) return answer;
      this.#heldBack += 1;
      await gate.finally(() => {
        this.#heldBack -= 1;
      });
      return answer;
    } finally {
      this.#underWay -= 1;
    }
  }
}
