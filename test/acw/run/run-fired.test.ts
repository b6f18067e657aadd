/** What the end of a run fires: four keys, a fixed message, places at the end of the lanes. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { planRunFired, type RunFiredContext } from '../../../src/acw/run/run-fired.ts';
import { asKey, type EndpointKey } from '../../../src/core/id.ts';
import type { Subscription } from '../../../src/core/intake/plan.ts';
import type { Trigger } from '../../../src/core/trigger/trigger.ts';

const FIRED_AT_MS = 1_795_173_540_125;

function subscription(key: number, triggers: readonly Trigger[]): Subscription {
  const endpoint = asKey<EndpointKey>(key);
  const settings = { filter: null, bodyForm: 'message', agent: false };
  return { endpoint, triggers: new Set(triggers), ...settings };
}

function contextOf(isError: boolean): RunFiredContext {
  const subscriptions = [
    subscription(1, ['ACW_COMPLETED']),
    subscription(2, ['CALL_LOG_CREATED']),
    subscription(3, ['CALL_LOG_CREATED', 'ACW_COMPLETED']),
  ];
  return {
    run: { callId: 'call 1', acwAgentId: 'ep_1', acwResultId: 'acwr_1', isError },
    call: { direction: 'OUTBOUND', facts: null },
    codes: [],
    lanes: { '1': 4, '2': 2 },
    subscriptions,
    serviceName: 'Ringpost',
    firedAtMs: FIRED_AT_MS,
  };
}

test('S4.6: ACW_COMPLETED has exactly four keys, isError a string, no errors', () => {
  const { firing } = planRunFired(contextOf(false));
  assert.equal(
    firing.data,
    '{"callId":"call 1","acwAgentId":"ep_1","acwResultId":"acwr_1","isError":"false"}',
  );
  assert.deepEqual(
    [firing.trigger, firing.firedAtMs, firing.errors],
    ['ACW_COMPLETED', FIRED_AT_MS, null],
  );
});

test('S9.10: a failed run has its code, the fixed message, the time', () => {
  const { firing } = planRunFired(contextOf(true));
  assert.deepEqual(JSON.parse(firing.errors ?? ''), [
    {
      code: 'ANALYZER_FAILED',
      message: 'Failed to analyze the call.',
      timestamp: '2026-11-20T11:19:00.125Z',
    },
  ]);
  assert.match(firing.text, /\[ANALYZER_FAILED\] Failed to analyze the call\./);
  assert.match(firing.data, /"isError":"true"/);
});

test("an agent's errors are told by their codes, with fixed messages", () => {
  const codes = ['CALL_RESULT_PROCESSING_FAILED', 'INTERNAL_ERROR'] as const;
  const { firing } = planRunFired({ ...contextOf(true), codes });
  const errors: readonly { code: string; message: string }[] = JSON.parse(firing.errors ?? '');
  assert.deepEqual(
    errors.map(({ code, message }) => [code, message]),
    [
      ['CALL_RESULT_PROCESSING_FAILED', 'Failed to process the result of the call.'],
      ['INTERNAL_ERROR', 'An internal error occurred.'],
    ],
  );
  assert.equal(planRunFired({ ...contextOf(false), codes }).firing.errors, null);
});

test('each subscribed endpoint gets the next place of its lane; given places stay', () => {
  const context = contextOf(false);
  const { firing, lanes } = planRunFired(context);
  const rest = { bodyForm: 'message', agent: false };
  assert.deepEqual(firing.deliveries, [
    { endpoint: 1, sequence: 5, ...rest },
    { endpoint: 3, sequence: 1, ...rest },
  ]);
  assert.deepEqual(lanes, { '1': 5, '2': 2, '3': 1 });
  assert.deepEqual(context.lanes, { '1': 4, '2': 2 });
});

test('the trigger counts as fired without a subscriber too', () => {
  const { firing, lanes } = planRunFired({ ...contextOf(true), subscriptions: [] });
  assert.deepEqual([firing.trigger, firing.deliveries], ['ACW_COMPLETED', []]);
  assert.deepEqual(lanes, { '1': 4, '2': 2 });
});
