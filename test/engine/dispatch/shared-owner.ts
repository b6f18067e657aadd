/**
 * Makes the embedded store look like one that several processes share: a test says which shards the
 * process owns, for how long, which are surplus, and what notices come. Settlements of an old epoch
 * are fenced, as by a shared store; everything else is the real store.
 */

import { SHARDS } from '../../../src/core/endpoint/endpoint.ts';
import type { News, Ownership, Wish } from '../../../src/engine/ports/dispatch-store.ts';
import type { Store } from '../../../src/engine/ports/store.ts';

export const LEASE_MS = 15_000;

export class SharedOwner {
  /** The process's shards, as `own` returns them; a test removes and adds some. */
  readonly owned = new Set<number>(Array.from({ length: SHARDS }, (_, shard) => shard));
  surplus: readonly number[] = [];
  readonly wishes: Wish[] = [];
  released = 0;
  readonly #epochs = new Map<number, number>([...this.owned].map((shard) => [shard, 1]));
  #listener: ((news: News | 'all') => void) | null = null;

  readonly wrap = async (real: Store): Promise<Store> => {
    const { shards } = await real.own({ surrender: [], leaves: false });
    const [realEpoch = 0] = shards.values();
    return {
      ...real,
      own: async (wish) => this.#own(wish),
      release: async () => {
        this.released += 1;
      },
      watch: (listener) => {
        this.#listener = listener;
      },
      settle: async (settlement) => {
        const epoch = this.#epochs.get(settlement.endpoint % SHARDS);
        if (epoch !== settlement.epoch) return { kind: 'fenced' };
        return real.settle({ ...settlement, epoch: realEpoch });
      },
    };
  };

  /** Another process owns the shard from now on; this one is not told. */
  takenOver(shard: number): void {
    this.owned.delete(shard);
    this.#epochs.set(shard, (this.#epochs.get(shard) ?? 0) + 1);
  }

  /** The shard is free again, and this process may own it. */
  given(shard: number): void {
    this.owned.add(shard);
    this.#epochs.set(shard, (this.#epochs.get(shard) ?? 0) + 1);
  }

  tell(news: Partial<News> | 'all'): void {
    const nothing = { heads: [], changed: [], shards: false };
    this.#listener?.(news === 'all' ? news : { ...nothing, ...news });
  }

  #own(wish: Wish): Ownership {
    this.wishes.push(wish);
    for (const shard of wish.surrender) this.owned.delete(shard);
    this.surplus = this.surplus.filter((shard) => !wish.surrender.includes(shard));
    const shards = new Map([...this.owned].map((shard) => [shard, this.#epochs.get(shard) ?? 0]));
    return { shards, leaseMs: LEASE_MS, surplus: this.surplus };
  }
}
