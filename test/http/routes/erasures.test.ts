/** Erasures over the API: made, done by the runner, their receipt, refused, and who may. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstOwner, member } from '../person/people.ts';
import { setup } from '../setup.ts';

const REPORT = { status: 'CALLING', direction: 'OUTBOUND' };
const NUMBER = '+49 (151) 234-567.89';
const DIGITS = '4915123456789';

test('a number is erased, and the receipt says what was removed and who asked', async (t) => {
  const bundle = await setup(t);
  const { call } = bundle;
  await bundle.endpoint(['OUTBOUND_CALL_CALLING']);
  await call('POST', '/v1/calls/a/reports', { ...REPORT, clientId: `+${DIGITS}` });
  await call('POST', '/v1/calls/b/reports', { ...REPORT, clientId: `${DIGITS}0` });
  const made = await call('POST', '/v1/erasures', { number: NUMBER, reason: 'Asked by mail.' });
  assert.deepEqual([made.status, made.at('/state'), made.at('/value')], [202, 'queued', DIGITS]);
  bundle.bulkRunner.start();
  await bundle.bulkRunner.idle();
  const receipt = await call('GET', `/v1/erasures/${String(made.at('/id'))}`);
  assert.deepEqual([receipt.status, receipt.at('/state')], [200, 'done']);
  assert.deepEqual(receipt.at('/removed'), {
    calls: 1,
    reports: 1,
    firings: 1,
    deliveries: 1,
    attempts: 0,
    callLogs: 0,
    runs: 0,
    results: 0,
    sourceRequests: 0,
  });
  assert.match(String(receipt.at('/value')), /^sha256:[0-9a-f]{16}$/);
  assert.match(String(receipt.at('/askedBy')), /^key_/);
  assert.equal(receipt.at('/reason'), 'Asked by mail.');
  assert.equal((await call('GET', '/v1/calls/a')).status, 410);
  assert.equal((await call('GET', '/v1/calls/b')).status, 200);
  const trail = await call('GET', '/v1/audit');
  assert.deepEqual(
    [trail.at('/data/0/action'), trail.at('/data/1/action')],
    ['bulk.ended', 'bulk.started'],
  );
  assert.deepEqual(trail.at('/data/0/after/removed'), receipt.at('/removed'));
  for (const { text } of [trail, receipt, await call('GET', '/v1/bulk')]) {
    assert.doesNotMatch(text, new RegExp(`${DIGITS}(?!0)`));
  }
});

test('a call and a client are erased by the same job, with their items in the inbox', async (t) => {
  const bundle = await setup(t);
  const { call } = bundle;
  await call('POST', '/v1/calls/a/reports', { ...REPORT, clientId: 'client-1' });
  await call('POST', '/v1/calls/b/reports', { ...REPORT, clientId: 'client-1' });
  await call('POST', '/v1/calls/c/reports', REPORT);
  const project = String((await call('GET', '/v1/project')).at('/id'));
  const body = JSON.stringify({ message: 'kept', data: { callId: 'c' } });
  await fetch(`${bundle.inbox.origin}/${project}/http/box`, { method: 'POST', body });
  assert.match((await call('GET', '/v1/inbox')).text, /"callId":"c"/);
  const asked = [{ clientId: 'client-1' }, { callId: 'c' }];
  const made = [];
  for (const each of asked) made.push(await call('POST', '/v1/erasures', each));
  bundle.bulkRunner.start();
  await bundle.bulkRunner.idle();
  const counts = [];
  for (const each of made) {
    const receipt = await call('GET', `/v1/erasures/${String(each.at('/id'))}`);
    counts.push([receipt.at('/subject'), receipt.at('/removed/calls')]);
  }
  assert.deepEqual(counts, [
    ['client', 2],
    ['call', 1],
  ]);
  assert.doesNotMatch((await call('GET', '/v1/inbox')).text, /"callId":"c"/);
});

test('an erasure names exactly one subject, and a number has its country code', async (t) => {
  const { call } = await setup(t);
  const cases: readonly (readonly [object, string])[] = [
    [{}, ''],
    [{ callId: 'a', clientId: 'b' }, ''],
    [{ callId: ' a' }, '/callId'],
    [{ clientId: 'a\u0001b' }, '/clientId'],
    [{ number: '12345' }, '/number'],
    [{ number: '+49 151 CALL ME' }, '/number'],
  ];
  for (const [body, field] of cases) {
    const answer = await call('POST', '/v1/erasures', body);
    const what = JSON.stringify(body);
    assert.deepEqual([answer.status, answer.at('/errors/0/field')], [422, field], what);
  }
  const filter = { number: DIGITS };
  const bulk = await call('POST', '/v1/bulk', { action: 'retry', filter });
  assert.deepEqual([bulk.status, bulk.at('/errors/0/field')], [422, '/filter/number']);
  const other = await call('POST', '/v1/bulk', { action: 'recover', filter: {} });
  const none = await call('GET', `/v1/erasures/${String(other.at('/id'))}`);
  assert.equal(none.status, 404);
});

test('of people only an owner may erase, although an admin may delete a call', async (t) => {
  const bundle = await setup(t);
  const owner = await firstOwner(bundle);
  const admin = await member(bundle, owner, 'admin');
  const refused = await admin.ask('POST', '/v1/erasures', { callId: 'a' });
  assert.deepEqual([refused.status, refused.at('/code')], [403, 'FORBIDDEN']);
  assert.match(String(refused.at('/detail')), /needs the role owner .*yours is admin/);
  assert.equal((await owner.ask('POST', '/v1/erasures', { callId: 'a' })).status, 202);
});
