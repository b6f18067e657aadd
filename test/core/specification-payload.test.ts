/**
 * The rules of S1 and S4, and of kinds of endpoints (S12.9), that core alone keeps: kinds,
 * payloads, statuses and moves. What a receiver may rely on is in `specification.test.ts`.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { staleReport } from '../../src/core/call/stale.ts';
import { INTERNAL_STATUSES } from '../../src/core/call/status.ts';
import { ENDPOINT_KINDS, isAgent } from '../../src/core/endpoint/endpoint.ts';
import { checkEndpoint } from '../../src/core/endpoint/endpoint-rules.ts';
import { ERROR_MESSAGES } from '../../src/core/payload/call-error.ts';
import { assembleBody, renderFiring, runData } from '../../src/core/payload/render.ts';
import {
  accepted,
  CALL_ID,
  callOf,
  endpointInputOf,
  errorOf,
  NOW_MS,
  subscriptionOf,
} from './given.ts';
import {
  INBOUND_LOGGED,
  OUTBOUND_LOGGED,
  OUTBOUND_NOT_PLACED,
  parsed,
  received,
  triggersOf,
} from './received.ts';

describe('kinds of endpoints', () => {
  test('S12.9: notifications go to Slack, Microsoft Teams, Email, Custom and pull', () => {
    const kinds = ENDPOINT_KINDS.filter((kind) => !isAgent(kind));
    assert.deepEqual(kinds, ['slack', 'teams', 'email', 'custom', 'pull']);
  });

  test('S12.9: agents are built-in analyzer and evaluator, and self-provided', () => {
    const kinds = ENDPOINT_KINDS.filter(isAgent);
    assert.deepEqual(kinds, ['builtin-analyzer', 'builtin-evaluator', 'self-provided-agent']);
  });

  test('S3.12: an endpoint gets the triggers that are enabled on it, no other', () => {
    const { firings } = accepted(
      { subscriptions: [subscriptionOf(1, ['CALL_LOG_CREATED'])] },
      { direction: 'OUTBOUND', status: 'COMPLETED' },
    );
    assert.deepEqual(
      firings.map(({ trigger, deliveries }) => [trigger, deliveries.length]),
      [
        ['OUTBOUND_CALL_COMPLETED', 0],
        ['CALL_LOG_CREATED', 1],
      ],
    );
  });

  test('S7.19: built-in agents have no target', () => {
    for (const kind of ['builtin-analyzer', 'builtin-evaluator'] as const) {
      const input = endpointInputOf({ kind, auth: null, target: null });
      assert.deepEqual(checkEndpoint(input, { allowHttp: false }), []);
    }
  });
});

describe('payloads', () => {
  test('S4.1: message and data always, errors only when an error occurred', () => {
    const [failed] = received('OUTBOUND', { status: 'ERROR' });
    const [fine] = received('OUTBOUND', { status: 'COMPLETED' });
    assert.deepEqual(Object.keys(failed?.body ?? {}), ['message', 'data', 'errors']);
    assert.deepEqual(Object.keys(fine?.body ?? {}), ['message', 'data']);
  });

  test('S5.1: the text has header, values, errors and time, in this order', () => {
    const [failed] = received('OUTBOUND', { status: 'ERROR' });
    const lines = failed?.body.message.split('\n') ?? [];
    assert.equal(lines[0], '[Ringpost] OUTBOUND_CALL_ERROR');
    assert.equal(lines[2], `Call ID: ${CALL_ID}`);
    assert.equal(lines.indexOf('Errors:'), 7);
    assert.equal(lines.at(-1), 'Time: 2026-11-20T11:19:00.125Z');
  });

  test('S5.8: the key of the display text can be chosen', () => {
    assert.deepEqual(Object.keys(parsed(assembleBody('text', 'x', '{}', null))), ['text', 'data']);
  });

  test('S4.6: outbound triggers have four keys, empty when absent', () => {
    const [first] = received('OUTBOUND', { status: 'BUSY', callSid: null, clientId: null });
    assert.deepEqual(first?.body.data, {
      callId: CALL_ID,
      callStatus: 'BUSY',
      callSid: '',
      clientId: '',
    });
  });

  test('S4.6: INBOUND_CALL_* have callId and callStatus only', () => {
    for (const status of ['CALLING', 'CLOSING', 'COMPLETED', 'CONCURRENCY_LIMIT_EXCEEDED']) {
      const [first] = received('INBOUND', { status });
      assert.deepEqual(first?.body.data, { callId: CALL_ID, callStatus: status });
    }
  });

  test('S4.6: INBOUND_CALL_ERROR has three keys', () => {
    const [first] = received('INBOUND', { status: 'ERROR' });
    assert.deepEqual(Object.keys(first?.body.data ?? {}), ['callId', 'callStatus', 'callSid']);
  });

  test('S4.6: CALL_LOG_CREATED has all five keys, of both directions', () => {
    for (const direction of ['OUTBOUND', 'INBOUND'] as const) {
      const [, second] = received(direction, { status: 'COMPLETED', clientId: null });
      assert.deepEqual(second?.body.data, {
        callId: CALL_ID,
        callStatus: 'COMPLETED',
        callSid: 'CA1',
        clientId: '',
        direction,
      });
    }
  });

  test('S4.6: ACW_COMPLETED has four keys, isError a string', () => {
    const run = { callId: CALL_ID, acwAgentId: 'ep_1', acwResultId: 'acwr_1', isError: true };
    const firing = { trigger: 'ACW_COMPLETED', data: runData(run), errors: [] } as const;
    const { data } = renderFiring(firing, 'Ringpost', NOW_MS);
    assert.deepEqual(JSON.parse(data), { ...run, isError: 'true' });
  });

  test('S4.9: an error has code, fixed message, and a time with milliseconds and Z', () => {
    const [first] = received('OUTBOUND', {
      status: 'ERROR',
      errors: [errorOf('CALL_NOT_PERMITTED', { message: 'their own words', atMs: NOW_MS - 125 })],
    });
    assert.deepEqual(first?.body.errors, [
      {
        code: 'CALL_NOT_PERMITTED',
        message: ERROR_MESSAGES.CALL_NOT_PERMITTED,
        timestamp: '2026-11-20T11:19:00.000Z',
      },
    ]);
  });
});

describe('statuses and moves', () => {
  test('S3.7: a call that ended fires CALL_LOG_CREATED', () => {
    for (const status of OUTBOUND_LOGGED) {
      assert.ok(triggersOf('OUTBOUND', { status }).includes('CALL_LOG_CREATED'), status);
    }
    for (const status of INBOUND_LOGGED) {
      assert.ok(triggersOf('INBOUND', { status }).includes('CALL_LOG_CREATED'), status);
    }
  });

  test('S3.7: an end without a call, and statuses before the end, do not', () => {
    const others = [...OUTBOUND_NOT_PLACED, 'CALLING', 'CLOSING', ...INTERNAL_STATUSES];
    for (const status of others) {
      assert.ok(!triggersOf('OUTBOUND', { status }).includes('CALL_LOG_CREATED'), status);
    }
  });

  test('S1.4: internal statuses can appear in data.callStatus', () => {
    const errors = [errorOf('INTERNAL_ERROR')];
    const [first] = received('OUTBOUND', { status: 'DIALING', errors });
    assert.equal(first?.body.data.callStatus, 'DIALING');
  });

  test('S1.12: a call that cannot be dialled ends as COMPLETED or ERROR, with errors', () => {
    for (const status of ['COMPLETED', 'ERROR']) {
      const errors = [errorOf('CALL_CONNECTION_FAILED')];
      assert.deepEqual(triggersOf('OUTBOUND', { status, errors }), [
        'OUTBOUND_CALL_ERROR',
        'CALL_LOG_CREATED',
      ]);
    }
  });

  test('S1.15: an inbound call that goes stale becomes ERROR', () => {
    const call = callOf('INBOUND', { status: 'ACCEPTING' });
    const { answer } = accepted({ call }, staleReport(call));
    assert.equal(answer.callStatus, 'ERROR');
    assert.deepEqual(answer.triggers, ['INBOUND_CALL_ERROR', 'CALL_LOG_CREATED']);
  });

  test('S6.1: the transitions of a call are delivered as they were emitted', () => {
    const subscriptions = [subscriptionOf(1)];
    const calling = accepted({ subscriptions }, { direction: 'OUTBOUND', status: 'CALLING' });
    const completed = accepted(
      { subscriptions, call: calling.call, lanes: calling.lanes },
      { status: 'COMPLETED' },
    );
    const places = [...calling.firings, ...completed.firings].map(({ trigger, deliveries }) => [
      trigger,
      deliveries[0]?.sequence,
    ]);
    assert.deepEqual(places, [
      ['OUTBOUND_CALL_CALLING', 1],
      ['OUTBOUND_CALL_COMPLETED', 2],
      ['CALL_LOG_CREATED', 3],
    ]);
  });
});
