/**
 * Faults in what several processes do together, put into the source as in `list.ts`: leases, the
 * fence, what a take-over finds, who sweeps. Two are in the simulated database: PostgreSQL's own
 * part is tested elsewhere, but the checkers must notice such faults too.
 */
import type { Edit, Mutation } from './mutation.ts';

export const FLEET_MUTATIONS: readonly Mutation[] = [
  of('lease-from-answer', 'A lease counts from the answer, not from before the question.', [2009], {
    file: 'src/engine/dispatch/shard-ownership.ts',
    find: '    this.#take(owned, asked);',
    replace: '    this.#take(owned, asked.monoMs < 0 ? asked : momentOf(clock));',
  }),
  of('lease-too-long', 'A permit holds longer than the lease.', [14], {
    file: 'src/engine/dispatch/shard-ownership.ts',
    find: 'const USABLE = 0.9;',
    replace: 'const USABLE = 1.3;',
  }),
  of('lease-blind-to-sleep', 'Only the clock that stands still in sleep ends a lease.', [234], {
    file: 'src/engine/dispatch/shard-ownership.ts',
    find: '    return Math.min(monoMs, this.#untilWallMs - this.#clock.wallMs());',
    replace: '    return Math.min(monoMs, this.#untilWallMs);',
  }),
  of('permit-holds-on', 'Only the timer ends a permit; who asks in time is not told.', [14], {
    file: 'src/engine/dispatch/shard-ownership.ts',
    find: '    return !this.#ended && !this.#lease.isOver();',
    replace: '    return !this.#ended || this.#lease.isEndless;',
  }),
  of('renewed-too-seldom', 'A lease is renewed when it is over.', [9], {
    file: 'src/engine/dispatch/shard-ownership.ts',
    find: 'const RENEWALS_PER_LEASE = 3;',
    replace: 'const RENEWALS_PER_LEASE = 1;',
  }),
  of('surrendered-in-flight', 'A surplus is given back while something of it is in flight.', [64], {
    file: 'src/engine/dispatch/shard-ownership.ts',
    find: '.filter(({ leaving, shard }) => leaving && this.#isClear(shard))',
    replace: '.filter(({ leaving }) => leaving)',
  }),
  of('surplus-kept', 'Who has too many shards keeps them.', [4], {
    file: 'src/engine/dispatch/shard-ownership.ts',
    find: 'const surplus = new Set(owned.surplus);',
    replace: 'const surplus = new Set(owned.surplus.slice(64));',
  }),
  of('queue-survives-loss', 'What was in memory of a lost shard is sent when it returns.', [109], {
    file: 'src/engine/dispatch/dispatcher.ts',
    find: '      queue.invalidate();\n      queue.pacer.forget();\n      this.#setAside(queue);\n',
    replace: '',
  }),
  of(
    'withdrawn-counts',
    'A request that was withdrawn counts as a failure of its receiver.',
    [14],
    {
      file: 'src/engine/dispatch/attempt.ts',
      find: "  if (result.kind === 'error' && !permit.holds()) {\n",
      replace: "  if (result.kind === 'error' && !permit.holds() && result.durationMs < 0) {\n",
    },
  ),
  of('bucket-full-at-take-over', 'A new owner begins with all that its rate allows.', [54], {
    file: 'src/engine/dispatch/pacer.ts',
    find: 'emptyAtMs < 0 ? freshBucket',
    replace: 'emptyAtMs !== Number.NaN ? freshBucket',
  }),
  of('no-poll', 'A worker that was not told of a new head never finds it.', [4], {
    file: 'src/engine/dispatch/work-poller.ts',
    find: '    return Math.ceil(restMs);',
    replace: '    return restMs < 0 ? restMs : null;',
  }),
  of('all-is-not-heard', 'A worker whose connection was gone does not look anew.', [179], {
    file: 'src/engine/dispatch/work-poller.ts',
    find: "      this.#listener.onChanged('any');\n",
    replace: '',
  }),
  of('everybody-sweeps', 'Every worker runs the sweeps.', [4], {
    file: 'src/engine/dispatch/dispatcher.ts',
    find: 'this.#ownership.permitOf(LEADING_SHARD) !== null;',
    replace: 'this.#ownership.shards().length > 0;',
  }),
  of('no-fence', 'A settlement under an old epoch is written.', [14], {
    file: 'sim/world/shared-store.ts',
    find: '    if (epoch !== settlement.epoch) return null;\n',
    replace: '    if (epoch === undefined) return null;\n',
  }),
  of('epoch-stays', 'A take-over leaves the epoch as it was.', [14], {
    file: 'sim/world/shard-table.ts',
    find: '      row.epoch += 1;\n',
    replace: '      row.epoch = 1;\n',
  }),
];

function of(
  name: string,
  breaks: string,
  seeds: readonly number[],
  ...edits: readonly Edit[]
): Mutation {
  return { name, breaks, edits, seeds, isFleet: true };
}
