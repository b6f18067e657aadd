/** Step 6: the rules of a lane, alone and played against each other at random. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { isOpen, type StoredState } from '../../../src/core/delivery/state.ts';
import { laneFault, successor } from '../../../src/core/lane/invariant.ts';
import {
  headState,
  stateOnJoin,
  stateOnRetry,
  statesOnReopen,
} from '../../../src/core/lane/lane.ts';
import { NOW_MS } from '../given.ts';

test('a delivery heads an empty lane and waits in any other', () => {
  assert.equal(stateOnJoin(false), 'due');
  assert.equal(stateOnJoin(true), 'waiting');
});

describe('a waiting delivery that becomes the head', () => {
  test('is due at once if it has never failed', () => {
    assert.deepEqual(headState(0, null, NOW_MS), { state: 'due', dueAtMs: NOW_MS });
    assert.deepEqual(headState(0, 5, NOW_MS), { state: 'due', dueAtMs: NOW_MS });
  });

  test('goes on backing off if it was doing so', () => {
    const laterMs = NOW_MS + 5_000;
    assert.deepEqual(headState(2, laterMs, NOW_MS), { state: 'retrying', dueAtMs: laterMs });
    assert.deepEqual(headState(2, null, NOW_MS), { state: 'due', dueAtMs: NOW_MS });
  });
});

test('a failed head steps back behind an older delivery that was reopened', () => {
  assert.equal(stateOnRetry(false), 'retrying');
  assert.equal(stateOnRetry(true), 'waiting');
});

test('a reopened delivery gets its old place', () => {
  assert.deepEqual(statesOnReopen(3, null), { reopened: 'due', headStepsBack: false });
  assert.deepEqual(statesOnReopen(3, 5), { reopened: 'due', headStepsBack: true });
  assert.deepEqual(statesOnReopen(3, 2), { reopened: 'waiting', headStepsBack: false });
});

/** A lane changed only by the rules, as in a store. */
class PlayedLane {
  readonly places = new Map<number, { state: StoredState; failures: number }>();

  head(): number | null {
    const heads = [...this.places].filter(
      ([, { state }]) => state === 'due' || state === 'retrying',
    );
    return heads[0]?.[0] ?? null;
  }

  join(): void {
    const hasOpen = [...this.places.values()].some(({ state }) => isOpen(state));
    this.places.set(this.places.size + 1, { state: stateOnJoin(hasOpen), failures: 0 });
  }

  close(): void {
    this.settle('delivered', 0);
    this.promote();
  }

  fail(): void {
    const head = this.head();
    const older = [...this.places].some(
      ([sequence, { state }]) => isOpen(state) && sequence < (head ?? 0),
    );
    this.settle(stateOnRetry(older), 1);
  }

  reopen(sequence: number): void {
    const place = this.places.get(sequence);
    if (place === undefined || isOpen(place.state)) return;
    const head = this.head();
    const { reopened, headStepsBack } = statesOnReopen(sequence, head);
    if (headStepsBack) this.settle('waiting', 0);
    place.state = reopened;
  }

  list() {
    return [...this.places].map(([sequence, { state }]) => ({ sequence, state }));
  }

  private settle(state: StoredState, failures: number): void {
    const place = this.places.get(this.head() ?? 0);
    if (place === undefined) return;
    place.state = state;
    place.failures += failures;
  }

  private promote(): void {
    const place = this.places.get(successor(this.list()) ?? 0);
    if (place !== undefined) place.state = headState(place.failures, NOW_MS, NOW_MS).state;
  }
}

test('S6.3: whatever happens, a lane has one head, its oldest open delivery', () => {
  const step = fc.oneof(
    fc.constant('join' as const),
    fc.constant('close' as const),
    fc.constant('fail' as const),
    fc.nat({ max: 12 }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const played = new PlayedLane();
      for (const action of steps) {
        if (typeof action === 'number') played.reopen(action);
        else played[action]();
        assert.equal(laneFault(played.list()), null);
      }
    }),
  );
});
