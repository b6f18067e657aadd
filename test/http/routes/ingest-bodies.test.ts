/**
 * What bodies of callbacks may cost before their signature is checked: without the header of the
 * signature they are not read, and all together have one bound (S2.22, S15.1). Over real sockets.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { ServiceError } from '../../../src/core/error/service-error.ts';
import { type SetupOptions, setup } from '../setup.ts';

const SECRET = 'synthetic-secret-0123';
const BODY_BYTES = 256 * 1024;
const BUDGET_BYTES = 8 * 1024 * 1024;

async function withSource(t: TestContext, options: SetupOptions = {}) {
  const bundle = await setup(t, options);
  const body = { name: 'Bland', adapter: 'bland', secret: SECRET };
  const made = await bundle.call('POST', '/v1/sources', body);
  assert.equal(made.status, 201, made.text);
  const path = `/v1/ingest/bland/${made.at('/id')}`;
  const { port } = new URL(bundle.url);
  /** Begins a request and sends all of its body except the last byte. */
  const begin = (headers: string, bytes = BODY_BYTES): Slow => {
    const socket = connect(Number(port), '127.0.0.1');
    t.after(() => socket.destroy());
    const slow: Slow = { socket, answer: '' };
    socket.setEncoding('utf8').on('data', (text) => {
      slow.answer += text;
    });
    socket.on('error', () => undefined);
    socket.write(
      `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\ncontent-type: application/json\r\n` +
        `${headers}content-length: ${bytes}\r\n\r\n`,
    );
    socket.write('x'.repeat(bytes - 1));
    return slow;
  };
  const notes = () => bundle.call('GET', `/v1/sources/${made.at('/id')}/requests`);
  const tryPath = `/v1/sources/${made.at('/id')}/try`;
  return { ...bundle, path, tryPath, begin, notes };
}

interface Slow {
  readonly socket: Socket;
  answer: string;
}

const CLAIM = 'x-webhook-signature: 00\r\n';

async function answered({ socket, answer }: Slow): Promise<void> {
  if (answer === '') await once(socket, 'data');
}

test('a request without the header of the signature is refused before its body', async (t) => {
  const { begin, notes, call, path } = await withSource(t);
  const large = begin('', 16 * 1024 * 1024);
  const result = async () => (await notes()).at('/data/0/result');
  while ((await result()) === undefined) await new Promise(setImmediate);
  assert.equal(
    await result(),
    'refused: SIGNATURE_INVALID: The header x-webhook-signature is missing.',
  );
  // The server drops the rest of the body, so that the client reads the answer.
  large.socket.write('x');
  await answered(large);
  assert.match(large.answer, /^HTTP\/1.1 403 .*connection: close/is);
  assert.match(large.answer, /The header x-webhook-signature is missing/);
  // After a small body the connection stays open.
  const small = await call('POST', path, { call_id: 'c' }, { token: null });
  assert.deepEqual([small.status, small.headers.get('connection')], [403, 'keep-alive']);
});

test('200 slow and large bodies hold at most the bound, with room for a small one', async (t) => {
  const limits = { ingestBytesMax: BUDGET_BYTES };
  const { begin, call, path, events } = await withSource(t, { limits });
  const crowd = Array.from({ length: 200 }, () => begin(CLAIM));
  const refused = () => events.filter(({ name }) => name === 'ingest.overloaded').length;
  const fit = Math.floor((BUDGET_BYTES * 0.75) / BODY_BYTES);
  // Refused bodies hold nothing, so at the end the service holds no more than fit.
  while (refused() < crowd.length - fit) await new Promise(setImmediate);
  const held = crowd.length - refused();
  assert.ok(held <= fit, String(held));
  const small = await call(
    'POST',
    path,
    { call_id: 'c' },
    {
      token: null,
      headers: { 'x-webhook-signature': '00' },
    },
  );
  assert.equal(small.status, 403, small.text);

  // The held requests end and give back their room; refused clients may try again.
  for (const { socket } of crowd) socket.write('x');
  await Promise.all(crowd.map(answered));
  const told = crowd.filter(({ answer }) => /^HTTP\/1.1 503 .*retry-after: \d+/is.test(answer));
  assert.equal(told.length, crowd.length - held);
  const later = begin(CLAIM);
  later.socket.write('x');
  await answered(later);
  assert.match(later.answer, /^HTTP\/1.1 403 /);
});

test('S2.23: samples share the bound of the callbacks, and give back their room', async (t) => {
  const limits = { ingestBytesMax: BUDGET_BYTES };
  const { begin, call, tryPath, events } = await withSource(t, { limits });
  const sample = (bytes: number) =>
    call('POST', tryPath, { body: JSON.stringify({ call_id: 'c', note: 'x'.repeat(bytes) }) });
  const large = BUDGET_BYTES / 2;
  for (let round = 0; round < 3; round += 1) {
    const alone = await sample(large);
    assert.equal(alone.status, 200, alone.text);
  }
  const crowd = Array.from({ length: 40 }, () => begin(CLAIM));
  const fit = Math.floor((BUDGET_BYTES * 0.75) / BODY_BYTES);
  const refused = () => events.filter(({ name }) => name === 'ingest.overloaded').length;
  while (refused() < crowd.length - fit) await new Promise(setImmediate);
  const before = refused();
  const crowded = await sample(large);
  assert.deepEqual([crowded.status, crowded.at('/code')], [503, 'OVERLOADED'], crowded.text);
  assert.match(crowded.headers.get('retry-after') ?? '', /^\d+$/);
  assert.equal((await sample(100)).status, 200);
  assert.equal(refused(), before, 'a sample is no callback');
  for (const { socket } of crowd) socket.write('x');
  await Promise.all(crowd.map(answered));
  assert.equal((await sample(large)).status, 200);
  const beyond = await sample(24 * 1024 * 1024);
  assert.equal(beyond.at('/code'), 'BODY_TOO_LARGE');
});

test('an overload of the store is not counted as an overload of bodies', async (t) => {
  const { call, store, events } = await setup(t);
  const settings = {
    signature: { scheme: 'bearer' },
    fields: { callId: '/id', status: '/state' },
    statuses: { up: 'CALLING' },
  };
  const wanted = { name: 'PBX', adapter: 'generic', secret: SECRET, settings };
  const made = await call('POST', '/v1/sources', wanted);
  const full = new ServiceError('OVERLOADED', 'Too much is waiting.', { retryAfterS: 1 });
  t.mock.method(store, 'accept', () => Promise.reject(full));
  const path = `/v1/ingest/generic/${made.at('/id')}`;
  const answer = await call('POST', path, { id: 'c-1', state: 'up' }, { token: SECRET });
  assert.deepEqual([answer.status, answer.at('/code')], [503, 'OVERLOADED'], answer.text);
  assert.deepEqual(
    events.filter(({ name }) => name === 'ingest.overloaded'),
    [],
  );
});
