/**
 * Names whose server is the attacker's: the shipping client asks a real resolver and a real name
 * server that changes its answers, over real sockets. 127.0.0.2 stands for a public receiver (it is
 * the one allowed address), the canary on the same port of 127.0.0.1 and ::1 for the inner network:
 * it is never reached, and would be without the guard.
 */
import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { type TestContext, test } from 'node:test';
import { createGuard } from '../../src/channel/destination-guard.ts';
import { givenClient, givenPost } from '../channel/given.ts';
import { OK } from '../channel/raw-receiver.ts';
import { type Answer, lookupFrom, type Question, startDns } from './dns-server.ts';
import { listenTogether } from './listen-together.ts';

const OUTSIDE = '127.0.0.2';
const INSIDE = ['127.0.0.1', '::1', '169.254.169.254', '10.0.0.1', 'fd00:ec2::254'];
const DELIVERIES = 1_200;
const CONTROL_DELIVERIES = 560;
const AT_ONCE = 8;

const GUARD = createGuard({ allow: [`${OUTSIDE}/32`] });
/** Allows every address of this machine and no other, so that the control stays on it. */
const UNGUARDED = {
  refusal: (address: string) => (/^(?:127\.|::1$)/.test(address) ? null : 'Elsewhere.'),
};

/** Three listeners on one port: one that may be called, two that must not be. */
async function givenPlaces(t: TestContext) {
  const reached = { outside: 0, inside: 0 };
  const listenerFor = (place: keyof typeof reached) => () =>
    createServer((socket) => {
      reached[place] += 1;
      socket.on('error', () => {});
      socket.on('data', () => socket.end(OK));
    });
  const port = await listenTogether(t, [
    { host: OUTSIDE, make: listenerFor('outside') },
    { host: '127.0.0.1', make: listenerFor('inside') },
    { host: '::1', make: listenerFor('inside') },
  ]);
  return { port, reached };
}

const addresses = (...given: readonly string[]): Answer => ({
  kind: 'addresses',
  addresses: given,
});
const of = (type: Question['type'], given: readonly string[]) =>
  given.filter((each) => each.includes(':') === (type === 'AAAA'));
const NONE = addresses();

/** The answers by the first label of the name. `inside` changes with each name. */
const SCRIPTS: Readonly<Record<string, (question: Question, inside: string) => Answer>> = {
  flip: ({ type, earlier }, inside) =>
    addresses(...of(type, [earlier % 2 === 0 ? OUTSIDE : inside])),
  flop: ({ type, earlier }, inside) =>
    addresses(...of(type, [earlier % 2 === 0 ? inside : OUTSIDE])),
  'mixed-first': ({ type }, inside) => addresses(...of(type, [inside, OUTSIDE])),
  'mixed-last': ({ type }, inside) => addresses(...of(type, [OUTSIDE, inside])),
  'mixed-hidden': ({ type }, inside) =>
    addresses(...of(type, [...Array<string>(20).fill(OUTSIDE), inside])),
  'other-family': ({ type }) => (type === 'A' ? addresses(OUTSIDE) : addresses('::1')),
  'mapped-family': ({ type }) =>
    type === 'A' ? addresses(OUTSIDE) : addresses('0:0:0:0:0:ffff:7f00:1'),
  alias: ({ type }, inside) => ({
    kind: 'alias',
    via: ['a.rebind.test', 'b.rebind.test', 'c.rebind.test'],
    addresses: of(type, [inside]),
  }),
  'alias-to-localhost': ({ type }) => ({
    kind: 'alias',
    via: ['localhost'],
    addresses: of(type, ['127.0.0.1', '::1']),
  }),
  truncated: ({ type, over }, inside) =>
    over === 'udp' ? { kind: 'truncated' } : addresses(...of(type, [inside])),
  'truncated-good': ({ type, over }) =>
    over === 'udp' ? { kind: 'truncated' } : addresses(...of(type, [OUTSIDE])),
  nothing: () => NONE,
  unknown: () => ({ kind: 'no-such-name' }),
  failing: ({ type }, inside) =>
    type === 'A' ? { kind: 'failed' } : addresses(...of(type, [inside])),
};

/** The number in `flip-7.rebind.test` picks the address inside. */
function scripted(question: Question): Answer {
  const [, kind = '', number = '0'] = /^([a-z-]+)-(\d+)\./.exec(question.name) ?? [];
  const script = SCRIPTS[kind];
  if (script === undefined) throw new Error(`no script for ${question.name}`);
  return script(question, INSIDE[Number(number) % INSIDE.length] ?? OUTSIDE);
}

function urlsFor(port: number, count: number): readonly string[] {
  const kinds = Object.keys(SCRIPTS);
  return Array.from({ length: count }, (_, index) => {
    const kind = kinds[index % kinds.length];
    // Each name is called several times, so that scripts can change their answers.
    return `http://${kind}-${Math.floor(index / kinds.length / 4)}.rebind.test:${port}/`;
  });
}

async function deliver(
  t: TestContext,
  guard: { refusal(address: string): string | null },
  urls: readonly string[],
) {
  const dns = await startDns(t, scripted);
  const { http } = givenClient(t, { guard, lookup: lookupFrom(t, dns) });
  const outcomes = new Map<string, number>();
  for (let start = 0; start < urls.length; start += AT_ONCE) {
    const batch = urls.slice(start, start + AT_ONCE);
    // Each request has its own connection, so that each asks the name server.
    const posts = batch.map((url) => http.send(givenPost(url, { headers: CLOSING })));
    for (const result of await Promise.all(posts)) {
      const outcome = result.kind === 'error' ? result.error : result.kind;
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    }
  }
  return { asked: dns.asked, outcomes };
}

const CLOSING = ['content-type', 'application/json', 'connection', 'close'];

test('a name server that changes its answers never leads a delivery inside', async (t) => {
  const { port, reached } = await givenPlaces(t);
  const { asked, outcomes } = await deliver(t, GUARD, urlsFor(port, DELIVERIES));
  assert.equal(reached.inside, 0);
  assert.deepEqual([...outcomes.keys()].sort(), ['blocked', 'dns', 'response']);
  assert.equal(reached.outside, outcomes.get('response'), 'the good answers were used');
  assert.ok((outcomes.get('response') ?? 0) >= DELIVERIES / 20, 'there were good answers');
  assert.ok((outcomes.get('blocked') ?? 0) >= DELIVERIES / 2, 'there were bad answers');
  assert.ok(asked >= DELIVERIES, 'nothing is answered from a cache');
  const counts = [...outcomes].map(([outcome, count]) => `${count} ${outcome}`).join(', ');
  t.diagnostic(`${DELIVERIES} deliveries, ${asked} questions, 0 inside: ${counts}`);
});

test('control: without the guard the same answers lead inside', async (t) => {
  const { port, reached } = await givenPlaces(t);
  const urls = urlsFor(port, CONTROL_DELIVERIES);
  await deliver(t, UNGUARDED, urls);
  // Two of the five inner addresses are on this machine.
  assert.ok(reached.inside >= urls.length / 8, `${reached.inside} of ${urls.length}`);
  t.diagnostic(`${reached.inside} of ${urls.length} deliveries went inside without the guard`);
});

test('a name is resolved once per connection: check and connect use one answer', async (t) => {
  const { port, reached } = await givenPlaces(t);
  const dns = await startDns(t, scripted);
  const { http } = givenClient(t, { guard: GUARD, lookup: lookupFrom(t, dns) });
  const url = `http://flip-0.rebind.test:${port}/`;
  const first = await http.send(givenPost(url, { headers: CLOSING }));
  assert.equal(first.kind, 'response');
  assert.equal(dns.asked, 2, 'A and AAAA');
  assert.equal((await http.send(givenPost(url, { headers: CLOSING }))).kind, 'blocked');
  assert.equal(dns.asked, 4);
  assert.deepEqual(reached, { outside: 1, inside: 0 });
});

test('a name with one refused address is refused, wherever the address stands', async (t) => {
  const { port, reached } = await givenPlaces(t);
  const kinds = ['mixed-first', 'mixed-last', 'mixed-hidden'];
  const urls = kinds.flatMap((kind) =>
    INSIDE.map((_, number) => `http://${kind}-${number}.rebind.test:${port}/`),
  );
  const { outcomes } = await deliver(t, GUARD, urls);
  assert.deepEqual([...outcomes], [['blocked', urls.length]]);
  assert.deepEqual(reached, { outside: 0, inside: 0 });
});

test('a name server that never answers ends the attempt as connect-timeout', async (t) => {
  const { port, reached } = await givenPlaces(t);
  const dns = await startDns(t, () => ({ kind: 'silent' }));
  const { http, clock } = givenClient(t, { guard: GUARD, lookup: lookupFrom(t, dns) });
  const sent = http.send(givenPost(`http://silent-0.rebind.test:${port}/`));
  await dns.arrived(2);
  clock.advance(5_000);
  const result = await sent;
  assert.equal(result.kind === 'error' && result.error, 'connect-timeout');
  assert.deepEqual(reached, { outside: 0, inside: 0 });
});
