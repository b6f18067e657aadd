/** A bulk job over the API deletes all calls of a client: made, refused, and who may. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PROVEN_MS } from '../../../src/core/person/session.ts';
import { firstOwner, member, PASSWORD } from '../person/people.ts';
import { setup } from '../setup.ts';

const REPORT = { status: 'CALLING', direction: 'OUTBOUND' };
const JOB = { action: 'delete-calls', filter: { clientId: 'client-7f3a' } } as const;

test('the job deletes the calls of the client, and says how many', async (t) => {
  const bundle = await setup(t);
  const { call } = bundle;
  await bundle.endpoint(['OUTBOUND_CALL_CALLING']);
  for (const callId of ['a', 'b']) {
    await call('POST', `/v1/calls/${callId}/reports`, { ...REPORT, ...JOB.filter });
  }
  await call('POST', '/v1/calls/c/reports', { ...REPORT, clientId: 'client-7f3a-2' });
  const preview = await call('POST', '/v1/bulk/preview', JOB);
  assert.deepEqual(JSON.parse(preview.text), { matched: 2, matchedExact: true, endpoints: 1 });
  const made = await call('POST', '/v1/bulk', { ...JOB, reason: 'Asked by mail.' });
  assert.deepEqual([made.status, made.at('/state'), made.at('/matched')], [202, 'queued', 2]);
  assert.deepEqual(made.at('/filter'), JOB.filter);
  bundle.dispatcher.invalidated.length = 0;
  bundle.bulkRunner.start();
  await bundle.bulkRunner.idle();
  assert.equal(bundle.dispatcher.invalidated.length, 1);
  const ended = await call('GET', `/v1/bulk/${String(made.at('/id'))}`);
  assert.deepEqual([ended.at('/state'), ended.at('/done')], ['done', 2]);
  assert.match(String(ended.at('/filter/clientId')), /^sha256:[0-9a-f]{16}$/);
  const list = await call('GET', '/v1/bulk');
  assert.deepEqual(list.at('/data/0'), JSON.parse(ended.text));
  for (const [callId, status] of [
    ['a', 410],
    ['b', 410],
    ['c', 200],
  ] as const) {
    assert.equal((await call('GET', `/v1/calls/${callId}`)).status, status);
  }
  const trail = await call('GET', '/v1/audit');
  assert.deepEqual(
    [trail.at('/data/0/action'), trail.at('/data/1/action')],
    ['bulk.ended', 'bulk.started'],
  );
  assert.doesNotMatch(trail.text, /client-7f3a/);
});

test('the job accepts one whole clientId as its filter and nothing else', async (t) => {
  const { call } = await setup(t);
  const { action, filter } = JOB;
  const cases: readonly (readonly [object, string])[] = [
    [{ action }, '/filter/clientId'],
    [{ action, filter: {} }, '/filter/clientId'],
    [{ action, filter: { clientId: 'a\u0001b' } }, '/filter/clientId'],
    [{ action, filter: { clientId: ' a' } }, '/filter/clientId'],
    [{ action, filter: { ...filter, callId: 'a' } }, '/filter/callId'],
    [{ action, filter: { ...filter, from: '2026-11-20T00:00:00Z' } }, '/filter/from'],
    [{ action, ids: ['dlv_01M7WRXSYE000000009'] }, '/ids'],
    [{ action: 'retry', filter }, '/filter/clientId'],
  ];
  for (const [body, field] of cases) {
    const answer = await call('POST', '/v1/bulk', body);
    assert.deepEqual([answer.status, answer.at('/errors/0/field')], [422, field], answer.text);
  }
  assert.equal((await call('POST', '/v1/bulk', { action, filter: { clientId: '' } })).status, 422);
});

test('a key needs calls:delete too, also to preview the job', async (t) => {
  const { call, keyWith } = await setup(t);
  const deliveries = ['deliveries:read', 'deliveries:write'] as const;
  const less = { token: await keyWith([...deliveries, 'calls:read']) };
  const both = { token: await keyWith([...deliveries, 'calls:delete']) };
  for (const [path, status] of [
    ['/v1/bulk/preview', 200],
    ['/v1/bulk', 202],
  ] as const) {
    const refused = await call('POST', path, JOB, less);
    assert.equal(refused.status, 403);
    assert.match(String(refused.at('/detail')), /calls:delete/);
    assert.equal((await call('POST', path, JOB, both)).status, status);
  }
});

test('a person needs the role and a recent proof of identity', async (t) => {
  const bundle = await setup(t);
  const kim = await firstOwner(bundle);
  const lou = await member(bundle, kim, 'operator', 'lou');
  const refused = await lou.ask('POST', '/v1/bulk', JOB);
  assert.deepEqual([refused.status, refused.at('/code')], [403, 'FORBIDDEN']);
  assert.match(String(refused.at('/detail')), /role admin/);
  bundle.clock.advance(PROVEN_MS);
  const late = await kim.ask('POST', '/v1/bulk', JOB);
  assert.deepEqual([late.status, late.at('/code')], [403, 'REAUTHENTICATION_REQUIRED']);
  assert.equal((await kim.ask('POST', '/v1/bulk/preview', JOB)).status, 200);
  assert.equal((await kim.ask('POST', '/v1/bulk', { action: 'retry', filter: {} })).status, 202);
  await kim.ask('POST', '/v1/session/reauthentication', { password: PASSWORD });
  assert.equal((await kim.ask('POST', '/v1/bulk', JOB)).status, 202);
});
