/** The state of a run when its launch is settled. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deadlineMs, launched } from '../../../src/acw/run/launch.ts';
import type { NextState } from '../../../src/core/delivery/state.ts';
import { CLOSED_STATES } from '../../../src/core/delivery/state.ts';
import { agentSettings } from '../../../src/core/endpoint/agent-rules.ts';
import { ENDPOINT_KINDS, type EndpointKind, isAgent } from '../../../src/core/endpoint/endpoint.ts';

const AT_MS = 1_000_000;
const BUILT_IN = ['builtin-analyzer', 'builtin-evaluator'] as const;

function endpointOf(kind: EndpointKind) {
  return { kind, agent: agentSettings(kind, null) };
}

function closed(state: (typeof CLOSED_STATES)[number]): NextState {
  return { state, atMs: AT_MS, failures: 0 };
}

test('S10.11: a built-in run waits for its call log, and is due at once', () => {
  for (const kind of BUILT_IN) {
    assert.deepEqual(launched(endpointOf(kind), closed('delivered')), {
      state: 'WAITING_CALL_LOG',
      startedAtMs: AT_MS,
      dueAtMs: AT_MS,
      giveUpAtMs: null,
      reason: null,
    });
  }
});

test('S9.12: a self-provided agent has 15 minutes from its 2xx, or its own deadline', () => {
  const kind = 'self-provided-agent';
  const minute = { ...endpointOf(kind), agent: { deadlineMs: 60_000 } };
  for (const [endpoint, waitMs] of [
    [endpointOf(kind), 900_000] as const,
    [minute, 60_000] as const,
  ]) {
    assert.deepEqual(launched(endpoint, closed('delivered')), {
      state: 'RUNNING',
      startedAtMs: AT_MS,
      dueAtMs: AT_MS + waitMs,
      giveUpAtMs: AT_MS + waitMs,
      reason: null,
    });
  }
  assert.equal(deadlineMs(null), 900_000);
});

test('a launch that is given up gives a run that fails at once', () => {
  for (const kind of ENDPOINT_KINDS.filter(isAgent)) {
    for (const state of ['rejected', 'exhausted', 'blocked'] as const) {
      assert.deepEqual(launched(endpointOf(kind), closed(state)), {
        state: 'QUEUED',
        startedAtMs: null,
        dueAtMs: AT_MS,
        giveUpAtMs: null,
        reason: 'LAUNCH_FAILED',
      });
    }
  }
});

test('a launch cancelled again by its manual attempt gives a run that ends', () => {
  for (const kind of ENDPOINT_KINDS.filter(isAgent)) {
    const move = launched(endpointOf(kind), closed('cancelled'));
    const { state, dueAtMs, reason } = move ?? {};
    assert.deepEqual([state, dueAtMs, reason], ['QUEUED', AT_MS, 'LAUNCH_CANCELLED']);
  }
});

test('a launch that is retried moves no run', () => {
  const retrying = { state: 'retrying', dueAtMs: AT_MS, failures: 1 } as const;
  for (const kind of ENDPOINT_KINDS.filter(isAgent)) {
    assert.equal(launched(endpointOf(kind), retrying), null);
  }
});

test('a delivery that launches no agent has no run', () => {
  for (const kind of ENDPOINT_KINDS.filter((each) => !isAgent(each))) {
    for (const state of CLOSED_STATES)
      assert.equal(launched(endpointOf(kind), closed(state)), null);
  }
});
