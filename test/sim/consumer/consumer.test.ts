/**
 * Consumers that pull, in virtual time: the checkers find no fault in the shipping code, and find
 * each planted one.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { consumerFaults } from '../../../sim/consumer/consumer-check.ts';
import { type Plant, playConsumers } from '../../../sim/consumer/consumer-world.ts';

const SEEDS = Array.from({ length: 12 }, (_, index) => index + 1);

/** A lease taken while the clock was ahead lasts until the clock is there again. */
const KEEPS_MISTIMED: Plant = (store) => ({
  ...store,
  lapsedLeases: async (asked) => {
    const found = await store.lapsedLeases(asked);
    return { ...found, leased: found.leased.filter(({ untilMs }) => untilMs <= asked.nowMs) };
  },
});

describe('S6.34 to S6.39: consumers that acknowledge, fail, give back, are slow and die', () => {
  for (const seed of SEEDS) {
    test(`seed ${seed}`, async () => {
      const history = await playConsumers(seed);
      assert.deepEqual(consumerFaults(history), []);
      const kinds = new Set(history.seen.map(({ what, how }) => how ?? what));
      for (const kind of ['got', 'ack']) assert.ok(kinds.has(kind as 'got'), kind);
    });
  }

  for (const seed of SEEDS) {
    test(`seed ${seed}, while the clock is set by seconds, minutes and a day`, async () => {
      const history = await playConsumers(seed, undefined, true);
      assert.ok(history.jumps.length > 0);
      assert.deepEqual(consumerFaults(history), []);
    });
  }

  test('the checkers find leases that outlast a clock that was set back', async () => {
    for (const seed of SEEDS) {
      const history = await playConsumers(seed, KEEPS_MISTIMED, true);
      const found = consumerFaults(history).join('\n');
      if (/^lost: the end of time/m.test(found)) return;
    }
    assert.fail('nothing was found');
  });

  test('the same seed gives the same history', async () => {
    assert.deepEqual(await playConsumers(7), await playConsumers(7));
  });
});

const PLANTED: readonly (readonly [name: string, finds: RegExp, plant: Plant])[] = [
  [
    'the end of a lease is never noticed',
    /^lost: the end of time/,
    (store) => ({
      ...store,
      lapsedLeases: async () => ({ leased: [], orphans: [], nextAtMs: null }),
    }),
  ],
  [
    'a lease is given out although the lane has one',
    /^two at once/,
    (store) => {
      let last: readonly string[] = [];
      return {
        ...store,
        takeMessages: async (wanted) => {
          await store.dropLeases({ endpoint: null, tokens: last });
          const found = await store.takeMessages(wanted);
          last = [...last, ...found.taken.map(({ token }) => token)];
          return found;
        },
      };
    },
  ],
  [
    'a failed message closes as if it were delivered, unseen by its lane',
    /^lost/,
    (store) => ({
      ...store,
      settle: async (settlement) =>
        settlement.next.state === 'retrying'
          ? store.settle({
              ...settlement,
              next: { state: 'cancelled', atMs: settlement.next.dueAtMs, failures: 0 },
            })
          : store.settle(settlement),
    }),
  ],
  [
    'a settlement is said to be done before it is written, and is not',
    /^unkept/,
    (store) => ({
      ...store,
      settle: async (settlement) =>
        settlement.next.state === 'delivered' && settlement.call % 3 === 0
          ? { kind: 'settled', promoted: null }
          : store.settle(settlement),
    }),
  ],
];

describe('planted faults', () => {
  for (const [name, finds, plant] of PLANTED) {
    test(`the checkers find that ${name}`, async () => {
      for (const seed of SEEDS) {
        const faults = consumerFaults(await playConsumers(seed, plant));
        if (faults.some((fault) => finds.test(fault))) return;
      }
      assert.fail('no seed shows it');
    });
  }
});
