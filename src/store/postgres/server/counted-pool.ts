/**
 * A pool that counts commits and waiting operations for the metrics. It passes each call on
 * unchanged.
 */
import type pg from 'pg';
import type { Pool } from './pool.ts';

export class CountedPool {
  readonly #pool: Pool;
  #commits = 0;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  get commits(): number {
    return this.#commits;
  }

  get waiting(): number {
    return this.#pool.waiting;
  }

  async transaction<Value>(work: (client: pg.PoolClient) => Promise<Value>): Promise<Value> {
    const value = await this.#pool.transaction(work);
    this.#commits += 1;
    return value;
  }

  async alone<Value>(work: (client: pg.PoolClient) => Promise<Value>): Promise<Value> {
    const value = await this.#pool.alone(work);
    this.#commits += 1;
    return value;
  }
}
