/**
 * The guard at the connection, with real sockets: with any name of a host and any answer of a
 * resolver, no connection reaches a refused address. Without the guard the control reaches it.
 */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createGuard } from '../../src/channel/destination-guard.ts';
import { readPem } from './certificates/read.ts';
import { givenClient, givenPost } from './given.ts';
import { OK, startReceiver } from './raw-receiver.ts';

const STRICT = createGuard({ allow: [] });
const UNGUARDED = { refusal: () => null };

const LITERALS = ['127.0.0.1', '127.1', '2130706433', '0x7f000001', '0177.0.0.1', '127.0.0.1.'];
const HOSTS = [
  ...LITERALS,
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  'rebound.example',
  'localhost',
];

async function givenTrap(test: TestContext, scheme: 'http' | 'https') {
  const pem = scheme === 'https' ? { pem: readPem('receiver') } : {};
  return startReceiver(test, (socket) => socket.write(OK), pem);
}

for (const scheme of ['http', 'https'] as const) {
  test(`${scheme}: no notation of loopback gets a connection`, async (t) => {
    const trap = await givenTrap(t, scheme);
    const { http } = givenClient(t, { guard: STRICT });
    for (const host of HOSTS) {
      const result = await http.send(givenPost(`${scheme}://${host}:${trap.port}/`));
      assert.equal(result.kind, 'blocked', host);
      assert.ok(result.kind === 'blocked' && !result.detail.includes('127.'), 'no address is told');
    }
    assert.equal(trap.reached, 0);
  });

  test(`${scheme}: control: without the guard each notation gets a connection`, async (t) => {
    const trap = await givenTrap(t, scheme);
    for (const host of HOSTS) {
      const { http } = givenClient(t, { guard: UNGUARDED });
      await http.send(givenPost(`${scheme}://${host}:${trap.port}/`));
    }
    assert.equal(trap.reached, HOSTS.length);
  });
}

test('one refused address of a name refuses the others too', async (t) => {
  const trap = await givenTrap(t, 'http');
  const guard = createGuard({ allow: ['127.0.0.0/8'] });
  const { http } = givenClient(t, { guard, lookup: async () => ['127.0.0.1', '10.0.0.1'] });
  const result = await http.send(givenPost(`http://mixed.example:${trap.port}/`));
  assert.equal(result.kind, 'blocked');
  assert.equal(trap.reached, 0);
});

test('a connection uses the checked address if a resolver changes its answer', async (t) => {
  const good = await givenTrap(t, 'http');
  const guard = { refusal: (address: string) => (address === '127.0.0.1' ? null : 'Refused.') };
  let asked = 0;
  const lookup = async () => {
    asked += 1;
    return asked % 2 === 1 ? ['127.0.0.1'] : ['127.0.0.2'];
  };
  const { http } = givenClient(t, { guard, lookup });
  const url = `http://rebound.example:${good.port}/`;
  const outcomes: string[] = [];
  for (let count = 0; count < 200; count += 1) {
    // Each attempt has its own connection, so that each asks the resolver.
    const result = await http.send(givenPost(url, { headers: ['connection', 'close'] }));
    outcomes.push(result.kind);
  }
  assert.equal(asked, 200, 'a connection asks exactly once');
  assert.deepEqual([...new Set(outcomes)].sort(), ['blocked', 'response']);
  assert.equal(good.requests.length, 100);
});

test('the guard judges the peer of the connection again', async (t) => {
  const trap = await givenTrap(t, 'http');
  let asked = 0;
  const guard = {
    refusal: () => {
      asked += 1;
      return asked === 1 ? null : 'The destination address is refused.';
    },
  };
  const { http } = givenClient(t, { guard });
  const result = await http.send(givenPost(`http://receiver.example:${trap.port}/`));
  assert.equal(result.kind, 'blocked');
  assert.equal(asked, 2);
  assert.equal(trap.requests.length, 0);
});

test('http: to a public address is refused before a connection', async (t) => {
  const guard = createGuard({ allow: ['127.0.0.0/8'] });
  const { http } = givenClient(t, { guard, lookup: async () => ['8.8.8.8'] });
  const result = await http.send(givenPost('http://public.example/'));
  assert.equal(result.kind, 'blocked');
});

test('metadata services are refused even if everything is allowed', async (t) => {
  const guard = createGuard({ allow: ['0.0.0.0/0', '::/0'] });
  for (const address of ['169.254.169.254', 'fd00:ec2::254', '::ffff:169.254.169.254']) {
    const { http } = givenClient(t, { guard, lookup: async () => [address] });
    assert.equal((await http.send(givenPost('http://metadata.example/'))).kind, 'blocked');
  }
});

test('if an address of a name does not answer, the next one is tried', async (t) => {
  const receiver = await givenTrap(t, 'http');
  const guard = createGuard({ allow: ['127.0.0.0/8', '::1/128'] });
  const { http } = givenClient(t, { guard, lookup: async () => ['::1', '127.0.0.1'] });
  const result = await http.send(givenPost(`http://both.example:${receiver.port}/`));
  assert.equal(result.kind, 'response');
});

test('our own inbox is reached by its address, and by no name that resolves to it', async (t) => {
  const inbox = await givenTrap(t, 'http');
  const other = await givenTrap(t, 'http');
  const own = `http://127.0.0.1:${inbox.port}`;
  const { http } = givenClient(t, { guard: createGuard({ allow: [], own }) });
  for (const url of [
    `http://inbox.example:${inbox.port}/a`,
    `http://localhost:${inbox.port}/a`,
    `http://127.0.0.1:${other.port}/a`,
    `https://127.0.0.1:${inbox.port}/a`,
  ]) {
    assert.equal((await http.send(givenPost(url))).kind, 'blocked', url);
  }
  assert.deepEqual([inbox.reached, other.reached], [0, 0]);
  await http.send(givenPost(`${own}/a`));
  assert.equal(inbox.reached, 1);
});
