/**
 * The rules of the specification's sections 1 to 3 that core alone keeps: kinds, payloads,
 * statuses and moves. Sections 4 to 8 are in `specification.test.ts`.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { staleReport } from '../../src/core/call/stale.ts';
import { INTERNAL_STATUSES } from '../../src/core/call/status.ts';
import { ENDPOINT_KINDS } from '../../src/core/endpoint/endpoint.ts';
import { checkEndpoint, isAgent } from '../../src/core/endpoint/endpoint-rules.ts';
import { assembleBody } from '../../src/core/payload/body.ts';
import { ERROR_MESSAGES } from '../../src/core/payload/call-error.ts';
import { runData } from '../../src/core/payload/data.ts';
import { renderFiring } from '../../src/core/payload/render.ts';
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

describe('section 1', () => {
  test('section 1, rule 1: notifications go to Slack, Microsoft Teams, Email and Custom', () => {
    const kinds = ENDPOINT_KINDS.filter((kind) => !isAgent(kind));
    assert.deepEqual(kinds, ['slack', 'teams', 'email', 'custom']);
  });

  test('section 1, rule 2: agents are built-in analyzer and evaluator, and self-provided', () => {
    const kinds = ENDPOINT_KINDS.filter(isAgent);
    assert.deepEqual(kinds, ['builtin-analyzer', 'builtin-evaluator', 'self-provided-agent']);
  });

  test('section 1, rule 3: an endpoint gets the triggers that are enabled on it, no other', () => {
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

  test('section 1, endpoint kinds: built-in agents have no target', () => {
    for (const kind of ['builtin-analyzer', 'builtin-evaluator'] as const) {
      const input = endpointInputOf({ kind, auth: null, target: null });
      assert.deepEqual(checkEndpoint(input, { allowHttp: false }), []);
    }
  });
});

describe('section 2', () => {
  test('section 2, payload: message and data always, errors only when an error occurred', () => {
    const [failed] = received('OUTBOUND', { status: 'ERROR' });
    const [fine] = received('OUTBOUND', { status: 'COMPLETED' });
    assert.deepEqual(Object.keys(failed?.body ?? {}), ['message', 'data', 'errors']);
    assert.deepEqual(Object.keys(fine?.body ?? {}), ['message', 'data']);
  });

  test('section 2, message: header, identification, errors, time, in this order', () => {
    const [failed] = received('OUTBOUND', { status: 'ERROR' });
    const lines = failed?.body.message.split('\n') ?? [];
    assert.equal(lines[0], '[Ringpost] OUTBOUND_CALL_ERROR');
    assert.equal(lines[2], `Call ID: ${CALL_ID}`);
    assert.equal(lines.indexOf('Errors:'), 7);
    assert.equal(lines.at(-1), 'Time: 2026-11-20T11:19:00.125Z');
  });

  test('section 2, contentKey: the key of the display text can be chosen', () => {
    assert.deepEqual(Object.keys(parsed(assembleBody('text', 'x', '{}', null))), ['text', 'data']);
  });

  test('section 2, data: outbound triggers have four keys, empty when absent', () => {
    const [first] = received('OUTBOUND', { status: 'BUSY', callSid: null, clientId: null });
    assert.deepEqual(first?.body.data, {
      callId: CALL_ID,
      callStatus: 'BUSY',
      callSid: '',
      clientId: '',
    });
  });

  test('section 2, data: INBOUND_CALL_* have callId and callStatus only', () => {
    for (const status of ['CALLING', 'CLOSING', 'COMPLETED', 'CONCURRENCY_LIMIT_EXCEEDED']) {
      const [first] = received('INBOUND', { status });
      assert.deepEqual(first?.body.data, { callId: CALL_ID, callStatus: status });
    }
  });

  test('section 2, data: INBOUND_CALL_ERROR has three keys', () => {
    const [first] = received('INBOUND', { status: 'ERROR' });
    assert.deepEqual(Object.keys(first?.body.data ?? {}), ['callId', 'callStatus', 'callSid']);
  });

  test('section 2, data: CALL_LOG_CREATED has all five keys, of both directions', () => {
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

  test('section 2, ACW completion: four keys, isError a string', () => {
    const run = { callId: CALL_ID, acwAgentId: 'ep_1', acwResultId: 'acwr_1', isError: true };
    const firing = { trigger: 'ACW_COMPLETED', data: runData(run), errors: [] } as const;
    const { data } = renderFiring(firing, 'Ringpost', NOW_MS);
    assert.deepEqual(JSON.parse(data), { ...run, isError: 'true' });
  });

  test('section 2, CallError: code, fixed message, and a time with milliseconds and Z', () => {
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

describe('section 3', () => {
  test('section 3, statuses: what ended fires CALL_LOG_CREATED', () => {
    for (const status of OUTBOUND_LOGGED) {
      assert.ok(triggersOf('OUTBOUND', { status }).includes('CALL_LOG_CREATED'), status);
    }
    for (const status of INBOUND_LOGGED) {
      assert.ok(triggersOf('INBOUND', { status }).includes('CALL_LOG_CREATED'), status);
    }
  });

  test('section 3, statuses: ended without a call, in progress and internal ones do not', () => {
    const others = [...OUTBOUND_NOT_PLACED, 'CALLING', 'CLOSING', ...INTERNAL_STATUSES];
    for (const status of others) {
      assert.ok(!triggersOf('OUTBOUND', { status }).includes('CALL_LOG_CREATED'), status);
    }
  });

  test('section 3, statuses: internal ones can appear in data.callStatus', () => {
    const errors = [errorOf('INTERNAL_ERROR')];
    const [first] = received('OUTBOUND', { status: 'DIALING', errors });
    assert.equal(first?.body.data.callStatus, 'DIALING');
  });

  test('section 3, moves: a dialling failure ends as COMPLETED or ERROR, with errors', () => {
    for (const status of ['COMPLETED', 'ERROR']) {
      const errors = [errorOf('CALL_CONNECTION_FAILED')];
      assert.deepEqual(triggersOf('OUTBOUND', { status, errors }), [
        'OUTBOUND_CALL_ERROR',
        'CALL_LOG_CREATED',
      ]);
    }
  });

  test('section 3, moves: an inbound call that goes stale becomes ERROR', () => {
    const call = callOf('INBOUND', { status: 'ACCEPTING' });
    const { answer } = accepted({ call }, staleReport(call));
    assert.equal(answer.callStatus, 'ERROR');
    assert.deepEqual(answer.triggers, ['INBOUND_CALL_ERROR', 'CALL_LOG_CREATED']);
  });

  test('section 3, ordering: the transitions of a call are delivered as they were emitted', () => {
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
