/** Consumers of pull endpoints fetch and settle messages, over real sockets. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createKeySet, verifyWebhook } from '../../../receiver/src/index.ts';
import { type Bundle, setup, TOKEN } from '../setup.ts';

const TRIGGERS = ['OUTBOUND_CALL_CALLING', 'OUTBOUND_CALL_COMPLETED'];

async function pulled(bundle: Bundle, more: object = {}): Promise<string> {
  return bundle.endpoint(TRIGGERS, { kind: 'pull', target: null, ...more });
}

async function report({ call }: Bundle, callId: string, status: string): Promise<void> {
  const body = { direction: 'OUTBOUND', status };
  const answer = await call('POST', `/v1/calls/${callId}/reports`, body);
  assert.equal(answer.status, 202, answer.text);
}

interface Message {
  readonly lease: string;
  readonly leaseUntil: string;
  readonly deliveryId: string;
  readonly messageId: string;
  readonly callId: string;
  readonly trigger: string;
  readonly sequence: number;
  readonly attempt: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

async function fetched({ call }: Bundle, id: string, query = ''): Promise<readonly Message[]> {
  const answer = await call('GET', `/v1/endpoints/${id}/messages${query}`);
  assert.equal(answer.status, 200, answer.text);
  return Object(answer.at('/messages'));
}

const settle = ({ call }: Bundle, id: string, how: string, body: object) =>
  call('POST', `/v1/endpoints/${id}/messages/${how}`, body);

test('S6.34: a message equals a request to a Custom endpoint, and verifies', async (t) => {
  const bundle = await setup(t);
  await bundle.service.signingKeys.ensure(bundle.project.key);
  const id = await pulled(bundle, { auth: { method: 'rsa-sha256' } });
  await report(bundle, 'call-1', 'CALLING');
  const [message] = await fetched(bundle, id);
  assert.ok(message);
  assert.equal(message.callId, 'call-1');
  assert.equal(message.trigger, 'OUTBOUND_CALL_CALLING');
  assert.deepEqual([message.sequence, message.attempt], [1, 1]);
  assert.equal(message.headers['webhook-id'], message.messageId);
  assert.equal(message.headers['webhook-endpoint-id'], id);
  assert.equal(JSON.parse(message.body).data.callId, 'call-1');
  const project = String((await bundle.call('GET', '/v1/project')).at('/id'));
  const keys = createKeySet(`${bundle.url}/v1/projects/${project}/.well-known/jwks.json`);
  const { headers, body: rawBody } = message;
  const now = () => bundle.clock.wallMs();
  const verdict = await verifyWebhook({ headers, rawBody, keys, endpointId: id, now });
  assert.equal(verdict.kind, 'valid', JSON.stringify(verdict));
});

test('S6.36: a call gives its next message once the one before is acknowledged', async (t) => {
  const bundle = await setup(t);
  const id = await pulled(bundle);
  await report(bundle, 'call-1', 'CALLING');
  await report(bundle, 'call-1', 'COMPLETED');
  await report(bundle, 'call-2', 'CALLING');
  const first = await fetched(bundle, id);
  assert.deepEqual(
    first.map(({ callId, sequence }) => [callId, sequence]),
    [
      ['call-1', 1],
      ['call-2', 1],
    ],
  );
  assert.deepEqual(await fetched(bundle, id), []);
  const leases = first.map(({ lease }) => lease);
  const settled = await settle(bundle, id, 'ack', { leases });
  assert.deepEqual(settled.json, { settled: 2, lost: [] });
  const again = await settle(bundle, id, 'ack', { leases });
  assert.deepEqual(again.json, { settled: 0, lost: leases });
  const [second, ...rest] = await fetched(bundle, id);
  assert.deepEqual([second?.callId, second?.sequence, rest.length], ['call-1', 2, 0]);
  const shown = await bundle.call('GET', `/v1/deliveries/${first[0]?.deliveryId}`);
  assert.equal(shown.at('/state'), 'delivered');
  assert.equal(shown.at('/attemptList/0/outcome'), 'delivered');
});

test('S6.37: a failed message is fetched again by the schedule; its reason is kept', async (t) => {
  const bundle = await setup(t);
  const id = await pulled(bundle, { retryScheduleMs: [5_000, 5_000] });
  await report(bundle, 'call-1', 'CALLING');
  const [message] = await fetched(bundle, id);
  const leases = [message?.lease];
  const failed = await settle(bundle, id, 'fail', { leases, reason: 'No disk', retryAfter: 1 });
  assert.deepEqual(failed.json, { settled: 1, lost: [] });
  assert.deepEqual(await fetched(bundle, id), []);
  bundle.clock.advance(6_500);
  const [again] = await fetched(bundle, id);
  assert.deepEqual([again?.messageId, again?.body], [message?.messageId, message?.body]);
  assert.equal(again?.attempt, 2);
  assert.equal(again?.headers['webhook-attempt'], '2');
  const final = await settle(bundle, id, 'fail', { leases: [again?.lease], retry: false });
  assert.equal(final.at('/settled'), 1);
  const shown = await bundle.call('GET', `/v1/deliveries/${message?.deliveryId}`);
  assert.equal(shown.at('/state'), 'rejected');
  const attempts: readonly { error: string; excerpt: string | null }[] = Object(
    shown.at('/attemptList'),
  );
  assert.deepEqual(
    attempts.map(({ error, excerpt }) => [error, excerpt]).sort(),
    [
      ['consumer', 'No disk'],
      ['consumer', null],
    ].sort(),
  );
});

test('S6.39: a released message is fetched again as the same attempt', async (t) => {
  const bundle = await setup(t);
  const id = await pulled(bundle);
  await report(bundle, 'call-1', 'CALLING');
  const [message] = await fetched(bundle, id);
  const released = await settle(bundle, id, 'release', { leases: [message?.lease] });
  assert.deepEqual(released.json, { settled: 1, lost: [] });
  const [again] = await fetched(bundle, id);
  assert.equal(again?.attempt, 1);
  assert.notEqual(again?.lease, message?.lease);
});

test('S6.35: a waiting consumer gets a message as soon as it is due', async (t) => {
  const bundle = await setup(t);
  const id = await pulled(bundle);
  const waiting = fetched(bundle, id, '?wait=30&max=1');
  await report(bundle, 'call-1', 'CALLING');
  const [message] = await waiting;
  assert.equal(message?.callId, 'call-1');
});

test('S12.13: explain says until when a consumer has the delivery, or that none has', async (t) => {
  const bundle = await setup(t);
  const id = await pulled(bundle);
  await report(bundle, 'call-1', 'CALLING');
  const explain = async () => {
    const answer = await bundle.call('GET', `/v1/calls/call-1/explain?endpointId=${id}`);
    return Object(answer.at('/explanations/0'));
  };
  assert.equal((await explain()).text, 'It waits for a consumer to fetch it.');
  assert.equal((await explain()).leaseUntil, null);
  const [message] = await fetched(bundle, id, '?lease=60');
  assert.equal((await explain()).leaseUntil, message?.leaseUntil);
  assert.equal(
    (await explain()).text,
    `Attempt 1 is with a consumer until ${message?.leaseUntil}.`,
  );
});

test('messages of another kind of endpoint, and a test of a pull endpoint, are 409', async (t) => {
  const bundle = await setup(t);
  const custom = await bundle.endpoint(TRIGGERS);
  const refused = await bundle.call('GET', `/v1/endpoints/${custom}/messages`);
  assert.deepEqual([refused.status, refused.at('/code')], [409, 'STATE_CONFLICT']);
  const id = await pulled(bundle);
  const tested = await bundle.call('POST', `/v1/endpoints/${id}/test`);
  assert.deepEqual([tested.status, tested.at('/code')], [409, 'STATE_CONFLICT']);
  const paced = await bundle.call('PATCH', `/v1/endpoints/${id}`, { pacing: { ratePerS: 5 } });
  assert.equal(paced.status, 422, paced.text);
});

test('a disabled endpoint holds its messages; enabling it wakes its consumers', async (t) => {
  const bundle = await setup(t);
  const id = await pulled(bundle);
  await bundle.call('POST', `/v1/endpoints/${id}/disable`);
  await report(bundle, 'call-1', 'CALLING');
  assert.deepEqual(await fetched(bundle, id), []);
  const waiting = fetched(bundle, id, '?wait=30');
  const enabled = await bundle.call('POST', `/v1/endpoints/${id}/enable`, { held: 'send' });
  assert.equal(enabled.status, 200, enabled.text);
  assert.equal((await waiting).length, 1);
});

test('a waiting consumer that disconnects takes no message', async (t: TestContext) => {
  const bundle = await setup(t);
  const id = await pulled(bundle);
  const leaving = new AbortController();
  const gone = fetch(`${bundle.url}/v1/endpoints/${id}/messages?wait=30`, {
    headers: { authorization: `Bearer ${TOKEN}` },
    signal: leaving.signal,
  });
  leaving.abort();
  await assert.rejects(gone);
  await report(bundle, 'call-1', 'CALLING');
  const [message] = await fetched(bundle, id, '?wait=30');
  assert.equal(message?.callId, 'call-1');
});
