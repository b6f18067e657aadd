/** The demo's verdict fails if something is wrong; otherwise it would be worth nothing. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Arrival, EndpointName } from '../../../examples/demo/receiver.ts';
import {
  CROWD_CALLS,
  JUDGED_CALL,
  type Scenario,
  SIGNED_TRIGGERS,
  SINGLE_CALLS,
  TOKEN_TRIGGERS,
} from '../../../examples/demo/scenario.ts';
import { type Evidence, expectedAt, judgeDemo } from '../../../examples/demo/verdict.ts';
import { parsePayload } from '../../../receiver/src/index.ts';

const TRIGGERS = { signed: SIGNED_TRIGGERS, token: TOKEN_TRIGGERS };
const SCENARIOS = [JUDGED_CALL, ...SINGLE_CALLS, ...CROWD_CALLS];

/** What a service without a fault delivers. */
function faultless(): Arrival[] {
  return SCENARIOS.flatMap((scenario) =>
    (['signed', 'token'] as const).flatMap((name) => arrivalsOf(scenario, name)),
  );
}

function arrivalsOf(scenario: Scenario, endpoint: EndpointName): Arrival[] {
  return expectedAt({ triggers: TRIGGERS }, endpoint, scenario).flatMap((expected, at) => {
    const { event, callStatus, errors } = expected;
    const { callId } = scenario;
    const direction = event.startsWith('INBOUND') ? 'INBOUND' : 'OUTBOUND';
    const work = { callId, acwAgentId: `ep_${at}`, acwResultId: `acwr_${at}`, isError: 'false' };
    const call = { callId, callStatus, callSid: '', clientId: '', direction };
    const body = {
      message: event,
      data: event === 'ACW_COMPLETED' ? work : call,
      ...(errors.length === 0
        ? {}
        : { errors: errors.map((code) => ({ code, message: '', timestamp: '' })) }),
    };
    const parsed = parsePayload(JSON.stringify(body), event);
    if (parsed.kind !== 'payload') assert.fail(parsed.detail);
    const failures = endpoint === 'signed' && at === 0 ? scenario.failures : 0;
    return Array.from({ length: failures + 1 }, (_, tries): Arrival => {
      const status = tries < failures ? 503 : 204;
      return {
        endpoint,
        status,
        atMs: 0,
        reason: null,
        order: status === 204 ? 'handled' : null,
        webhook: {
          kind: 'valid',
          webhookId: `${callId} ${at}`,
          endpointId: endpoint,
          event,
          attempt: tries + 1,
          sequence: at + 1,
          reopened: false,
          runId: null,
          identity: 'signed',
          payload: parsed.payload,
        },
      };
    });
  });
}

function faultyParts(arrivals: readonly Arrival[], more: Partial<Evidence> = {}): number[] {
  const states = new Map(SCENARIOS.map(({ callId }) => [callId, ['delivered']]));
  const evidence = { scenarios: SCENARIOS, triggers: TRIGGERS, arrivals, states, ...more };
  return judgeDemo(evidence).flatMap(({ ok }, at) => (ok ? [] : [at]));
}

const [SIGNED, TOKEN, ORDER, PROOF, ONCE, RETRIED, SETTLED] = [0, 1, 2, 3, 4, 5, 6];

test('right webhooks pass', () => {
  assert.deepEqual(faultyParts(faultless()), []);
});

test('no webhooks do not pass', () => {
  assert.deepEqual(faultyParts([]), [SIGNED, TOKEN, RETRIED]);
});

test('one missing webhook is found, with its endpoint', () => {
  const last = faultless().slice(0, -1);
  assert.deepEqual(faultyParts(last), [TOKEN]);
});

test('two webhooks of one call in the wrong order are found', () => {
  const [first, second, ...rest] = faultless();
  if (first === undefined || second === undefined) assert.fail();
  assert.deepEqual(faultyParts([second, first, ...rest]), [SIGNED, ORDER]);
});

test('a refused request is found', () => {
  const refused: Arrival = {
    endpoint: 'token',
    status: 401,
    atMs: 0,
    webhook: null,
    order: null,
    reason: 'bearer-mismatch',
  };
  assert.deepEqual(faultyParts([...faultless(), refused]), [PROOF]);
});

test('a doubled webhook is found', () => {
  const all = faultless();
  const copy = all.at(-1);
  if (copy === undefined) assert.fail();
  assert.deepEqual(faultyParts([...all, { ...copy, order: 'duplicate' }]), [TOKEN, ORDER, ONCE]);
});

test('a wrong status or a missing error code is found', () => {
  const wrong = SCENARIOS.map((scenario) => ({
    ...scenario,
    expected: scenario.expected.map((each) => ({ ...each, errors: [] })),
  }));
  assert.deepEqual(faultyParts(faultless(), { scenarios: wrong }), [SIGNED, TOKEN]);
});

test('a failing receiver that got too few attempts, or was overtaken, is found', () => {
  const isRetry = ({ status }: Arrival) => status === 503;
  const once = faultless().filter(
    (each, at, all) => !(isRetry(each) && isRetry(all[at + 1] ?? each)),
  );
  assert.deepEqual(faultyParts(once), [RETRIED]);
  assert.deepEqual(faultyParts(faultless().filter((each) => !isRetry(each))), [RETRIED]);
});

test('a delivery that the service has not settled is found', () => {
  const states = new Map(SCENARIOS.map(({ callId }) => [callId, ['delivered', 'retrying']]));
  assert.deepEqual(faultyParts(faultless(), { states }), [SETTLED]);
});
