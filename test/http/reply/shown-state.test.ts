/** The state that people see. */
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

test('what is in flight is sending, whatever is stored', () => {
  assert.equal(shown({ state: 'due' }, true), 'sending');
  assert.equal(shown({ state: 'retrying', endpointEnabled: false }, true), 'sending');
});

test('a disabled endpoint holds everything open, and nothing closed', () => {
  for (const state of ['due', 'retrying', 'waiting'] as const) {
    assert.equal(shown({ state, endpointEnabled: false }), 'held');
    assert.equal(shown({ state }), state);
  }
  for (const state of CLOSED_STATES) assert.equal(shown({ state, endpointEnabled: false }), state);
});

test('a hold holds first attempts until its time, never retries', () => {
  assert.equal(shown({ state: 'due', endpointHoldUntilMs: later }), 'held');
  assert.equal(shown({ state: 'due', endpointHoldUntilMs: clock.wallMs() }), 'due');
  assert.equal(shown({ state: 'retrying', endpointHoldUntilMs: later }), 'retrying');
  assert.equal(shown({ state: 'waiting', endpointHoldUntilMs: later }), 'waiting');
});

test('an attempt by hand is not held by a hold, only by a disabled endpoint', () => {
  assert.equal(shown({ manual: true, endpointHoldUntilMs: later }), 'due');
  assert.equal(shown({ manual: true, endpointEnabled: false }), 'held');
});

test('a hold that lasts longer than any can was begun before the clock went back', () => {
  const longest = clock.wallMs() + HOLD_LASTS_MS_MAX;
  assert.equal(shown({ endpointHoldUntilMs: longest }), 'held');
  assert.equal(shown({ endpointHoldUntilMs: longest + 1 }), 'due');
});
