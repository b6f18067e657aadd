/** A write is repeated until it is durable or its process may no longer write. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { EngineEvent } from '../../src/engine/ports/emit.ts';
import { storeRetryMs, writeDurably } from '../../src/engine/store-retry.ts';
import { ManualClock } from './manual-clock.ts';
import { START_MS, unavailable } from './setup.ts';

const SETTLED = { kind: 'settled', promoted: null } as const;

function given(failures: number) {
  const clock = new ManualClock(START_MS);
  const events: EngineEvent[] = [];
  let calls = 0;
  const write = async () => {
    calls += 1;
    if (calls <= failures) throw unavailable();
    return SETTLED;
  };
  const random = { fraction: () => 0 };
  const emit = (event: EngineEvent) => events.push(event);
  const writing = (isGivenUp: () => boolean) =>
    writeDurably(
      { operation: 'settle', write, triesMax: 1_000, isGivenUp },
      { clock, random, emit },
    );
  const turn = () => new Promise<void>((resolve) => setImmediate(resolve));
  return { writing, clock, events, advance: (ms: number) => clock.advance(ms, turn) };
}

describe('a write', () => {
  test('that the store accepts is made once, without a timer', async () => {
    const { writing, clock, events } = given(0);
    assert.equal(await writing(() => false), SETTLED);
    assert.equal(clock.timers, 0);
    assert.deepEqual(events, []);
  });

  test('that the store rejects is tried again, later each time', async () => {
    const { writing, events, advance, clock } = given(3);
    const result = writing(() => false);
    await advance(100 + 200 + 399);
    assert.equal(events.length, 3);
    assert.equal(clock.timers, 1);
    await advance(1);
    assert.equal(await result, SETTLED);
  });

  test('is given up once its process may no longer write', async () => {
    const { writing, advance } = given(1_000);
    let givenUp = false;
    const result = writing(() => givenUp);
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
