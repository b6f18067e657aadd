/** Why an endpoint got a delivery or got none. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ShownState } from '../../../src/core/delivery/state.ts';
import { SHOWN_STATES } from '../../../src/core/delivery/state.ts';
import type { Endpoint } from '../../../src/core/endpoint/endpoint.ts';
import { asKey, type DeliveryKey, type EndpointKey, type FiringKey } from '../../../src/core/id.ts';
import { type ExplainedEndpoint, explain } from '../../../src/engine/delivery/explain.ts';
import type { DeliverySummary, TimelineFiring } from '../../../src/engine/ports/query-store.ts';

const FIRED_AT_MS = 1_000;

const FIRING: TimelineFiring = {
  key: asKey<FiringKey>(1),
  reportNumber: 1,
  trigger: 'OUTBOUND_CALL_CALLING',
  firedAtMs: FIRED_AT_MS,
  data: '{}',
  errors: null,
  facts: null,
};

const ENDPOINT: ExplainedEndpoint = {
  key: asKey<EndpointKey>(7),
  kind: 'custom',
  triggers: ['OUTBOUND_CALL_CALLING'],
  filter: null,
  enabled: true,
  createdAtMs: 0,
  updatedAtMs: 0,
  deletedAtMs: null,
};

function delivery(more: Partial<DeliverySummary> = {}): DeliverySummary {
  return {
    key: asKey<DeliveryKey>(3),
    createdAtMs: FIRED_AT_MS,
    endpoint: ENDPOINT.key,
    projectKey: asKey(1),
    endpointId: 'ep_1',
    endpointEnabled: true,
    callKey: asKey(1),
    endpointHoldUntilMs: null,
    callId: 'call_1',
    firing: FIRING.key,
    sequence: 1,
    firedAtMs: FIRED_AT_MS,
    trigger: FIRING.trigger,
    state: 'due',
    dueAtMs: FIRED_AT_MS,
    attempts: 2,
    failures: 2,
    manual: false,
    lastAttemptAtMs: null,
    closedAtMs: null,
    lastStatus: 503,
    lastError: null,
    behind: null,
    ...more,
  };
}

function explained(
  endpoint: Partial<Endpoint>,
  deliveries: readonly DeliverySummary[] = [],
  shown: ShownState = 'due',
) {
  const firedTriggers = [FIRING.trigger, 'OUTBOUND_CALL_CLOSING'] as const;
  const call = { direction: 'OUTBOUND' as const };
  const reports = [{ number: 1, receivedAtMs: FIRED_AT_MS }];
  const timeline = { call, reports, firings: [FIRING], firedTriggers, deliveries };
  return explain(timeline, { ...ENDPOINT, ...endpoint }, () => shown);
}

test('S3.16: FILTERED names the part that was not met, and no value of the call', () => {
  const firing = { ...FIRING, facts: '{"tags":["vip"],"agentId":"a-7","metadata":{"order":"1"}}' };
  const explainedBy = (endpoint: Partial<Endpoint>) => {
    const endpointNow = { ...ENDPOINT, ...endpoint };
    const call = { direction: 'OUTBOUND' as const };
    const reports = [{ number: 1, receivedAtMs: FIRED_AT_MS }];
    const firedTriggers = [FIRING.trigger];
    const timeline = { call, reports, firings: [firing], firedTriggers, deliveries: [] };
    return explain(timeline, endpointNow, () => 'due')[0] ?? assert.fail('nothing is explained');
  };
  const words = {
    'another direction': { direction: 'INBOUND' },
    'other tags': { tags: ['gold'] },
    'another agent': { agentIds: ['a-8'] },
    'another queue': { queues: ['support'] },
    'other metadata': { metadata: { order: '2' } },
  } as const;
  for (const [part, filter] of Object.entries(words)) {
    const { reason, text, delivery: made } = explainedBy({ filter });
    assert.deepEqual([reason, made], ['FILTERED', null]);
    assert.ok(text.includes(`wants calls with ${part} than were known`), text);
    assert.ok(!/vip|a-7|order/.test(text), text);
    assert.ok(!text.includes('changed since'), text);
  }
  const changed = explainedBy({ filter: { tags: ['gold'] }, updatedAtMs: FIRED_AT_MS + 1 });
  assert.match(changed.text, /The endpoint was changed since/);
  const met = { tags: ['vip'], agentIds: ['a-7'], metadata: { order: '1' } };
  assert.equal(explainedBy({ filter: met }).reason, 'OTHER');
  const later = { filter: { tags: ['gold'] }, createdAtMs: FIRED_AT_MS + 1 };
  assert.equal(explainedBy(later).reason, 'ENDPOINT_CREATED_LATER');
});

test('without a delivery the reason is the one that the rows prove, otherwise OTHER', () => {
  const reason = (endpoint: Partial<Endpoint>) => explained(endpoint)[0]?.reason;
  assert.equal(reason({ createdAtMs: FIRED_AT_MS + 1 }), 'ENDPOINT_CREATED_LATER');
  assert.equal(reason({ deletedAtMs: FIRED_AT_MS }), 'ENDPOINT_DELETED');
  assert.equal(reason({ triggers: ['CALL_LOG_CREATED'] }), 'TRIGGER_NOT_TICKED');
  assert.equal(reason({}), 'OTHER');
  assert.equal(reason({ deletedAtMs: FIRED_AT_MS + 1 }), 'OTHER');
});

test('an event long before its report is judged by the time of the report', () => {
  const call = { direction: 'OUTBOUND' as const };
  const firings = [{ ...FIRING, firedAtMs: 10 }];
  const reports = [{ number: 1, receivedAtMs: FIRED_AT_MS }];
  const timeline = { call, reports, firings, firedTriggers: [FIRING.trigger], deliveries: [] };
  const reason = (endpoint: Partial<Endpoint>, known = timeline) =>
    explain(known, { ...ENDPOINT, ...endpoint }, () => 'due')[0]?.reason;
  // The endpoint existed when the report came, without a subscription.
  assert.equal(reason({ createdAtMs: 500, triggers: [] }), 'TRIGGER_NOT_TICKED');
  assert.equal(reason({ createdAtMs: 500 }), 'OTHER');
  assert.equal(reason({ createdAtMs: FIRED_AT_MS + 1 }), 'ENDPOINT_CREATED_LATER');
  assert.equal(reason({ createdAtMs: 0, deletedAtMs: 500 }), 'ENDPOINT_DELETED');
  assert.equal(reason({ createdAtMs: 500 }, { ...timeline, reports: [] }), 'OTHER');
});

test('ticked triggers that never fired are listed, except of the other direction', () => {
  const triggers = ['OUTBOUND_CALL_BUSY', 'INBOUND_CALL_ERROR', 'CALL_LOG_CREATED'] as const;
  const rest = explained({ triggers }).slice(1);
  assert.deepEqual(
    rest.map(({ trigger, reason }) => [trigger, reason]),
    [
      ['OUTBOUND_CALL_BUSY', 'NOT_FIRED'],
      ['CALL_LOG_CREATED', 'NOT_FIRED'],
    ],
  );
});

test('another endpoint of the call does not count', () => {
  const other = delivery({ endpoint: asKey<EndpointKey>(8) });
  assert.equal(explained({}, [other])[0]?.reason, 'OTHER');
});

test('every state has its sentence', () => {
  const texts = SHOWN_STATES.map((state) => explained({}, [delivery()], state)[0]?.text ?? '');
  assert.equal(new Set(texts).size, SHOWN_STATES.length);
  for (const text of texts) assert.match(text, /\.$/);
});

test('a sentence names attempts, the last answer and what it waits behind', () => {
  const text = (more: Partial<DeliverySummary>, shown: ShownState) =>
    explained({}, [delivery(more)], shown)[0]?.text ?? '';
  assert.match(text({}, 'retrying'), /^2 attempts failed \(last answer HTTP 503\)/);
  assert.match(
    text({ attempts: 1, lastStatus: null, lastError: 'timeout' }, 'exhausted'),
    /after 1 attempt \(last error: timeout\)/,
  );
  assert.match(text({}, 'sending'), /^Attempt 3 /);
  const behind = { key: asKey<DeliveryKey>(2), createdAtMs: 1_000 };
  assert.match(text({ behind }, 'waiting'), /waits behind dlv_/);
  assert.match(text({}, 'waiting'), /behind an earlier delivery/);
});

test('the sentence has the answer in the words of the kind, and what to do', () => {
  const kind = 'email';
  const last = delivery({ lastStatus: 550 });
  assert.match(explained({ kind }, [last], 'rejected')[0]?.text ?? '', /SMTP 550.*text of the ans/);
  assert.match(
    explained({ kind }, [last], 'delivered')[0]?.text ?? '',
    /\(last answer SMTP 550\)\.$/,
  );
});

test('held says whether the endpoint is disabled or failing', () => {
  const text = (enabled: boolean) => explained({ enabled }, [delivery()], 'held')[0]?.text ?? '';
  assert.match(text(false), /disabled/);
  assert.match(text(true), /fails/);
});

test('a trigger that fired before the firings that were read is not called unfired', () => {
  const triggers = ['OUTBOUND_CALL_CLOSING', 'OUTBOUND_CALL_BUSY'] as const;
  const told = explained({ triggers }).slice(1);
  assert.deepEqual(
    told.map(({ trigger, reason }) => [trigger, reason]),
    [
      ['OUTBOUND_CALL_CLOSING', 'OTHER'],
      ['OUTBOUND_CALL_BUSY', 'NOT_FIRED'],
    ],
  );
  assert.match(told[0]?.text ?? '', /fired before the newest firings/);
});
