/** Sends a copy of a delivery to the local inbox, over the API and real sockets. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addForeignProject, FOREIGN_TOKEN } from '../foreign-project.ts';
import { type Bundle, setup } from '../setup.ts';

const TRIGGER = 'OUTBOUND_CALL_ERROR';
const SECRET = 'very-secret-token-9f3c';

async function givenDelivery(bundle: Bundle, more: object): Promise<string> {
  const { call } = bundle;
  const auth = { method: 'bearer', token: SECRET };
  await bundle.endpoint([TRIGGER], { auth, ...more });
  const errors = [{ code: 'UNKNOWN_ERROR', message: 'Grüße ✓ "quoted"' }];
  const report = { status: 'ERROR', direction: 'OUTBOUND', callSid: 'CA1', errors };
  const made = await call('POST', '/v1/calls/call%2F%C3%A4/reports', report);
  assert.ok(made.status < 300, made.text);
  return String((await call('GET', '/v1/deliveries?limit=1')).at('/data/0/id'));
}

test('the inbox has the exact bytes of the delivery, marked as a test', async (t) => {
  const bundle = await setup(t);
  const { call } = bundle;
  const headers = [{ name: 'x-secret', value: SECRET }];
  const id = await givenDelivery(bundle, { contentKey: 'text', headers });
  const before = await call('GET', `/v1/deliveries/${id}`);
  const stats = await call('GET', '/v1/stats');
  const copied = await call('POST', `/v1/deliveries/${id}/send-to-inbox`);
  assert.equal(copied.status, 200, copied.text);
  assert.deepEqual([copied.at('/outcome'), copied.at('/status')], ['delivered', 200]);
  const item = await call('GET', `/v1/inbox/${String(copied.at('/itemId'))}`);
  assert.equal(item.at('/body'), before.at('/body'));
  assert.deepEqual(
    [item.at('/test'), item.at('/box'), item.at('/deliveryId'), item.at('/callId')],
    [true, 'copies', id, 'call/ä'],
  );
  assert.ok(!item.text.includes(SECRET) && !item.text.includes('x-secret'));
  const after = await call('GET', `/v1/deliveries/${id}`);
  assert.deepEqual(after.json, before.json, 'no attempt was made');
  assert.deepEqual((await call('GET', '/v1/stats')).json, stats.json, 'nothing was counted');
});

test('a copy of a Slack delivery goes to a box of the kind slack', async (t) => {
  const bundle = await setup(t);
  const { call } = bundle;
  const target = 'https://hooks.slack.com/services/T0/B0/secret';
  const made = await call('POST', '/v1/endpoints', {
    name: 'ops',
    kind: 'slack',
    target,
    triggers: [TRIGGER],
  });
  assert.equal(made.status, 201, made.text);
  await call('POST', '/v1/calls/c1/reports', { status: 'ERROR', direction: 'OUTBOUND' });
  const id = String((await call('GET', '/v1/deliveries?limit=1')).at('/data/0/id'));
  const copied = await call('POST', `/v1/deliveries/${id}/send-to-inbox`);
  const item = await call('GET', `/v1/inbox/${String(copied.at('/itemId'))}`);
  const body = { kind: 'slack', trigger: TRIGGER };
  const preview = await call('POST', '/v1/calls/c1/preview', body);
  assert.equal(item.at('/body'), preview.at('/body'));
  assert.deepEqual([item.at('/channel'), item.at('/test')], ['slack', true]);
});

test('one copy is sent at a time; another request meanwhile is 429', async (t) => {
  const bundle = await setup(t);
  const { call } = bundle;
  const id = await givenDelivery(bundle, {});
  const slow = { action: 'answer', status: 200, delayMs: 1_000 };
  assert.equal((await call('PUT', '/v1/inbox/boxes/http/copies', slow)).status, 200);
  const path = `/v1/deliveries/${id}/send-to-inbox`;
  const first = call('POST', path);
  // The box holds its answer, since the clock of this test stands still.
  while ((await call('GET', '/v1/inbox')).at('/data/0') === undefined);
  const refused = await call('POST', path);
  assert.deepEqual([refused.status, refused.at('/code')], [429, 'RATE_LIMITED']);
  assert.equal(refused.headers.get('retry-after'), '5');
  bundle.clock.advance(1_000);
  assert.equal((await first).status, 200);
  await call('DELETE', '/v1/inbox/boxes/http/copies');
  assert.equal((await call('POST', path)).status, 200, 'then the next one goes');
});

test('a copy without an inbox, of a missing delivery, or for another project is 404', async (t) => {
  const bundle = await setup(t);
  const id = await givenDelivery(bundle, {});
  const path = `/v1/deliveries/${id}/send-to-inbox`;
  await addForeignProject(bundle);
  assert.equal((await bundle.call('POST', path, undefined, { token: FOREIGN_TOKEN })).status, 404);
  const nowhere = '/v1/deliveries/dlv_01JD3Z9M0T000000042/send-to-inbox';
  assert.equal((await bundle.call('POST', nowhere)).status, 404);
  const off = await setup(t, { inboxOff: 'The local inbox is off: a test.' });
  const there = await givenDelivery(off, {});
  const refused = await off.call('POST', `/v1/deliveries/${there}/send-to-inbox`);
  assert.deepEqual(
    [refused.status, refused.at('/detail')],
    [404, 'The local inbox is off: a test.'],
  );
});
