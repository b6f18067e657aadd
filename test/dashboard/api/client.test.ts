/** Requests to the service, and how failures are reported. Over a real socket. */
import assert from 'node:assert/strict';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { createClient, queryText } from '../../../dashboard/src/api/client.ts';
import { ApiFailure, failureOf, isOnTheWay } from '../../../dashboard/src/api/failure.ts';

interface Reply {
  readonly status: number;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

async function setup(t: TestContext, reply: Reply) {
  const asked: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    asked.push(request);
    response.writeHead(reply.status, { connection: 'close', ...reply.headers });
    response.end(reply.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  // A server that listens on a port has an address of this form.
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/calls/`;
  let signedOut = 0;
  const onSignedOut = (): void => {
    signedOut += 1;
  };
  return {
    asked,
    base,
    client: createClient({ base, project: 'prj_1', onSignedOut }),
    signedOut: () => signedOut,
  };
}

async function failureFrom(promise: Promise<unknown>): Promise<ApiFailure> {
  const error: unknown = await promise.then(
    () => null,
    (cause: unknown) => cause,
  );
  assert.ok(error instanceof ApiFailure, String(error));
  return error;
}

test('a request names its project, below the base, with lists repeated', async (t) => {
  const { client, asked } = await setup(t, { status: 200, body: '{"data":[]}' });
  await client.get('v1/calls', { query: { state: ['a', 'b'], limit: 5, none: undefined } });
  assert.equal(asked[0]?.url, '/calls/v1/calls?state=a&state=b&limit=5');
  assert.equal(asked[0]?.headers['ringpost-project'], 'prj_1');
});

test('a refusal keeps code, request id, fields and how long to wait', async (t) => {
  const problem = {
    code: 'INVALID_INPUT',
    detail: 'The body breaks a rule.',
    requestId: 'req_1',
    errors: [{ field: '/auth/token', message: 'Too short.' }, { field: 5 }],
  };
  const { client } = await setup(t, {
    status: 422,
    body: JSON.stringify(problem),
    headers: { 'retry-after': '7' },
  });
  const failure = await failureFrom(client.post('v1/endpoints', {}));
  assert.deepEqual(
    [failure.status, failure.code, failure.requestId, failure.retryAfterS, failure.message],
    [422, 'INVALID_INPUT', 'req_1', 7, 'The body breaks a rule.'],
  );
  assert.deepEqual(failure.fields, [{ field: '/auth/token', message: 'Too short.' }]);
});

test('a session that ended is told once per request', async (t) => {
  const { client, signedOut } = await setup(t, { status: 401, body: '{}' });
  await failureFrom(client.get('v1/session'));
  assert.equal(signedOut(), 1);
});

test('no server is a failure of its own, and so is an answer that takes too long', async (t) => {
  const { client, base } = await setup(t, { status: 200, body: '' });
  const gone = createClient({ base: base.replace(/:\d+/, ':1'), project: null });
  assert.equal((await failureFrom(gone.get('v1/calls'))).code, 'OFFLINE');
  const slow = await failureFrom(client.get('v1/calls', { timeoutMs: 0 }));
  assert.equal(slow.code, 'TIMEOUT');
});

test('a request that the page gave up is no failure', async (t) => {
  const { client } = await setup(t, { status: 200, body: '{}' });
  const signal = AbortSignal.abort();
  await assert.rejects(client.get('v1/calls', { signal }), { name: 'AbortError' });
});

test('an empty answer is null, and a problem without words has its status', async (t) => {
  const { client } = await setup(t, { status: 204, body: '' });
  assert.equal(await client.remove('v1/session'), null);
  assert.equal(failureOf(500, 'not a problem').message, 'HTTP 500');
  assert.equal(queryText({ a: null, b: '' }), '');
});

test('a foreign answer is named so, and makes the connection doubtful', async (t) => {
  const bodies = [
    '<html>Sign in to the network</html>',
    'null',
    '[]',
    '{}',
    '7',
    '{"data":null}',
    '{',
  ];
  for (const body of [...bodies, '{"data":[null]}']) {
    const { base } = await setup(t, { status: 200, body });
    let doubts = 0;
    const reach = {
      isHere: () => true,
      ask: () => {},
      onChange: () => () => {},
      doubt: () => {
        doubts += 1;
      },
    };
    const client = createClient({ base, project: null, reach });
    const failure = await failureFrom(client.get('v1/calls'));
    assert.deepEqual([failure.code, isOnTheWay(failure), doubts], ['MALFORMED', true, 1], body);
  }
});

test("a gateway without its service is no connection; a service's refusal is an answer", () => {
  assert.ok(isOnTheWay(failureOf(502, null)));
  assert.ok(isOnTheWay(failureOf(504, 'text')));
  assert.ok(!isOnTheWay(failureOf(503, { code: 'STORAGE_UNAVAILABLE' })));
  assert.ok(!isOnTheWay(failureOf(500, null)));
  assert.ok(!isOnTheWay(new Error('of our own')));
});
