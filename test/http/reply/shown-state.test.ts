/** The state of a delivery as the API and the dashboard show it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HOLD_LASTS_MS_MAX } from '../../../src/core/delivery/health.ts';
import { CLOSED_STATES } from '../../../src/core/delivery/state.ts';
import { asKey, type DeliveryKey } from '../../../src/core/id.ts';
import { type ShownRow, shownStateOf } from '../../../src/http/reply/shown-state.ts';
import { createSteppedClock } from '../../channel/stepped-clock.ts';

const clock = createSteppedClock();
const later = clock.wallMs() + 1;

function shown(row: Partial<ShownRow>, sending = false): string {
  const key = asKey<DeliveryKey>(1);
  return shownStateOf(
    {
      clock,
      dispatcher: {
        isSending: () => sending,
        sendingKeys: () => [],
        alive: () => true,
        gauges: () => ({ inFlight: 0, residentHeads: 0, endpointsWithWork: 0, ownedShards: 64 }),
      },
    },
    {
      key,
      state: 'due',
      manual: false,
      endpointEnabled: true,
      endpointHoldUntilMs: null,
      ...row,
    },
  );
}

test('a delivery in flight shows as sending, whatever its stored state', () => {
  assert.equal(shown({ state: 'due' }, true), 'sending');
  assert.equal(shown({ state: 'retrying', endpointEnabled: false }, true), 'sending');
});

test('a disabled endpoint shows its open deliveries as held, and closed ones unchanged', () => {
  for (const state of ['due', 'retrying', 'waiting'] as const) {
    assert.equal(shown({ state, endpointEnabled: false }), 'held');
    assert.equal(shown({ state }), state);
  }
  for (const state of CLOSED_STATES) assert.equal(shown({ state, endpointEnabled: false }), state);
});

test('a hold shows due deliveries as held until it ends, never retries', () => {
  assert.equal(shown({ state: 'due', endpointHoldUntilMs: later }), 'held');
  assert.equal(shown({ state: 'due', endpointHoldUntilMs: clock.wallMs() }), 'due');
  assert.equal(shown({ state: 'retrying', endpointHoldUntilMs: later }), 'retrying');
  assert.equal(shown({ state: 'waiting', endpointHoldUntilMs: later }), 'waiting');
});

test('an attempt by hand is held only by a disabled endpoint, never by a hold', () => {
  assert.equal(shown({ manual: true, endpointHoldUntilMs: later }), 'due');
  assert.equal(shown({ manual: true, endpointEnabled: false }), 'held');
});

test('a hold beyond the longest possible one is ignored: the clock went back meanwhile', () => {
  const longest = clock.wallMs() + HOLD_LASTS_MS_MAX;
  assert.equal(shown({ endpointHoldUntilMs: longest }), 'held');
  assert.equal(shown({ endpointHoldUntilMs: longest + 1 }), 'due');
});
