/** When a process has an inbox, and the reason that it gives if it has none. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { type TestContext, test } from 'node:test';
import { openLocalInbox, throughInbox } from '../../src/compose/open-inbox.ts';
import type { EndpointKind } from '../../src/core/endpoint/endpoint.ts';
import type { Channel } from '../../src/engine/ports/channel.ts';
import { SECRETS } from '../channel/custom/given-keys.ts';
import { createSteppedClock } from '../channel/stepped-clock.ts';

type Given = Parameters<typeof openLocalInbox>[0];

async function open(t: TestContext, change: Partial<Given>) {
  const settings: Given = {
    inbox: 'auto',
    inboxPort: null,
    port: 0,
    host: '127.0.0.1',
    databaseUrl: null,
    roles: ['api', 'worker'],
    ...change,
  };
  const notes: unknown[] = [];
  const signingKeys = { jwks: async () => ({ keys: [] }) };
  const live = { isWanted: () => true, note: (...note: unknown[]) => void notes.push(note) };
  const parts = { clock: createSteppedClock(), signingKeys, live, secrets: SECRETS };
  const store = { endpoint: async () => null };
  const inbox = await openLocalInbox(settings, { ...parts, store });
  t.after(() => inbox.close());
  return { ...inbox, notes };
}

async function takenPort(t: TestContext): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  const address = server.address();
  assert.ok(address !== null && typeof address !== 'string');
  return address.port;
}

const SHARED = { databaseUrl: 'postgres://ringpost@db.example/ringpost' } as const;

test('by default it is on if only this machine reaches an embedded store', async (t) => {
  for (const host of ['127.0.0.1', '127.9.9.9', '::1', 'localhost']) {
    assert.equal((await open(t, { host })).kind, 'on', host);
  }
  for (const [change, reason] of [
    [{ host: '0.0.0.0' }, /listens beyond this machine/],
    [{ host: '::' }, /listens beyond this machine/],
    [{ host: 'calls.example.com' }, /listens beyond this machine/],
    [SHARED, /another process may send/],
    [{ ...SHARED, roles: ['api'] }, /both sends and answers/],
    [{ ...SHARED, roles: ['worker'] }, /both sends and answers/],
    [{ inbox: 'off' }, /RINGPOST_INBOX=off/],
  ] as const) {
    const inbox = await open(t, change);
    assert.ok(inbox.kind === 'off' && inbox.origin === null);
    assert.match(inbox.reason, reason);
    assert.match(inbox.reason, /^The local inbox is off: .+\.$/);
  }
});

test('if it is required, it is on in any process with both roles', async (t) => {
  for (const change of [{ host: '0.0.0.0' }, SHARED]) {
    const inbox = await open(t, { ...change, inbox: 'on' });
    assert.match(inbox.origin ?? '', /^http:\/\/127\.0\.0\.1:\d+$/);
  }
});

test("its port is the one after the API's, or the one that is set", async (t) => {
  const taken = await takenPort(t);
  const inbox = await open(t, { port: taken - 1 });
  assert.ok(inbox.kind === 'off');
  assert.match(inbox.reason, new RegExp(`port ${taken} is in use.*RINGPOST_INBOX_PORT`));
  for (const change of [{ inboxPort: taken }, { port: taken - 1, inbox: 'on' }] as const) {
    const sentence = new RegExp(`^the local inbox cannot start: port ${taken} is in use`);
    await assert.rejects(open(t, change), (error: Error) => sentence.test(error.message));
  }
  for (const port of [0, 80, 65_535]) assert.equal((await open(t, { port })).kind, 'on');
});

test('mail goes to the server, to the inbox, or nowhere', async (t) => {
  const channel: Channel = {
    send: async () => ({ kind: 'blocked', detail: 'direct', durationMs: 0 }),
  };
  const channels = new Map<EndpointKind, Channel>([['email', channel]]);
  const openMail = () => ({ mailer: null, from: 'a@example.com', dkim: null, letters: null });
  const on = await open(t, {});
  const off = await open(t, { inbox: 'off' });
  const through = (inbox: typeof on, hasServer: boolean) =>
    throughInbox(inbox, channels, { hasServer, openMail });
  for (const [inbox, hasServer, where, isDirect] of [
    [on, true, undefined, true],
    [off, true, undefined, true],
    [on, false, 'inbox', false],
    [off, false, 'nowhere', true],
  ] as const) {
    const made = through(inbox, hasServer);
    assert.equal(made.mailWithoutServer, where);
    assert.equal(made.channels.get('email') === channel, isDirect);
    await made.close();
  }
});

test('the live stream gets each arrival, and how it was answered', async (t) => {
  const { origin, notes } = await open(t, {});
  const path = `${origin}/prj_01M7ZTB1MY000000002/http/crm`;
  assert.equal((await fetch(path, { method: 'POST', body: '{}' })).status, 200);
  const items = notes.map((note) => JSON.stringify(note));
  assert.equal(items.length, 2);
  for (const item of items) {
    assert.match(item, /^\[2,\{"t":"inbox","id":"inb_\w+","callId":"","ep":"","state":""\}\]$/);
  }
});
