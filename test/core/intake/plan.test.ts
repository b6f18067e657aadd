/** Steps 3 to 6 together: what one report writes, and its answer. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { CallFacts } from '../../../src/core/call/facts.ts';
import type { EndpointFilter } from '../../../src/core/endpoint/filter.ts';
import { CALL_REPORTS_MAX, planReport, type Subscription } from '../../../src/core/intake/plan.ts';
import {
  accepted,
  CALL_ID,
  callOf,
  contextOf,
  errorOf,
  NOW_MS,
  reportOf,
  subscriptionOf,
} from '../given.ts';

const COMPLETED = { status: 'COMPLETED', direction: 'OUTBOUND' } as const;

describe('the answer', () => {
  test('to a report that moved the call: applied, with what fired', () => {
    assert.deepEqual(accepted({}, COMPLETED).answer, {
      callId: CALL_ID,
      applied: true,
      callStatus: 'COMPLETED',
      triggers: ['OUTBOUND_CALL_COMPLETED', 'CALL_LOG_CREATED'],
    });
  });

  test('to a report that did not: the reason, and the status that stays', () => {
    const call = callOf('OUTBOUND', { status: 'COMPLETED' });
    assert.deepEqual(accepted({ call }, { status: 'CALLING' }).answer, {
      callId: CALL_ID,
      applied: false,
      reason: 'TERMINAL',
      callStatus: 'COMPLETED',
      triggers: [],
    });
  });

  test('to an errors-only report: applied, with the unchanged status', () => {
    const { answer, firings } = accepted(
      { subscriptions: [subscriptionOf(1)] },
      { direction: 'INBOUND', errors: [errorOf('INTERNAL_ERROR')] },
    );
    assert.deepEqual(answer, {
      callId: CALL_ID,
      applied: true,
      callStatus: null,
      triggers: ['INBOUND_CALL_ERROR'],
    });
    assert.equal(firings[0]?.data, `{"callId":"${CALL_ID}","callStatus":"","callSid":""}`);
  });

  test('to a contradiction: refused, nothing to write', () => {
    const plan = planReport(contextOf(), reportOf({ status: 'CALLING' }));
    assert.ok(plan.kind === 'refused' && plan.code === 'DIRECTION_REQUIRED');
  });
});

describe('a report id', () => {
  const report = reportOf({ ...COMPLETED, reportId: 'r1', errors: [errorOf('INTERNAL_ERROR')] });
  const { answer, fingerprint } = accepted({}, report);

  test('with the same content gets the first answer again', () => {
    const plan = planReport(contextOf({ earlier: { fingerprint, answer } }), { ...report });
    assert.deepEqual(plan, { kind: 'repeated', answer });
  });

  test('with any other content is refused', () => {
    const changes = [
      { status: 'BUSY' },
      { direction: null },
      { callSid: '' },
      { clientId: 'x' },
      { errors: [] },
      { errors: [errorOf('INTERNAL_ERROR', { message: 'm' })] },
      { errors: [errorOf('INTERNAL_ERROR', { atMs: 1 })] },
      { occurredAtMs: 1 },
    ];
    for (const change of changes) {
      const earlier = { fingerprint, answer };
      const plan = planReport(contextOf({ earlier }), { ...report, ...change });
      assert.ok(plan.kind === 'refused', JSON.stringify(change));
      assert.deepEqual([plan.code, plan.field], ['REPORT_ID_REUSED', '/reportId']);
    }
  });
});

describe('the time of a firing', () => {
  function firedAt(occurredAtMs: number | null): number | undefined {
    return accepted({}, { ...COMPLETED, occurredAtMs }).firings[0]?.firedAtMs;
  }

  test('is the time of the platform if it is plausible', () => {
    assert.equal(firedAt(NOW_MS - 86_400_000), NOW_MS - 86_400_000);
    assert.equal(firedAt(NOW_MS + 300_000), NOW_MS + 300_000);
  });

  test('is the time of receipt without one, or if a clock is wrong', () => {
    for (const atMs of [null, 0, NOW_MS + 300_001]) assert.equal(firedAt(atMs), NOW_MS);
  });
});

describe('a filter', () => {
  const wants = (key: number, filter: EndpointFilter) => ({ ...subscriptionOf(key), filter });
  const reached = (
    subscriptions: readonly Subscription[],
    facts: Partial<CallFacts>,
    lanes: Readonly<Record<string, number>> = {},
  ) =>
    accepted(
      { subscriptions, lanes },
      { status: 'CALLING', direction: 'OUTBOUND', facts },
    ).firings.map(({ deliveries }) =>
      deliveries.map(({ endpoint, sequence }) => [Number(endpoint), sequence]),
    );

  test('S3.16: only calls that meet every part are wanted, by facts of the same report', () => {
    const subscriptions = [
      wants(1, { direction: 'OUTBOUND', tags: ['vip', 'gold'] }),
      wants(2, { direction: 'INBOUND' }),
      wants(3, { agentIds: ['a-7'], queues: ['support'] }),
      wants(4, { metadata: { region: 'emea' } }),
      subscriptionOf(5),
    ];
    const facts = { tags: ['vip'], agentId: 'a-7', queue: 'sales', metadata: { region: 'emea' } };
    assert.deepEqual(reached(subscriptions, facts), [
      [
        [1, 1],
        [4, 1],
        [5, 1],
      ],
    ]);
  });

  test('S3.16: a call that is not wanted takes no place in the lane', () => {
    const lanes = { '1': 4, '2': 7 };
    const subscriptions = [wants(1, { tags: ['vip'] }), subscriptionOf(2)];
    assert.deepEqual(reached(subscriptions, {}, lanes), [[[2, 8]]]);
    assert.deepEqual(reached(subscriptions, { tags: ['vip'] }, lanes), [
      [
        [1, 5],
        [2, 8],
      ],
    ]);
  });

  test('S3.16: facts known before the report count too', () => {
    const call = callOf('OUTBOUND', { status: 'CALLING', facts: { tags: ['vip'] } });
    const subscriptions = [wants(1, { tags: ['vip'] })];
    const { firings } = accepted({ call, subscriptions }, { status: 'BUSY' });
    assert.deepEqual(
      firings.map(({ deliveries }) => deliveries.length),
      [1, 1],
    );
  });
});

describe('the deliveries', () => {
  test('come in subscription order, each at the next place of its lane', () => {
    const { firings, lanes } = accepted(
      {
        lanes: { '1': 4, '9': 2 },
        subscriptions: [
          { ...subscriptionOf(3, ['CALL_LOG_CREATED'], 'text'), agent: true },
          subscriptionOf(1),
          subscriptionOf(2, ['OUTBOUND_CALL_BUSY']),
        ],
      },
      COMPLETED,
    );
    const plain = { bodyForm: 'message', agent: false };
    assert.deepEqual(
      firings.map(({ trigger, deliveries }) => [trigger, deliveries]),
      [
        ['OUTBOUND_CALL_COMPLETED', [{ endpoint: 1, sequence: 5, ...plain }]],
        [
          'CALL_LOG_CREATED',
          [
            { endpoint: 3, sequence: 1, bodyForm: 'text', agent: true },
            { endpoint: 1, sequence: 6, ...plain },
          ],
        ],
      ],
    );
    assert.deepEqual(lanes, { '1': 6, '3': 1, '9': 2 });
  });

  test('a firing without a subscription is kept for the timeline', () => {
    const { firings, lanes } = accepted({ lanes: { '1': 4 } }, COMPLETED);
    assert.equal(firings.length, 2);
    assert.deepEqual(
      firings.flatMap(({ deliveries }) => deliveries),
      [],
    );
    assert.deepEqual(lanes, { '1': 4 });
  });

  test('the context is not changed', () => {
    const lanes = Object.freeze({ '1': 4 });
    accepted({ lanes, subscriptions: [subscriptionOf(1)] }, COMPLETED);
    assert.deepEqual(lanes, { '1': 4 });
  });
});

describe('the bound of reports of one call', () => {
  const call = callOf('OUTBOUND', { status: 'CALLING', wasInProgress: true });

  test('refuses later reports', () => {
    accepted({ call, reports: CALL_REPORTS_MAX - 1 }, { status: 'CALLING' });
    for (const status of ['CALLING', 'CLOSING', 'EXPIRED']) {
      const context = contextOf({ call, reports: CALL_REPORTS_MAX });
      const plan = planReport(context, reportOf({ status }));
      assert.ok(plan.kind === 'refused' && plan.code === 'LIMIT_REACHED', status);
    }
  });

  test('permits only the report that ends the call', () => {
    const { call: ended } = accepted({ call, reports: CALL_REPORTS_MAX }, COMPLETED);
    const context = contextOf({ call: ended, reports: CALL_REPORTS_MAX + 1 });
    const plan = planReport(context, reportOf(COMPLETED));
    assert.ok(plan.kind === 'refused' && plan.code === 'LIMIT_REACHED');
  });
});
