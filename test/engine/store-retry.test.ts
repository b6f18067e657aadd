/**
 * An outcome is tried until it is durable or its process has no right to write any more.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { cancellation } from '../../src/engine/dispatch/attempt.ts';
import type { EngineEvent } from '../../src/engine/ports/emit.ts';
import { messageOf, settleDurably, storeRetryMs } from '../../src/engine/store-retry.ts';
import { ManualClock } from './manual-clock.ts';
import { headOf } from './sample.ts';
import { START_MS, unavailable } from './setup.ts';

const SETTLED = { kind: 'settled', promoted: null } as const;

function given(failures: number) {
  const clock = new ManualClock(START_MS);
  const events: EngineEvent[] = [];
  let calls = 0;
  const settle = async () => {
    calls += 1;
    if (calls <= failures) throw unavailable();
    return SETTLED;
  };
  const random = { fraction: () => 0 };
  const emit = (event: EngineEvent) => events.push(event);
  const parts = { store: { settle }, clock, random, emit };
  const turn = () => new Promise<void>((resolve) => setImmediate(resolve));
  return { parts, clock, events, advance: (ms: number) => clock.advance(ms, turn) };
}

describe('a settlement', () => {
  const settlement = cancellation(headOf(1), 1, START_MS);

  test('that the store takes is written once, without a timer', async () => {
    const { parts, clock, events } = given(0);
    assert.equal(await settleDurably(settlement, parts, () => false), SETTLED);
    assert.equal(clock.timers, 0);
    assert.deepEqual(events, []);
  });

  test('that the store rejects is tried again, later each time', async () => {
    const { parts, events, advance, clock } = given(3);
    const result = settleDurably(settlement, parts, () => false);
    await advance(100 + 200 + 399);
    assert.equal(events.length, 3);
    assert.equal(clock.timers, 1);
    await advance(1);
    assert.equal(await result, SETTLED);
  });

  test('is given up when its process has to write nothing more', async () => {
    const { parts, advance } = given(1_000);
    let givenUp = false;
    const result = settleDurably(settlement, parts, () => givenUp);
    await advance(50);
    givenUp = true;
    await advance(60);
    assert.equal(await result, null);
  });
});

test('the back-off doubles up to five seconds and is spread by a fifth', () => {
  const steps = [1, 2, 3, 6, 7, 1_000].map((n) => storeRetryMs(n, { fraction: () => 0 }));
  assert.deepEqual(steps, [100, 200, 400, 3_200, 5_000, 5_000]);
  assert.equal(storeRetryMs(1, { fraction: () => 0.25 }), 105);
});

test('an error is told by its message, anything else as text', () => {
  assert.equal(messageOf(new Error('why')), 'why');
  assert.equal(messageOf('why'), 'why');
});
