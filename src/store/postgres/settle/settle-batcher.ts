/**
 * Step 9, many attempts, one commit: settlements that arrive while a transaction runs share the
 * next one. Two of one lane never share it: the second waits until the first is durable. A fault in
 * this program fails only its own caller; an error of the storage fails the whole batch, and
 * nothing of it is stored.
 */
import { ServiceError } from '../../../core/error/service-error.ts';
import type { Settlement, SettleResult } from '../../../engine/ports/dispatch-store.ts';
import { type Asked, Batcher } from '../../batcher.ts';
import type { Pool } from '../server/pool.ts';
import { type SettleContext, settleBatch } from './settle.ts';

/** Bounds how long one transaction locks the lanes; 500 was twice as fast as 50. */
const LIMITS = { batchMax: 500, queueMax: 20_000 };

export class SettleBatcher {
  readonly #pool: Pick<Pool, 'alone'>;
  readonly #context: SettleContext;
  readonly #batcher: Batcher<Settlement>;

  constructor(pool: Pick<Pool, 'alone'>, context: SettleContext) {
    this.#pool = pool;
    this.#context = context;
    this.#batcher = new Batcher(LIMITS, (batch, done) => {
      void this.#settleInTurn(batch).finally(done);
    });
  }

  /** The number of settlements that wait for a transaction, for metrics. */
  get length(): number {
    return this.#batcher.length;
  }

  async settle(settlement: Settlement): Promise<SettleResult> {
    // The type of the results of `#settle`. Settlements are not refused like reports, since they
    // free room.
    return (await this.#batcher.ask(settlement, 1, false)) as SettleResult;
  }

  /** Resolves when all settlements are stored or refused. */
  close(): Promise<void> {
    return this.#batcher.close();
  }

  async #settleInTurn(batch: readonly Asked<Settlement>[]): Promise<void> {
    let rest = batch;
    while (rest.length > 0) {
      const lanes = new Set<string>();
      const [now, later]: [Asked<Settlement>[], Asked<Settlement>[]] = [[], []];
      for (const asked of rest) {
        const { endpoint, call } = asked.request;
        const lane = `${endpoint}/${call}`;
        (lanes.has(lane) ? later : now).push(asked);
        lanes.add(lane);
      }
      await this.#settle(now);
      rest = later;
    }
  }

  async #settle(batch: readonly Asked<Settlement>[]): Promise<void> {
    const settlements = batch.map(({ request }) => request);
    try {
      const results = await this.#pool.alone((client) =>
        settleBatch(client, settlements, this.#context),
      );
      for (const [index, { resolve }] of batch.entries()) resolve(results[index]);
    } catch (error) {
      if (error instanceof ServiceError || batch.length === 1) {
        for (const { reject } of batch) reject(error);
        return;
      }
      for (const asked of batch) await this.#settle([asked]);
    }
  }
}
