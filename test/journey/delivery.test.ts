/**
 * The path of one report through the real process: over a socket in, over a socket out, signed, in
 * order, retried with the same bytes, and explained on request.
 */
import assert from 'node:assert/strict';
import { createVerify } from 'node:crypto';
import { test } from 'node:test';
import { sharedSetup } from './setup.ts';

const setup = sharedSetup();
const FAST = { retryScheduleMs: [1_000, 1_000] };

test('S4.1: a Custom endpoint receives the payload, S7.1: by POST as JSON', async (t) => {
  const journey = await setup(t);
  await journey.endpoint('/hook', { triggers: ['OUTBOUND_CALL_COMPLETED', 'CALL_LOG_CREATED'] });
  const answer = await journey.report('order 1/ü', { status: 'COMPLETED', callSid: 'CA1' });
  assert.deepEqual(answer, {
    callId: 'order 1/ü',
    applied: true,
    callStatus: 'COMPLETED',
    triggers: ['OUTBOUND_CALL_COMPLETED', 'CALL_LOG_CREATED'],
  });
  await journey.receiver.until((received) => received.length === 2);
  const [first, second] = journey.receiver.received;
  assert.ok(first !== undefined && second !== undefined);
  assert.equal(first.headers['content-type'], 'application/json');
  assert.equal(first.headers.authorization, 'Bearer journey-token');
  const { message, ...rest } = JSON.parse(first.body);
  assert.match(message, /^\[Ringpost\] OUTBOUND_CALL_COMPLETED\n─{20}\nCall ID: order 1\/ü\n/);
  const data = { callId: 'order 1/ü', callStatus: 'COMPLETED', callSid: 'CA1', clientId: '' };
  assert.deepEqual(rest, { data });
  assert.deepEqual(JSON.parse(second.body).data, { ...data, direction: 'OUTBOUND' });
  assert.equal(first.headers['webhook-sequence'], '1');
  assert.equal(second.headers['webhook-sequence'], '2');
});

test('S7.6: a signed request is verified with the published key alone', async (t) => {
  const journey = await setup(t);
  const auth = { method: 'rsa-sha256' };
  await journey.endpoint('/signed', { triggers: ['OUTBOUND_CALL_BUSY'], auth });
  await journey.report('signed-1', { status: 'BUSY' });
  await journey.receiver.until((received) => received.length === 1);
  const [request] = journey.receiver.received;
  assert.ok(request !== undefined);
  const { headers, body } = request;
  assert.equal(headers.authorization, undefined);
  const { id } = await journey.get('/v1/project');
  const kid = String(headers['webhook-key-id']);
  const answer = await fetch(`${journey.service.url}/v1/projects/${id}/signing-keys/${kid}.pem`);
  const [version, signature = ''] = String(headers['webhook-signature']).split(',');
  assert.equal(version, 'v1rs256');
  const pem = await answer.text();
  const verified = (text: string): boolean => {
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${text}`;
    return createVerify('RSA-SHA256').update(signed).verify(pem, signature, 'base64');
  };
  assert.ok(verified(body));
  assert.ok(!verified(body.replace('signed-1', 'signed-2')));
});

test('a retry has the same id and bytes, and the next delivery of its call waits', async (t) => {
  const journey = await setup(t);
  journey.receiver.answer('/flaky', (earlier) => (earlier < 2 ? 503 : 200));
  const triggers = ['OUTBOUND_CALL_CALLING', 'OUTBOUND_CALL_COMPLETED'];
  const endpoint = await journey.endpoint('/flaky', { triggers, ...FAST });
  await journey.report('flaky-1', { status: 'CALLING' });
  await journey.report('flaky-1', { status: 'COMPLETED' });
  await journey.receiver.until((received) => received.length === 1);
  const explained = await journey.get(`/v1/calls/flaky-1/explain?endpointId=${endpoint.id}`);
  assert.match(JSON.stringify(explained), /wait/i);
  await journey.receiver.until((received) => received.length === 4);
  const requests = journey.receiver.received;
  assert.deepEqual(
    requests.map(({ headers }) => [headers['webhook-sequence'], headers['webhook-attempt']]),
    [
      ['1', '1'],
      ['1', '2'],
      ['1', '3'],
      ['2', '1'],
    ],
  );
  const head = requests.slice(0, 3);
  assert.equal(new Set(head.map(({ body }) => body)).size, 1);
  assert.equal(new Set(head.map(({ headers }) => headers['webhook-id'])).size, 1);
  const gaps = head.slice(1).map(({ atMs }, index) => atMs - (head[index]?.atMs ?? 0));
  assert.ok(gaps.every((gap) => gap >= 1_000));
});

test('S3.13: a receiver that hangs never delays the answer to a report', async (t) => {
  const journey = await setup(t);
  journey.receiver.answer('/hang', () => null);
  const hanging = await journey.endpoint('/hang', { triggers: ['OUTBOUND_CALL_CALLING'] });
  await journey.endpoint('/good', { triggers: ['OUTBOUND_CALL_CALLING'] });
  for (let call = 0; call < 60; call += 1) await journey.report(`c${call}`, { status: 'CALLING' });
  const good = (received: readonly { path: string }[]) =>
    received.filter(({ path }) => path === '/good').length;
  await journey.receiver.until((received) => good(received) === 60);
  const sending = await journey.get(
    `/v1/deliveries?state=sending&limit=200&endpointId=${hanging.id}`,
  );
  assert.equal((sending.data as readonly unknown[]).length, 20, 'its own 20 slots, no more');
});

test('410 disables the endpoint, later deliveries are held and enabling sends them', async (t) => {
  const journey = await setup(t);
  journey.receiver.answer('/gone', (earlier) => (earlier === 0 ? 410 : 200));
  const triggers = ['OUTBOUND_CALL_CALLING', 'OUTBOUND_CALL_BUSY'];
  const { id } = await journey.endpoint('/gone', { triggers });
  await journey.report('gone-1', { status: 'CALLING' });
  await journey.receiver.until((received) => received.length === 1);
  await journey.report('gone-1', { status: 'BUSY' });
  const held = async () => (await journey.get('/v1/deliveries?state=held')).data;
  while (((await held()) as readonly unknown[]).length === 0);
  const record = await journey.get(`/v1/endpoints/${id}`);
  assert.equal(record.enabled, false);
  assert.equal(record.disabledReason, 'gone');
  const enabled = await journey.post(`/v1/endpoints/${id}/enable`, { held: 'send' });
  assert.equal(enabled.status, 200);
  await journey.receiver.until((received) => received.length === 2);
  assert.equal(journey.receiver.received[1]?.headers['webhook-event'], 'OUTBOUND_CALL_BUSY');
});

test('a rejected delivery can be retried by hand and recovered, under the same id', async (t) => {
  const journey = await setup(t);
  journey.receiver.answer('/picky', (earlier) => (earlier === 0 ? 400 : 200));
  const { id } = await journey.endpoint('/picky', { triggers: ['OUTBOUND_CALL_BUSY'] });
  const since = new Date(Date.now() - 60_000).toISOString();
  await journey.report('picky-1', { status: 'BUSY' });
  const rejected = async () =>
    (await journey.get('/v1/deliveries?state=rejected')).data as readonly { id: string }[];
  while ((await rejected()).length === 0);
  const answer = await journey.post(`/v1/endpoints/${id}/recover`, { since });
  assert.equal(answer.status, 200);
  await journey.receiver.until((received) => received.length === 2);
  const [first, second] = journey.receiver.received;
  assert.equal(second?.headers['webhook-id'], first?.headers['webhook-id']);
  assert.equal(second?.headers['webhook-attempt'], '2');
  assert.equal(second?.body, first?.body);
});
