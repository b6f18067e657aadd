/** Keys fetched from a real server on this machine, with the test's clock. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { createKeySet } from '../src/key-set.ts';
import { KEY, OTHER_KEY } from './signed-webhook.ts';

let answer: { status: number; body: string; location?: string } = { status: 200, body: '' };
let requests = 0;
const server = createServer((_request, response) => {
  requests += 1;
  const headers = answer.location === undefined ? {} : { location: answer.location };
  response.writeHead(answer.status, headers).end(answer.body);
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
// A listening TCP server has an address with a port.
const { port } = server.address() as AddressInfo;
const JWKS_URL = `http://127.0.0.1:${port}/jwks.json`;
after(() => server.close());

function setup(keys: readonly object[] = [KEY.jwk]) {
  answer = { status: 200, body: JSON.stringify({ keys }) };
  requests = 0;
  let nowMs = 1_000_000;
  const keySet = createKeySet(JWKS_URL, { now: () => nowMs });
  return {
    async kindOf(kid: string): Promise<string> {
      return (await keySet.keyById(kid)).kind;
    },
    pass(ms: number): void {
      nowMs += ms;
    },
  };
}

test('keys are fetched once and kept for five minutes', async () => {
  const { kindOf, pass } = setup();
  assert.equal(await kindOf(KEY.kid), 'key');
  pass(300_000);
  assert.equal(await kindOf(KEY.kid), 'key');
  assert.equal(requests, 1);
  pass(1);
  assert.equal(await kindOf(KEY.kid), 'key');
  assert.equal(requests, 2);
});

test('lookups at the same time share one fetch', async () => {
  const { kindOf } = setup();
  const kinds = await Promise.all([kindOf(KEY.kid), kindOf(KEY.kid), kindOf('x')]);
  assert.deepEqual(kinds, ['key', 'key', 'unknown']);
  assert.equal(requests, 1);
});

test('an unknown key causes a fetch, at most once a minute', async () => {
  const { kindOf, pass } = setup();
  await kindOf(KEY.kid);
  answer.body = JSON.stringify({ keys: [KEY.jwk, OTHER_KEY.jwk] });
  pass(59_999);
  for (let time = 0; time < 5; time += 1) assert.equal(await kindOf(OTHER_KEY.kid), 'unknown');
  assert.equal(requests, 1);
  pass(1);
  assert.equal(await kindOf(OTHER_KEY.kid), 'key');
  assert.equal(requests, 2);
});

test('a key that left the set is unknown after the next fetch', async () => {
  const { kindOf, pass } = setup();
  await kindOf(KEY.kid);
  answer.body = JSON.stringify({ keys: [OTHER_KEY.jwk] });
  pass(300_001);
  assert.equal(await kindOf(KEY.kid), 'unknown');
});

test('while the address fails, known keys serve on for an hour', async () => {
  const { kindOf, pass } = setup();
  await kindOf(KEY.kid);
  answer = { status: 500, body: '' };
  pass(3_600_000);
  assert.equal(await kindOf(KEY.kid), 'key');
  assert.equal(await kindOf(OTHER_KEY.kid), 'unavailable');
  pass(1);
  assert.equal(await kindOf(KEY.kid), 'unavailable');
});

test('a failed fetch is tried again after five seconds, not at once', async () => {
  const { kindOf, pass } = setup();
  answer = { status: 503, body: '' };
  assert.equal(await kindOf(KEY.kid), 'unavailable');
  assert.equal(await kindOf(KEY.kid), 'unavailable');
  assert.equal(requests, 1);
  answer = { status: 200, body: JSON.stringify({ keys: [KEY.jwk] }) };
  pass(5_000);
  assert.equal(await kindOf(KEY.kid), 'key');
  assert.equal(requests, 2);
});

for (const [what, given] of [
  ['no JSON', { status: 200, body: '<html>' }],
  ['no key set', { status: 200, body: '{"keys":{}}' }],
  ['a set without end', { status: 200, body: ' '.repeat(70_000) }],
  ['a redirect', { status: 302, body: '', location: '/elsewhere' }],
] as const) {
  test(`${what} is no set of keys`, async () => {
    const { kindOf } = setup();
    answer = given;
    assert.equal(await kindOf(KEY.kid), 'unavailable');
  });
}

test('entries that are no keys are skipped', async () => {
  const { kindOf } = setup([{ kty: 'EC', kid: 'ec' }, KEY.jwk]);
  assert.equal(await kindOf(KEY.kid), 'key');
  assert.equal(await kindOf('ec'), 'unknown');
});

test('an address without TLS is refused, except on this machine', () => {
  assert.throws(() => createKeySet('http://ringpost.example.com/jwks.json'), TypeError);
  assert.throws(() => createKeySet('file:///jwks.json'), TypeError);
  assert.throws(() => createKeySet('http://127.0.0.1.example.com/jwks.json'), TypeError);
  for (const url of ['https://a.example/j', 'http://localhost:1/j', 'http://[::1]:1/j']) {
    assert.equal(typeof createKeySet(url).keyById, 'function');
  }
  const allowed = createKeySet('http://ringpost.internal/jwks.json', { allowHttp: true });
  assert.equal(typeof allowed.keyById, 'function');
});
