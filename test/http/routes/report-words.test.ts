/** Typical mistakes of reporters, and the words of the answers to them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isoTime } from '../../../src/core/time.ts';
import { type Bundle, setup } from '../setup.ts';

function report({ call }: Bundle, callId: string, body: object) {
  return call('POST', `/v1/calls/${callId}/reports`, body);
}

const OUT = { direction: 'OUTBOUND' };

test('a misspelt public status is refused with the right name, alone and in a batch', async (t) => {
  const bundle = await setup(t);
  const slips = { CANCELLED: 'CANCELED', COMPLETE: 'COMPLETED', FAILED: 'ERROR' };
  for (const [status, meant] of Object.entries({ ...slips, NO_ANSWER: 'NO_RESPONSE' })) {
    const answer = await report(bundle, 'call_1', { ...OUT, status });
    assert.equal(answer.status, 422, status);
    assert.equal(answer.at('/errors/0/field'), '/status');
    assert.match(String(answer.at('/errors/0/message')), new RegExp(`did you mean ${meant}\\?`));
  }
  const reports = [{ callId: 'call_1', ...OUT, status: 'CANCELLED' }];
  const batch = await bundle.call('POST', '/v1/reports', { reports });
  assert.equal(batch.at('/results/0/status'), 422);
  assert.equal(batch.at('/results/0/problem/errors/0/field'), '/reports/0/status');
  assert.equal((await bundle.call('GET', '/v1/calls/call_1')).status, 404);
});

test('a status that is not public is accepted, and the answer marks it', async (t) => {
  const bundle = await setup(t);
  for (const status of ['RINGING', 'IN_PROGRESS', 'QUEUED']) {
    const answer = await report(bundle, 'call_1', { ...OUT, status });
    assert.deepEqual([answer.status, answer.at('/known')], [202, false], status);
  }
  const known = await report(bundle, 'call_1', { status: 'CALLING' });
  assert.deepEqual([known.status, known.at('/known')], [202, undefined]);
  const reports = [{ callId: 'call_2', ...OUT, status: 'RINGING' }];
  assert.equal(
    (await bundle.call('POST', '/v1/reports', { reports })).at('/results/0/known'),
    false,
  );
});

test('errors with a status that does not apply fire nothing, and the answer says so', async (t) => {
  const bundle = await setup(t);
  const errors = [{ code: 'INTERNAL_ERROR' }];
  await report(bundle, 'call_1', { ...OUT, status: 'COMPLETED' });
  const late = await report(bundle, 'call_1', { status: 'ERROR', errors });
  assert.deepEqual(
    [late.at('/applied'), late.at('/reason'), late.at('/triggers'), late.at('/errorsFired')],
    [false, 'TERMINAL', [], false],
  );
  const alone = await report(bundle, 'call_1', { errors });
  assert.deepEqual(
    [alone.at('/triggers'), alone.at('/errorsFired')],
    [['OUTBOUND_CALL_ERROR'], undefined],
  );
  const call = await bundle.call('GET', '/v1/calls/call_1');
  assert.equal(call.at('/timeline/reports/1/errors/0/code'), 'INTERNAL_ERROR', 'it is to be seen');
});

test('null for an optional field counts as absent', async (t) => {
  const bundle = await setup(t);
  const nothing = { callSid: null, clientId: null, errors: null, occurredAt: null, reportId: null };
  const answer = await report(bundle, 'call_1', { ...OUT, status: 'CALLING', ...nothing });
  assert.equal(answer.status, 202, answer.text);
  const errors = [{ code: 'INTERNAL_ERROR', message: null, timestamp: null }];
  assert.equal((await report(bundle, 'call_1', { status: null, errors })).status, 202);
});

test('an empty id leaves the former id', async (t) => {
  const bundle = await setup(t);
  const ids = { callSid: 'CA1', clientId: 'order 1' };
  await report(bundle, 'call_1', { ...OUT, status: 'CALLING', ...ids });
  await report(bundle, 'call_1', { status: 'CLOSING', callSid: '', clientId: '' });
  const call = await bundle.call('GET', '/v1/calls/call_1');
  assert.deepEqual([call.at('/callSid'), call.at('/clientId')], ['CA1', 'order 1']);
});

test('the timestamp of an error has the same bounds as occurredAt', async (t) => {
  const bundle = await setup(t);
  const { call } = bundle;
  const nowMs = bundle.clock.wallMs();
  const timestamps = ['1999-01-01T00:00:00Z', isoTime(nowMs - 60_000), '2999-01-01T00:00:00Z'];
  const errors = timestamps.map((timestamp) => ({ code: 'INTERNAL_ERROR', timestamp }));
  await call('POST', '/v1/endpoints', {
    name: 'x',
    kind: 'custom',
    target: 'https://example.com',
    auth: { method: 'rsa-sha256' },
    triggers: ['OUTBOUND_CALL_ERROR'],
  });
  await report(bundle, 'call_1', { ...OUT, status: 'ERROR', errors });
  const list = await call('GET', '/v1/deliveries?callId=call_1');
  const delivery = await call('GET', `/v1/deliveries/${list.at('/data/0/id')}`);
  const { errors: sent } = JSON.parse(String(delivery.at('/body')));
  assert.deepEqual(
    sent.map(({ timestamp }: { timestamp: string }) => timestamp),
    [isoTime(nowMs), isoTime(nowMs - 60_000), isoTime(nowMs)],
  );
});

test('the answer to another Authorization scheme says what to send; it is no guess', async (t) => {
  const { call } = await setup(t);
  for (let times = 0; times < 40; times += 1) {
    const headers = { authorization: 'Basic dXNlcjpwYXNz' };
    const answer = await call('GET', '/v1/calls', undefined, { token: null, headers });
    assert.equal(answer.status, 401);
    assert.match(String(answer.at('/detail')), /Authorization: Bearer rp_/);
  }
});

test('the answer to a byte order mark names it', async (t) => {
  const { call } = await setup(t);
  const raw = `\ufeff${JSON.stringify({ ...OUT, status: 'CALLING' })}`;
  const answer = await call('POST', '/v1/calls/call_1/reports', undefined, { raw });
  assert.deepEqual([answer.status, answer.at('/code')], [400, 'MALFORMED_JSON']);
  assert.match(String(answer.at('/detail')), /byte order mark/);
});

test('the answer to a patch of enabled names the route that enables an endpoint', async (t) => {
  const { call } = await setup(t);
  const made = await call('POST', '/v1/endpoints', {
    name: 'x',
    kind: 'custom',
    target: 'https://example.com',
    auth: { method: 'rsa-sha256' },
    triggers: ['OUTBOUND_CALL_ERROR'],
  });
  const answer = await call('PATCH', `/v1/endpoints/${made.at('/id')}`, { enabled: false });
  assert.equal(answer.status, 422);
  assert.match(String(answer.at('/errors/0/message')), /\/enable/);
});
