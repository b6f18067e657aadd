/** The judge finds each kind of fault, which is planted once. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operationAt, operationsOf } from './document.ts';
import { curlOf, type Wire, wireOf } from './draft.ts';
import { readMessages } from './message.ts';
import { type Judge, judgeOf } from './oracle.ts';
import type { Exchange } from './socket.ts';

const DOCUMENT = {
  paths: {
    '/v1/things/{id}': {
      get: {
        operationId: 'getThing',
        parameters: [{ in: 'path', name: 'id', required: true, schema: { type: 'string' } }],
        security: [{ apiKey: ['things:read'] }],
        responses: {
          200: { content: { 'application/json': { schema: { $ref: '#/components/Thing' } } } },
          '4XX': { content: { 'application/problem+json': { schema: { type: 'object' } } } },
        },
      },
      delete: { operationId: 'deleteThing', responses: { 204: {} } },
    },
    '/v1/things/special': { get: { operationId: 'getSpecial', responses: { 200: {} } } },
  },
  components: {
    Thing: {
      type: 'object',
      required: ['id'],
      additionalProperties: false,
      properties: { id: { type: 'string' } },
    },
  },
};
const OPERATIONS = operationsOf(DOCUMENT);
const WIRE: Wire = {
  operation: 'getThing',
  method: 'GET',
  target: '/v1/things/1?a=b',
  headers: [],
  body: Buffer.alloc(0),
  framing: 'length',
  changes: [],
};
const judge: Judge = judgeOf({
  operations: OPERATIONS,
  secrets: ['hidden-key', 'own-header'],
  handedOut: { getThing: ['own-header'] },
});

const PROBLEM = {
  type: 'urn:ringpost:problem:not-found',
  title: 'There is nothing here',
  status: 404,
  detail: 'No such thing.',
  code: 'NOT_FOUND',
  instance: 'urn:ringpost:request:req_0123456789ab000001',
  requestId: 'req_0123456789ab000001',
};
const HEADERS = {
  'x-request-id': PROBLEM.requestId,
  'x-content-type-options': 'nosniff',
  'content-type': 'application/problem+json; charset=utf-8',
};

function text(status: number, headers: Record<string, string>, body: string): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const length = status === 204 ? '' : `content-length: ${Buffer.byteLength(body)}\r\n`;
  return `HTTP/1.1 ${status} X\r\n${lines.join('')}${length}\r\n${body}`;
}

function problem(change: object = {}, headers: object = {}): string {
  const body = { ...PROBLEM, ...change };
  return text(body.status, { ...HEADERS, ...headers }, JSON.stringify(body));
}

function thing(body: unknown, headers: object = {}): string {
  return text(200, { 'content-type': 'application/json', ...headers }, JSON.stringify(body));
}

function faultsOf(answer: string, wire: Wire = WIRE, end: Exchange['end'] = 'answered') {
  const { messages, rest } = readMessages(Buffer.from(answer, 'latin1'), wire.method === 'HEAD');
  return judge(wire, { answers: messages, rest, end, durationMs: 1 }).faults;
}

test('a right answer has no fault', () => {
  assert.deepEqual(faultsOf(thing({ id: 'a' })), []);
  assert.deepEqual(faultsOf(problem()), []);
  assert.deepEqual(faultsOf(text(204, {}, ''), { ...WIRE, method: 'DELETE' }), []);
  assert.deepEqual(faultsOf(problem(), { ...WIRE, target: '/v1/nothing' }), []);
});

test('an operation may show its own secrets, only in successful answers', () => {
  assert.deepEqual(faultsOf(thing({ id: 'own-header' })), []);
  assert.match(faultsOf(problem({ detail: 'own-header' })).join(), /a secret/);
  assert.match(faultsOf(thing({ id: 'own-header hidden-key' })).join(), /a secret/);
});

const PLANTED: readonly (readonly [name: string, answer: string, fault: RegExp, wire?: Wire])[] = [
  ['a failure', problem({ status: 500, code: 'INTERNAL' }), /status 500/],
  ['an undocumented status', text(202, {}, ''), /202 is not documented/],
  ['a key too many', thing({ id: 'a', secret: 1 }), /additional/],
  ['a key of another type', thing({ id: 1 }), /must be string/],
  ['another content type', thing({ id: 'a' }, { 'content-type': 'text/html' }), /not documented/],
  ['a body that should be none', text(204, { 'content-type': 'a/b' }, ''), /body/, del()],
  ['an unknown code', problem({ code: 'OOPS' }), /not catalogued/],
  ['a code of another status', problem({ code: 'FORBIDDEN' }), /FORBIDDEN with status 404/],
  ['a status that differs inside', problem({}).replace('HTTP/1.1 404', 'HTTP/1.1 400'), /differs/],
  ['another title', problem({ title: 'Oh' }), /title/],
  ['no detail', problem({ detail: '' }), /no detail/],
  ['another request id', problem({}, { 'x-request-id': 'req_x' }), /x-request-id/],
  ['an error as plain JSON', problem({}, { 'content-type': 'application/json' }), /of type/],
  ['a field of another form', problem({ errors: [{ field: 'body.a' }] }), /field of another form/],
  ['a stack', problem({ detail: 'at run (/srv/a.ts:12:3)' }), /inside/],
  ['an SQLite error', problem({ detail: 'SQLITE_BUSY' }), /inside/],
  ['a secret', thing({ id: 'hidden-key' }), /a secret/],
  ['a secret in a header', thing({ id: 'a' }, { location: '/hidden-key' }), /a secret/],
  ['no challenge', problem({ status: 401, code: 'UNAUTHENTICATED' }), /challenge/],
  ['no Allow', problem({ status: 405, code: 'METHOD_NOT_ALLOWED' }), /Allow/],
  ['no Retry-After', problem({ status: 429, code: 'RATE_LIMITED' }), /Retry-After/],
  ['open to other origins', problem({}, { 'access-control-allow-origin': '*' }), /origins/],
  ['a byte too many', `${thing({ id: 'a' })}!`, /no answer/],
  ['a head that is none', 'HTTP/1.1 200\n\n', /no answer/],
  ['success where nothing is', thing({}), /no operation/, { ...WIRE, method: 'PUT' }],
];

function del(): Wire {
  return { ...WIRE, method: 'DELETE' };
}

for (const [name, answer, fault, wire] of PLANTED) {
  test(`the judge sees ${name}`, () => {
    const found = faultsOf(answer, wire);
    assert.ok(
      found.some((each) => fault.test(each)),
      JSON.stringify(found),
    );
  });
}

test('the judge sees a hang, and a connection that closes without an answer', () => {
  assert.match(faultsOf('', WIRE, 'hang').join(), /no end within the bound/);
  assert.match(faultsOf('', WIRE, 'closed').join(), /without an answer/);
  assert.deepEqual(faultsOf('', { ...WIRE, framing: 'cut-off' }, 'closed'), []);
});

test('a literal segment wins over a parameter', () => {
  const at = (method: string, path: string) => operationAt(OPERATIONS, method, path)?.id ?? null;
  assert.equal(at('GET', '/v1/things/special'), 'getSpecial');
  assert.equal(at('HEAD', '/v1/things/1'), 'getThing');
  assert.equal(at('GET', '/v1/things/1/2'), null);
  assert.equal(at('GET', '/v1/things/'), null);
});

test('consecutive answers are separated, and chunks are joined', () => {
  const chunked =
    'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\nab\r\n1\r\nc\r\n0\r\n\r\n';
  const bytes = Buffer.from(`HTTP/1.1 100 Continue\r\n\r\n${chunked}${problem()}HTTP`);
  const { messages, rest } = readMessages(bytes, false);
  assert.deepEqual(
    messages.map(({ status }) => status),
    [200, 404],
  );
  assert.equal(messages[0]?.body.toString(), 'abc');
  assert.equal(rest.toString(), 'HTTP');
});

test('an answer to HEAD has no body, except a refusal of an unreadable request', () => {
  const [head = ''] = problem().split('{');
  const twice = readMessages(Buffer.from(head + head), true);
  assert.deepEqual([twice.messages.length, twice.rest.length], [2, 0]);
  const refused = readMessages(Buffer.from(problem()), true);
  assert.deepEqual([refused.messages.length, refused.rest.length], [1, 0]);
  const answered = readMessages(Buffer.from(head + problem()), true);
  assert.deepEqual([answered.messages.length, answered.rest.length], [2, 0]);
});

test('marks are filled in, with the encoding of their place', () => {
  const wire = wireOf(
    {
      operation: 'x',
      method: 'POST',
      path: '/a/«call:0»',
      query: [['q', '«call:1»']],
      rawQuery: '%',
      headers: [['authorization', 'Bearer «api:»']],
      framing: 'length',
      body: { kind: 'json', value: { id: '«call:2»', big: '«raw:1e999»' } },
      changes: [],
    },
    (kind, pick) => `${kind}/"${pick}`,
  );
  assert.equal(wire.target, '/a/call%2F%220?q=call%2F%221&%');
  assert.deepEqual(wire.headers, [['authorization', 'Bearer api/"']]);
  assert.equal(wire.body.toString(), '{"id":"call/\\"2","big":1e999}');
  assert.match(curlOf(wire, 'http://h'), /^curl -i .*--data-binary '\{"id"/);
});
