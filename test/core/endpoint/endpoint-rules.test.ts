/** Which settings an operator may give an endpoint, and the error for each wrong one. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  ENDPOINT_KINDS,
  type EndpointKind,
  isAgent,
  takesPayload,
} from '../../../src/core/endpoint/endpoint.ts';
import {
  PACING_DEFAULTS,
  RETRY_SCHEDULE_MS,
} from '../../../src/core/endpoint/endpoint-defaults.ts';
import { checkEndpoint, type EndpointInput } from '../../../src/core/endpoint/endpoint-rules.ts';
import { TRIGGERS } from '../../../src/core/trigger/trigger.ts';
import { endpointInputOf } from '../given.ts';

function faultsOf(changes: Partial<EndpointInput>): readonly string[] {
  const faults = checkEndpoint(endpointInputOf(changes), { allowHttp: false });
  for (const { message } of faults) assert.match(message, /^[A-Z].*\.$/);
  return faults.map(({ field }) => field);
}

/** An endpoint with every setting that its kind requires, and none that it forbids. */
function ofKind(kind: EndpointKind): Partial<EndpointInput> {
  const targets: Partial<Record<EndpointKind, string | null>> = {
    slack: 'https://hooks.slack.com/services/T/B/x',
    email: 'calls@example.com',
    'builtin-analyzer': null,
    'builtin-evaluator': null,
    pull: null,
  };
  const target = kind in targets ? (targets[kind] ?? null) : 'https://example.com/';
  const auth = takesPayload(kind) ? ({ method: 'rsa-sha256' } as const) : null;
  return { kind, target, auth };
}

test('every kind has settings that keep all rules, defaults among them', () => {
  for (const kind of ENDPOINT_KINDS) {
    const pacing = PACING_DEFAULTS[kind];
    const retryScheduleMs = RETRY_SCHEDULE_MS;
    assert.deepEqual(faultsOf({ ...ofKind(kind), pacing, retryScheduleMs }), [], kind);
  }
});

test('agents are three kinds, receivers of the payload are three', () => {
  const agents = ['builtin-analyzer', 'builtin-evaluator', 'self-provided-agent'];
  assert.deepEqual(ENDPOINT_KINDS.filter(isAgent), agents);
  assert.deepEqual(ENDPOINT_KINDS.filter(takesPayload), ['custom', 'self-provided-agent', 'pull']);
});

describe('name and target', () => {
  test('a name is 1 to 120 characters on one line', () => {
    for (const name of ['', 'x'.repeat(121), 'a\nb'])
      assert.deepEqual(faultsOf({ name }), ['/name']);
    assert.deepEqual(faultsOf({ name: '注文' }), []);
  });

  test('a target keeps the rules of its kind', () => {
    assert.deepEqual(faultsOf({ target: 'http://example.com' }), ['/target']);
    const input = endpointInputOf({ target: 'http://example.com' });
    assert.deepEqual(checkEndpoint(input, { allowHttp: true }), []);
  });
});

describe('authentication', () => {
  test('S7.4: a Custom endpoint has one of two methods, chosen at registration', () => {
    assert.deepEqual(faultsOf({ auth: null }), ['/auth']);
    assert.deepEqual(faultsOf({ auth: { method: 'rsa-sha256' } }), []);
    assert.deepEqual(faultsOf({ auth: { method: 'bearer', token: 'abc' } }), []);
    assert.deepEqual(faultsOf({ auth: { method: 'bearer', token: null } }), []);
  });

  test('S7.4: the same applies to self-provided agents', () => {
    assert.deepEqual(faultsOf({ kind: 'self-provided-agent', auth: null }), ['/auth']);
  });

  test('S7.4: Slack, Teams and Email have no choice', () => {
    for (const kind of ['slack', 'teams', 'email'] as const) {
      const auth = { method: 'rsa-sha256' } as const;
      assert.deepEqual(faultsOf({ ...ofKind(kind), auth }), ['/auth'], kind);
    }
  });

  test('a token beside rsa-sha256 is refused, not ignored', () => {
    const auth = { method: 'rsa-sha256', token: 'abc' } as const;
    assert.deepEqual(faultsOf({ auth }), ['/auth/token']);
    assert.deepEqual(faultsOf({ auth: { ...auth, token: null } }), []);
  });

  test('a bearer token is a b64token of at most 2,048 characters', () => {
    const faultsOfToken = (token: string) => faultsOf({ auth: { method: 'bearer', token } });
    for (const token of ['a', 'A-z0._~+/==', 'x'.repeat(2_048)]) {
      assert.deepEqual(faultsOfToken(token), []);
    }
    for (const token of ['', '=', 'a=b', 'a b', 'a\r\nb', 'ä', 'x'.repeat(2_049)]) {
      assert.deepEqual(faultsOfToken(token), ['/auth/token'], token);
    }
  });
});

describe('triggers', () => {
  test('at least one, each known and ticked once', () => {
    assert.deepEqual(faultsOf({ triggers: [] }), ['/triggers']);
    assert.deepEqual(faultsOf({ triggers: TRIGGERS }), []);
    const triggers = [
      'CALL_LOG_CREATED',
      'INBOUND_CALL_BUSY',
      'CALL_LOG_CREATED',
      'INBOUND_CALL_*',
    ];
    assert.deepEqual(faultsOf({ triggers }), ['/triggers/1', '/triggers/2', '/triggers/3']);
  });

  test('an agent cannot be launched by the end of an agent', () => {
    for (const kind of ENDPOINT_KINDS) {
      const faults = faultsOf({ ...ofKind(kind), triggers: ['ACW_COMPLETED'] });
      assert.deepEqual(faults, isAgent(kind) ? ['/triggers/0'] : [], kind);
    }
  });
});

test('S6.34: a pull endpoint takes no rate and no target', () => {
  const paced = { ...PACING_DEFAULTS.pull, ratePerS: 5 };
  assert.deepEqual(faultsOf({ ...ofKind('pull'), pacing: paced }), ['/pacing/ratePerS']);
  const target = 'https://example.com/';
  assert.deepEqual(faultsOf({ ...ofKind('pull'), target }), ['/target']);
});

describe('what only receivers of the payload may set', () => {
  test('a content key is a plain name that is not taken', () => {
    for (const contentKey of ['content', '_a-1', 'x'.repeat(64), 'message']) {
      assert.deepEqual(faultsOf({ contentKey }), []);
    }
    const wrong = [
      '',
      '1a',
      '-a',
      'a.b',
      'ä',
      'x'.repeat(65),
      'data',
      'errors',
      '__proto__',
      'a\n',
      // A reader would take the text for a value, and masking would take it for an id.
      'callId',
      'callStatus',
      'callSid',
      'clientId',
      'direction',
      'acwAgentId',
      'acwResultId',
      'isError',
      'projectId',
    ];
    for (const contentKey of wrong) assert.deepEqual(faultsOf({ contentKey }), ['/contentKey']);
  });

  test('other kinds have neither a content key nor a signature nor headers', () => {
    for (const kind of ENDPOINT_KINDS.filter((one) => !takesPayload(one))) {
      const headers = [{ name: 'x-a', value: 'b' }];
      const signatureFormat = 'rfc9421';
      const faults = faultsOf({ ...ofKind(kind), contentKey: 'text', signatureFormat, headers });
      assert.deepEqual(faults, ['/contentKey', '/signatureFormat', '/headers'], kind);
    }
  });

  test('a Bearer token has no form of a signature', () => {
    const auth = { method: 'bearer', token: 'abc' } as const;
    assert.deepEqual(faultsOf({ auth }), []);
    assert.deepEqual(faultsOf({ auth, signatureFormat: 'both' }), ['/signatureFormat']);
  });

  test('headers keep their own rules', () => {
    const headers = [{ name: 'host', value: '' }];
    assert.deepEqual(faultsOf({ headers }), ['/headers/0/name', '/headers/0/value']);
  });
});

describe('numbers', () => {
  test('a timeout is 1 to 30 s', () => {
    for (const timeoutMs of [1_000, 30_000]) assert.deepEqual(faultsOf({ timeoutMs }), []);
    for (const timeoutMs of [999, 30_001, 1_500.5, Number.NaN]) {
      assert.deepEqual(faultsOf({ timeoutMs }), ['/timeoutMs']);
    }
  });

  test('a retry schedule has at most 6 entries of 1 s to 6 h; none means one attempt', () => {
    for (const retryScheduleMs of [[], [1_000, 21_600_000]]) {
      assert.deepEqual(faultsOf({ retryScheduleMs }), []);
    }
    const faults = faultsOf({ retryScheduleMs: [999, 1_000, 21_600_001] });
    assert.deepEqual(faults, ['/retryScheduleMs/0', '/retryScheduleMs/2']);
    assert.deepEqual(faultsOf({ retryScheduleMs: Array(7).fill(1_000) }), ['/retryScheduleMs']);
  });

  test('pacing is 0.1 to 1,000 a second or none, burst to 1,000, concurrency to 200', () => {
    const fine = [
      { ratePerS: 0.1, burst: 1, concurrency: 1 },
      { ratePerS: 1_000, burst: 1_000, concurrency: 200 },
    ];
    for (const pacing of fine) assert.deepEqual(faultsOf({ pacing }), []);
    const wrong = [
      { ratePerS: 0, burst: 0, concurrency: 0 },
      { ratePerS: 1_001, burst: 1_001, concurrency: 201 },
      { ratePerS: Number.NaN, burst: 1.5, concurrency: 1.5 },
    ];
    for (const pacing of wrong) {
      const fields = ['/pacing/ratePerS', '/pacing/burst', '/pacing/concurrency'];
      assert.deepEqual(faultsOf({ pacing }), fields);
    }
  });
});
