/** The poller finds work at the start, on a notice, and by polling in case a notice is lost. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asKey, type EndpointKey } from '../../../src/core/id.ts';
import {
  POLL_AT_LEAST_EVERY_MS,
  POLL_EVERY_MS,
  WorkPoller,
} from '../../../src/engine/dispatch/work-poller.ts';
import type { News } from '../../../src/engine/ports/dispatch-store.ts';
import { ManualClock } from '../manual-clock.ts';
import { START_MS, unavailable } from '../setup.ts';

const ENDPOINT = asKey<EndpointKey>(5);

function setup() {
  const clock = new ManualClock(START_MS);
  const told: string[] = [];
  const polls: (readonly number[])[] = [];
  const state = { refuses: false, takesMs: 0, ours: [5] as readonly number[] };
  let tell: (news: News | 'all') => void = () => {};
  const settled = async () => {
    for (let turn = 0; turn < 20; turn += 1) await null;
  };
  const poller = new WorkPoller(
    {
      clock,
      random: { fraction: () => 0 },
      emit: ({ name }) => told.push(name),
      store: {
        endpointsWithHeads: async (shards) => {
          polls.push(shards);
          if (state.refuses) throw unavailable();
          if (state.takesMs > 0) await new Promise<void>((r) => clock.after(state.takesMs, r));
          return [{ endpoint: ENDPOINT, dueAtMs: START_MS }];
        },
        watch: (listener) => {
          tell = listener;
        },
      },
    },
    {
      ours: () => state.ours,
      onFound: (endpoint, _, isFirst) => told.push(`${isFirst ? 'first ' : ''}found ${endpoint}`),
      onChanged: (endpoint) => told.push(`changed ${endpoint}`),
      onShards: () => told.push('shards'),
      onEnd: () => told.push('end'),
    },
  );
  const said = () => told.splice(0);
  const advance = (ms: number) => clock.advance(ms, settled);
  return { clock, poller, polls, state, said, advance, tell: (news: News | 'all') => tell(news) };
}

const QUIET = { heads: [], changed: [], shards: false };

test('alone it polls once, and the start is rejected if that fails', async () => {
  const { clock, poller, state, said } = setup();
  await poller.start(false);
  assert.deepEqual(said(), ['first found 5', 'end']);
  assert.equal(clock.timers, 0);
  state.refuses = true;
  await assert.rejects(poller.start(false), { code: 'STORAGE_UNAVAILABLE' });
});

test('with others it polls the shards that it owns every two seconds', async () => {
  const { poller, polls, state, advance } = setup();
  await poller.start(true);
  await advance(0);
  const before = polls.length;
  state.ours = [6, 7];
  await advance(2 * POLL_EVERY_MS);
  assert.deepEqual(polls.slice(before), [
    [6, 7],
    [6, 7],
  ]);
  state.ours = [];
  await advance(2 * POLL_EVERY_MS);
  assert.equal(polls.length, before + 2);
  poller.stop();
});

test('a new shard is polled at once, and a failed poll is repeated', async () => {
  const { poller, state, said, advance } = setup();
  await poller.start(true);
  await advance(0);
  said();
  state.refuses = true;
  poller.poll([5]);
  await advance(1_000);
  assert.ok(said().every((name) => name === 'store.failed'));
  state.refuses = false;
  await advance(5_000);
  assert.ok(said().includes('first found 5'));
  poller.stop();
});

test('polls take a twentieth of the time at most, but rest no longer than 10 s', async () => {
  const { poller, polls, state, advance } = setup();
  await poller.start(true);
  await advance(0);
  for (const [takesMs, expected] of [
    [300, 10],
    [60_000, 1],
  ] as const) {
    state.takesMs = takesMs;
    const before = polls.length;
    await advance(60_000);
    assert.equal(polls.length - before, expected, `${takesMs}`);
  }
  const before = polls.length;
  await advance(POLL_AT_LEAST_EVERY_MS + 60_000);
  assert.ok(polls.length > before);
  poller.stop();
});

test('notices are passed on, and a possible gap causes a poll', async () => {
  const { poller, said, advance, tell } = setup();
  await poller.start(true);
  await advance(0);
  said();
  tell({ ...QUIET, heads: [ENDPOINT] });
  tell({ ...QUIET, changed: [ENDPOINT], shards: true });
  assert.deepEqual(said(), ['found 5', 'end', 'changed 5', 'shards', 'end']);
  tell('all');
  await advance(0);
  assert.deepEqual(said(), ['changed any', 'shards', 'first found 5', 'end']);
  poller.stop();
  tell('all');
  await advance(10_000);
  assert.deepEqual(said(), []);
});
