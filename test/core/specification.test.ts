/**
 * The rules of the specification that core alone keeps, as a receiver or an operator would state
 * them: answers, authentication, triggers, errors, retries, order. Payloads and statuses are in
 * `specification-payload.test.ts`. The details of each rule are tested beside its file; rules that
 * need sockets, a store or a clock are tested with those.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Report } from '../../src/core/call/report.ts';
import { staleReport } from '../../src/core/call/stale.ts';
import type { Direction } from '../../src/core/call/status.ts';
import { judge, type SendResult } from '../../src/core/delivery/outcome.ts';
import { nextState } from '../../src/core/delivery/state.ts';
import { RETRY_SCHEDULE_MS } from '../../src/core/endpoint/endpoint-defaults.ts';
import { checkEndpoint } from '../../src/core/endpoint/endpoint-rules.ts';
import { ERROR_CODES, ERROR_MESSAGES } from '../../src/core/payload/call-error.ts';
import { runData } from '../../src/core/payload/render.ts';
import {
  accepted,
  CALL_ID,
  callOf,
  endpointInputOf,
  errorOf,
  NOW_MS,
  subscriptionOf,
} from './given.ts';
import { dataOf, INBOUND_LOGGED, OUTBOUND_LOGGED, received, triggersOf } from './received.ts';

describe('receivers', () => {
  function outcomeOf(status: number): string {
    const result = { kind: 'response', status, retryAfter: null, excerpt: null, durationMs: 1 };
    return judge({ ...result, kind: 'response' }, { kind: 'custom', retryOther4xx: false }, NOW_MS)
      .outcome;
  }

  test('S6.8: any 2xx is success, 3xx an error', () => {
    for (const status of [200, 201, 202, 204, 299]) assert.equal(outcomeOf(status), 'delivered');
    for (const status of [301, 302, 304, 307, 308]) assert.equal(outcomeOf(status), 'rejected');
  });

  test('S6.11: an attempt without a 2xx is retried with exponential back-off', () => {
    const timeout: SendResult = { kind: 'error', error: 'timeout', detail: '', durationMs: 1 };
    const dues = [0, 1, 2, 3, 4, 5].map((failures) => {
      const next = nextState({
        verdict: judge(timeout, { kind: 'custom', retryOther4xx: false }, NOW_MS),
        failures,
        manual: false,
        resumeState: null,
        resumeAtMs: null,
        lastAttemptAtMs: null,
        schedule: RETRY_SCHEDULE_MS,
        nowMs: NOW_MS,
        fraction: 0,
      });
      return next.state === 'retrying' ? next.dueAtMs - NOW_MS : 0;
    });
    for (const [index, delayMs] of dues.slice(1).entries()) {
      assert.equal(delayMs, (dues[index] ?? 0) * 3);
    }
    for (const status of [408, 429, 500, 503, 599]) assert.equal(outcomeOf(status), 'retryable');
  });

  test('S4.3: errors are present and non-empty exactly when there is an error', () => {
    const [dialFailed] = received('OUTBOUND', {
      status: 'COMPLETED',
      errors: [errorOf('CALL_CONNECTION_FAILED')],
    });
    // By the status alone the call would have gone well.
    assert.equal(dialFailed?.body.data.callStatus, 'COMPLETED');
    assert.equal(dialFailed?.body.errors?.length, 1);
    for (const { body } of received('OUTBOUND', { status: 'COMPLETED' })) {
      assert.ok(!('errors' in body));
    }
  });

  test('S3.9: two triggers of one transition are two deliveries of one call', () => {
    const both = subscriptionOf(1, ['OUTBOUND_CALL_COMPLETED', 'CALL_LOG_CREATED']);
    const { firings } = accepted(
      { subscriptions: [both] },
      { direction: 'OUTBOUND', status: 'COMPLETED' },
    );
    assert.deepEqual(
      firings.map(({ data, deliveries }) => [dataOf(data).callId, deliveries.length]),
      [
        [CALL_ID, 1],
        [CALL_ID, 1],
      ],
    );
  });

  test('S3.10: CALL_LOG_CREATED fires although no call log may ever exist', () => {
    const noLog: readonly (readonly [Direction, Partial<Report>])[] = [
      ['OUTBOUND', { status: 'BUSY' }],
      ['OUTBOUND', { status: 'UNREACHABLE' }],
      ['OUTBOUND', { status: 'COMPLETED', errors: [errorOf('CALL_CONNECTION_FAILED')] }],
      ['INBOUND', staleReport(callOf('INBOUND'))],
    ];
    for (const [direction, report] of noLog) {
      assert.equal(triggersOf(direction, report).at(-1), 'CALL_LOG_CREATED');
    }
  });

  test('S3.11: one call can bring one, two or more notifications', () => {
    const count = (status: string) => triggersOf('OUTBOUND', { status }).length;
    assert.deepEqual(['CANCELED', 'COMPLETED'].map(count), [1, 2]);
    const call = callOf('OUTBOUND', { status: 'COMPLETED' });
    const late = accepted({ call }, { errors: [errorOf('CALL_RESULT_PROCESSING_FAILED')] });
    assert.deepEqual(late.answer.triggers, ['OUTBOUND_CALL_ERROR']);
  });
});

describe('authentication', () => {
  function authFields(changes: Parameters<typeof endpointInputOf>[0]): readonly string[] {
    return checkEndpoint(endpointInputOf(changes), { allowHttp: false }).map(({ field }) => field);
  }

  test('S7.4: a Custom endpoint chooses a Bearer token or an RSA signature', () => {
    assert.deepEqual(authFields({ auth: { method: 'bearer', token: 't' } }), []);
    assert.deepEqual(authFields({ auth: { method: 'rsa-sha256' } }), []);
    assert.deepEqual(authFields({ auth: null }), ['/auth']);
  });

  test('S7.4: a self-provided agent chooses one of the two as well', () => {
    const kind = 'self-provided-agent';
    assert.deepEqual(authFields({ kind, auth: { method: 'bearer', token: 't' } }), []);
    assert.deepEqual(authFields({ kind, auth: null }), ['/auth']);
  });

  test('S7.4: Slack, Teams and Email have no choice', () => {
    const targets = {
      slack: 'https://hooks.slack.com/services/T/B/x',
      teams: 'https://prod-1.logic.azure.com/workflows/1',
      email: 'a@b.example',
    };
    for (const kind of ['slack', 'teams', 'email'] as const) {
      const target = targets[kind];
      assert.deepEqual(authFields({ kind, target, auth: null }), []);
      assert.deepEqual(authFields({ kind, target, auth: { method: 'rsa-sha256' } }), ['/auth']);
    }
  });
});

describe('triggers', () => {
  test('S3.7: CALL_LOG_CREATED fires on a transition, never on errors alone', () => {
    assert.equal(triggersOf('OUTBOUND', { status: 'COMPLETED' }).at(-1), 'CALL_LOG_CREATED');
    const call = callOf('OUTBOUND', { status: 'COMPLETED' });
    const again = accepted({ call }, { status: 'COMPLETED' });
    const late = accepted({ call }, { errors: [errorOf('INTERNAL_ERROR')] });
    assert.deepEqual(again.answer.triggers, []);
    assert.deepEqual(late.answer.triggers, ['OUTBOUND_CALL_ERROR']);
  });

  test('S3.8: CALL_LOG_CREATED says which of the final statuses it is', () => {
    for (const status of OUTBOUND_LOGGED) {
      const last = received('OUTBOUND', { status }).at(-1);
      assert.equal(last?.body.data.callStatus, status);
    }
    for (const status of INBOUND_LOGGED) {
      const last = received('INBOUND', { status }).at(-1);
      assert.equal(last?.body.data.callStatus, status);
    }
  });

  test('S3.9: CALL_LOG_CREATED coexists with the trigger of the status', () => {
    assert.deepEqual(triggersOf('OUTBOUND', { status: 'NO_RESPONSE' }), [
      'OUTBOUND_CALL_NO_RESPONSE',
      'CALL_LOG_CREATED',
    ]);
  });

  test('S6.2: deliveries of one call have one order at each endpoint', () => {
    const subscriptions = [subscriptionOf(1), subscriptionOf(2, ['CALL_LOG_CREATED'])];
    const { firings, lanes } = accepted(
      { subscriptions, lanes: { '1': 7 } },
      { direction: 'INBOUND', status: 'COMPLETED' },
    );
    const places = firings.map(({ deliveries }) =>
      deliveries.map(({ endpoint, sequence }) => `${endpoint}:${sequence}`),
    );
    assert.deepEqual(places, [['1:8'], ['1:9', '2:1']]);
    assert.deepEqual(lanes, { '1': 9, '2': 1 });
  });

  test('S4.6: the end of an agent fires with its four keys', () => {
    const run = { callId: CALL_ID, acwAgentId: 'ep_1', acwResultId: 'acwr_1', isError: false };
    const keys = runData(run).map(([key]) => key);
    assert.deepEqual(keys, ['callId', 'acwAgentId', 'acwResultId', 'isError']);
  });
});

describe('errors', () => {
  test('S4.11: seven codes, each with its fixed message', () => {
    assert.deepEqual(ERROR_CODES, [
      'CALL_NOT_PERMITTED',
      'CALL_CONNECTION_FAILED',
      'CALL_INTERRUPTED',
      'CALL_RESULT_PROCESSING_FAILED',
      'ANALYZER_FAILED',
      'INTERNAL_ERROR',
      'UNKNOWN_ERROR',
    ]);
    const message = 'Failed to initiate or connect the call.';
    assert.equal(ERROR_MESSAGES.CALL_CONNECTION_FAILED, message);
  });

  test('S5.4: each error is a line of its code in brackets and its message', () => {
    const errors = [errorOf('CALL_INTERRUPTED'), errorOf('INTERNAL_ERROR')];
    const [first] = received('INBOUND', { status: 'ERROR', errors });
    const lines = first?.body.message.split('\n') ?? [];
    const start = lines.indexOf('Errors:');
    assert.deepEqual(lines.slice(start + 1, start + 3), [
      '[CALL_INTERRUPTED] The call was interrupted before it finished.',
      '[INTERNAL_ERROR] An internal error occurred.',
    ]);
  });
});

describe('retries and order', () => {
  test('S6.11: up to 6 after a failed delivery', () => {
    const timeout: SendResult = { kind: 'error', error: 'timeout', detail: '', durationMs: 1 };
    let failures = 0;
    let attempts = 0;
    let state = 'due';
    while (state !== 'exhausted' && attempts < 100) {
      attempts += 1;
      const next = nextState({
        verdict: judge(timeout, { kind: 'custom', retryOther4xx: false }, NOW_MS),
        failures,
        manual: false,
        resumeState: null,
        resumeAtMs: null,
        lastAttemptAtMs: null,
        schedule: RETRY_SCHEDULE_MS,
        nowMs: NOW_MS,
        fraction: 0.5,
      });
      ({ state, failures } = next);
    }
    assert.equal(attempts, 7);
  });

  test('S6.2: lanes of different calls are independent', () => {
    const subscriptions = [subscriptionOf(1)];
    const report = { direction: 'OUTBOUND', status: 'CALLING' } as const;
    const one = accepted({ subscriptions, callId: 'a' }, report);
    const two = accepted({ subscriptions, callId: 'b' }, report);
    assert.deepEqual([one.lanes, two.lanes], [{ '1': 1 }, { '1': 1 }]);
  });
});
