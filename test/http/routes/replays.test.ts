/** Replays and skipped heads of line over the API: linked both ways, in order, refused. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Bundle, setup } from '../setup.ts';

const TRIGGERS = ['OUTBOUND_CALL_CALLING', 'OUTBOUND_CALL_COMPLETED'] as const;

async function reported(bundle: Bundle, callId: string, status: string): Promise<void> {
  const body = { direction: 'OUTBOUND', status };
  const answer = await bundle.call('POST', `/v1/calls/${encodeURIComponent(callId)}/reports`, body);
  assert.equal(answer.status, 202, answer.text);
}

async function firstId({ call }: Bundle): Promise<string> {
  return String((await call('GET', '/v1/deliveries')).at('/data/0/id'));
}

test('a delivered delivery is replayed as a new one with the same webhook-id', async (t) => {
  const bundle = await setup(t);
  await bundle.endpoint(TRIGGERS);
  await reported(bundle, 'a', 'CALLING');
  const id = await firstId(bundle);
  const early = await bundle.call('POST', `/v1/deliveries/${id}/replay`);
  assert.deepEqual([early.status, early.at('/code')], [409, 'DELIVERY_STATE']);
  const atMs = bundle.clock.wallMs();
  await bundle.settle(id, { state: 'delivered', atMs, failures: 0 }, 200);
  const made = await bundle.call('POST', `/v1/deliveries/${id}/replay`);
  assert.equal(made.status, 201, made.text);
  const before = await bundle.call('GET', `/v1/deliveries/${id}`);
  assert.deepEqual([made.at('/replayOf'), before.at('/replays')], [id, [made.at('/id')]]);
  assert.deepEqual(
    [made.at('/messageId'), made.at('/body'), made.at('/sequence'), made.at('/state')],
    [before.at('/messageId'), before.at('/body'), 2, 'due'],
  );
  assert.equal(before.at('/state'), 'delivered');
  assert.equal(bundle.dispatcher.offered.length, 2);
  const entry = Object((await bundle.call('GET', '/v1/audit')).at('/data/0'));
  assert.deepEqual(
    [entry.action, entry.target, entry.after],
    ['delivery.replayed', id, { madeId: made.at('/id') }],
  );
});

test('a replay is refused for a disabled endpoint, and unknown ids', async (t) => {
  const bundle = await setup(t);
  const endpointId = await bundle.endpoint(TRIGGERS);
  await reported(bundle, 'a', 'CALLING');
  const id = await firstId(bundle);
  await bundle.settle(id, { state: 'delivered', atMs: 0, failures: 0 }, 200);
  await bundle.call('POST', `/v1/endpoints/${endpointId}/disable`);
  const held = await bundle.call('POST', `/v1/deliveries/${id}/replay`);
  assert.deepEqual([held.status, held.at('/code')], [409, 'ENDPOINT_DISABLED']);
  assert.equal((await bundle.call('POST', '/v1/deliveries/dlv_1/replay')).status, 404);
});

test('a call is replayed to the endpoints that tick its triggers, or to named ones', async (t) => {
  const bundle = await setup(t);
  await bundle.endpoint(TRIGGERS);
  for (const status of ['CALLING', 'COMPLETED']) await reported(bundle, 'a b', status);
  const late = await bundle.endpoint(['OUTBOUND_CALL_COMPLETED']);
  const path = `/v1/calls/${encodeURIComponent('a b')}/replay`;
  const all = await bundle.call('POST', path);
  assert.equal(all.status, 201, all.text);
  const made: { trigger: string; endpointId: string }[] = Object(all.at('/made'));
  assert.deepEqual(
    made.map(({ trigger }) => trigger),
    ['OUTBOUND_CALL_CALLING', 'OUTBOUND_CALL_COMPLETED', 'OUTBOUND_CALL_COMPLETED'],
  );
  const body = { triggers: ['OUTBOUND_CALL_CALLING'], endpointIds: [late] };
  const some = await bundle.call('POST', path, body);
  assert.deepEqual(
    [some.at('/made/0/endpointId'), some.at('/made/0/sequence'), some.at('/made/1')],
    [late, 2, undefined],
  );
  assert.equal((await bundle.call('POST', '/v1/calls/nobody/replay')).status, 404);
  const unknown = { endpointIds: ['ep_01M7WRXSYE000000009'] };
  assert.equal((await bundle.call('POST', path, unknown)).status, 404);
});

test('skipping the head of a lane needs a reason, which the trail keeps', async (t) => {
  const bundle = await setup(t);
  const endpointId = await bundle.endpoint(TRIGGERS);
  for (const status of ['CALLING', 'COMPLETED']) await reported(bundle, 'a/b', status);
  const path = `/v1/endpoints/${endpointId}/lanes/${encodeURIComponent('a/b')}/skip-head`;
  assert.equal((await bundle.call('POST', path, {})).status, 422);
  const skip = await bundle.call('POST', path, { reason: 'It hangs.' });
  assert.equal(skip.status, 200, skip.text);
  assert.deepEqual(
    [skip.at('/skipped/state'), skip.at('/head/state'), skip.at('/head/sequence')],
    ['cancelled', 'due', 2],
  );
  const entry = Object((await bundle.call('GET', '/v1/audit')).at('/data/0'));
  assert.deepEqual(
    [entry.action, entry.target, entry.after],
    ['lane.head-skipped', skip.at('/skipped/id'), { reason: 'It hangs.' }],
  );
  assert.equal((await bundle.call('POST', path, { reason: 'x' })).at('/head'), null);
  const empty = await bundle.call('POST', path, { reason: 'x' });
  assert.deepEqual([empty.status, empty.at('/code')], [409, 'STATE_CONFLICT']);
});

test('a cancellation may give a reason, which the trail keeps', async (t) => {
  const bundle = await setup(t);
  await bundle.endpoint(TRIGGERS);
  await reported(bundle, 'a', 'CALLING');
  const id = await firstId(bundle);
  const answer = await bundle.call('POST', `/v1/deliveries/${id}/cancel`, { reason: 'Not needed' });
  assert.deepEqual([answer.status, answer.at('/state')], [200, 'cancelled'], answer.text);
  const entry = Object((await bundle.call('GET', '/v1/audit')).at('/data/0'));
  assert.deepEqual(entry.after, { reason: 'Not needed', state: 'cancelled' });
});
