/** What a replay of a call would make, counted by the service's rule. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  firedTriggers,
  type ReplayTarget,
  replayPlan,
} from '../../../../dashboard/src/page/call/replay-plan.ts';

type Firing = Parameters<typeof firedTriggers>[0][number];

const firing = (trigger: Firing['trigger'], number: number): Firing => ({
  trigger,
  messageId: `msg_${number}`,
  reportNumber: number,
  data: '{}',
  errors: null,
  firedAt: '2026-11-22T10:00:00.000Z',
});
const endpoint = (id: string, more: Partial<ReplayTarget> = {}): ReplayTarget => ({
  ...({ id, kind: 'custom', enabled: true, triggers: ['OUTBOUND_CALL_CALLING'] } as const),
  ...more,
});

const FIRINGS = [
  firing('OUTBOUND_CALL_CALLING', 1),
  firing('OUTBOUND_CALL_COMPLETED', 2),
  firing('CALL_LOG_CREATED', 2),
  firing('CALL_LOG_CREATED', 3),
];
const ALL = new Set(FIRINGS.map(({ trigger }) => trigger));

test('fired triggers are listed once, in order, with their counts', () => {
  assert.deepEqual(
    firedTriggers(FIRINGS).map(({ trigger, times }) => `${trigger} ${times}`),
    ['OUTBOUND_CALL_CALLING 1', 'OUTBOUND_CALL_COMPLETED 1', 'CALL_LOG_CREATED 2'],
  );
});

test('without named endpoints each firing goes to those that subscribe to it', () => {
  const endpoints = [
    endpoint('a'),
    endpoint('b', { triggers: ['CALL_LOG_CREATED'], enabled: false }),
    endpoint('c', { triggers: ['INBOUND_CALL_ERROR'] }),
  ];
  const plan = replayPlan(FIRINGS, endpoints, { triggers: ALL, endpointIds: null });
  assert.deepEqual(plan, { deliveries: 3, endpoints: 2, disabled: 1 });
});

test('a named endpoint gets every chosen trigger; an agent never gets any', () => {
  const agent = endpoint('agent', { kind: 'builtin-analyzer', triggers: [...ALL] });
  const choice = { triggers: new Set(['CALL_LOG_CREATED']), endpointIds: new Set(['a', 'agent']) };
  const plan = replayPlan(FIRINGS, [endpoint('a'), agent], choice);
  assert.deepEqual(plan, { deliveries: 2, endpoints: 1, disabled: 0 });
  const nothing = replayPlan(FIRINGS, [agent], { triggers: ALL, endpointIds: null });
  assert.deepEqual(nothing, { deliveries: 0, endpoints: 0, disabled: 0 });
});
