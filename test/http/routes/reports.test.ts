/** Reports over HTTP: the answers of S2, and every bad input. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { REPORT_AGE_MS_MAX } from '../../../src/core/call/report.ts';
import { isoTime } from '../../../src/core/time.ts';
import { type Answer, type Bundle, setup } from '../setup.ts';

const CALLING = { status: 'CALLING', direction: 'OUTBOUND' };

function reportTo({ call }: Bundle, callId: string, body: object, headers = {}): Promise<Answer> {
  return call('POST', `/v1/calls/${encodeURIComponent(callId)}/reports`, body, { headers });
}

function fieldsOf(answer: Answer): unknown {
  const errors = answer.at('/errors');
  return Array.isArray(errors) ? errors.map((error) => error.field) : errors;
}

test('S2.4: a report is answered 202 with what it did', async (t) => {
  const bundle = await setup(t);
  const first = await reportTo(bundle, 'call_1', CALLING);
  assert.equal(first.status, 202);
  assert.deepEqual(first.json, {
    callId: 'call_1',
    applied: true,
    callStatus: 'CALLING',
    triggers: ['OUTBOUND_CALL_CALLING'],
  });
  const ended = await reportTo(bundle, 'call_1', { status: 'COMPLETED' });
  assert.deepEqual(ended.at('/triggers'), ['OUTBOUND_CALL_COMPLETED', 'CALL_LOG_CREATED']);
});

test('S1.9: stale, duplicate and late statuses are 202 with a reason', async (t) => {
  const bundle = await setup(t);
  await reportTo(bundle, 'call_1', CALLING);
  const reasons: unknown[] = [];
  for (const status of ['QUEUED', 'CALLING', 'COMPLETED', 'CLOSING']) {
    const answer = await reportTo(bundle, 'call_1', { status });
    assert.equal(answer.status, 202);
    reasons.push(answer.at('/reason') ?? answer.at('/applied'));
  }
  assert.deepEqual(reasons, ['STALE', 'DUPLICATE', true, 'TERMINAL']);
});

test('after its commit a report offers its deliveries to the dispatcher, heads only', async (t) => {
  const bundle = await setup(t);
  await bundle.endpoint(['OUTBOUND_CALL_COMPLETED', 'CALL_LOG_CREATED']);
  await reportTo(bundle, 'call_1', { ...CALLING, status: 'COMPLETED' });
  assert.deepEqual(
    bundle.dispatcher.offered.map((head) => [head.trigger, head.sequence]),
    [['OUTBOUND_CALL_COMPLETED', 1]],
  );
});

test('ids with slashes, spaces, percent signs and any script are kept unchanged', async (t) => {
  const bundle = await setup(t);
  const ids = [
    'a/b',
    'a b',
    'a%2Fb',
    '100%',
    'größe',
    '通話',
    '😀',
    'a?b#c',
    'a+b',
    '%',
    ';x=1',
    '...',
  ];
  for (const callId of ids) {
    const answer = await reportTo(bundle, callId, CALLING);
    assert.equal(answer.status, 202, answer.text);
    assert.equal(answer.at('/callId'), callId);
    const shown = await bundle.call('GET', `/v1/calls/${encodeURIComponent(callId)}`);
    assert.equal(shown.at('/callId'), callId);
  }
  const longest = '😀'.repeat(256);
  assert.equal((await reportTo(bundle, longest, CALLING)).status, 202);
});

test('ids with controls, separators, edge spaces or too many characters are 422', async (t) => {
  const bundle = await setup(t);
  for (const callId of ['a\nb', 'a\u0000b', 'a\u2028b', ' a', 'a ', '\u0085', 'x'.repeat(257)]) {
    const answer = await reportTo(bundle, callId, CALLING);
    assert.equal(answer.status, 422, JSON.stringify(callId));
    assert.deepEqual(fieldsOf(answer), ['path.callId']);
  }
});

test('wrong types are refused, never coerced, and every failing field is named', async (t) => {
  const bundle = await setup(t);
  const wrong = {
    status: 5,
    direction: true,
    callSid: 7,
    errors: {},
    occurredAt: 1_795_174_257,
  };
  const answer = await reportTo(bundle, 'call_1', wrong);
  assert.equal(answer.status, 422);
  assert.equal(answer.at('/code'), 'INVALID_INPUT');
  assert.deepEqual(
    new Set(Object(fieldsOf(answer))),
    new Set(Object.keys(wrong).map((key) => `/${key}`)),
  );
  assert.equal((await bundle.call('GET', '/v1/calls/call_1')).status, 404, 'nothing was stored');
});

test('one answer names wrong types and wrong values', async (t) => {
  const bundle = await setup(t);
  const body = { status: 'calling', direction: 'OUTBOUND', clientId: 5, occurredAt: 'yesterday' };
  const answer = await reportTo(bundle, 'call_1', body);
  assert.equal(answer.status, 422);
  assert.deepEqual(fieldsOf(answer), ['/clientId', '/status', '/occurredAt']);
});

test('unknown keys are refused at every level', async (t) => {
  const bundle = await setup(t);
  const answer = await reportTo(bundle, 'call_1', {
    ...CALLING,
    foo: 1,
    errors: [{ code: 'INTERNAL_ERROR', extra: 'x' }],
  });
  assert.equal(answer.status, 422);
  assert.deepEqual(new Set(Object(fieldsOf(answer))), new Set(['/foo', '/errors/0/extra']));
  const proto = await bundle.call('POST', '/v1/calls/call_1/reports', undefined, {
    raw: '{"status":"CALLING","direction":"OUTBOUND","__proto__":{"x":1}}',
  });
  assert.deepEqual(fieldsOf(proto), ['/__proto__']);
});

test('unknown error codes, statuses and directions are 422', async (t) => {
  const bundle = await setup(t);
  const cases: [object, string][] = [
    [{ ...CALLING, errors: [{ code: 'NO_SUCH_CODE' }] }, '/errors/0/code'],
    [{ ...CALLING, status: 'calling' }, '/status'],
    [{ ...CALLING, direction: 'SIDEWAYS' }, '/direction'],
    [{ direction: 'OUTBOUND' }, '/status'],
    [{ ...CALLING, occurredAt: 'yesterday' }, '/occurredAt'],
    [{ ...CALLING, clientId: 'a\r\nx-evil: 1' }, '/clientId'],
    [{ ...CALLING, callSid: 'a\u0000b' }, '/callSid'],
  ];
  for (const [body, field] of cases.slice(0, 6)) {
    const answer = await reportTo(bundle, 'call_1', body);
    assert.equal(answer.status, 422, answer.text);
    assert.deepEqual(fieldsOf(answer), [field]);
  }
  // NUL is refused before any field is checked.
  assert.equal(
    (await reportTo(bundle, 'call_1', cases[6]?.[0] ?? {})).at('/code'),
    'MALFORMED_JSON',
  );
});

test('the first report must state a direction, and it can never change', async (t) => {
  const bundle = await setup(t);
  const missing = await reportTo(bundle, 'call_1', { status: 'CALLING' });
  assert.deepEqual([missing.status, missing.at('/code')], [422, 'DIRECTION_REQUIRED']);
  await reportTo(bundle, 'call_1', CALLING);
  const changed = await reportTo(bundle, 'call_1', { status: 'CLOSING', direction: 'INBOUND' });
  assert.deepEqual([changed.status, changed.at('/code')], [409, 'DIRECTION_CHANGED']);
  assert.deepEqual(fieldsOf(changed), ['/direction']);
  const inbound = await reportTo(bundle, 'call_2', { status: 'BUSY', direction: 'INBOUND' });
  assert.deepEqual([inbound.status, inbound.at('/code')], [422, 'STATUS_NOT_FOR_DIRECTION']);
});

test('a report id de-duplicates, and the same id for another report is 409', async (t) => {
  const bundle = await setup(t);
  const report = { ...CALLING, reportId: 'r1' };
  const first = await reportTo(bundle, 'call_1', report);
  const again = await reportTo(bundle, 'call_1', CALLING, { 'idempotency-key': 'r1' });
  assert.deepEqual(again.json, first.json);
  const reused = await reportTo(bundle, 'call_1', { status: 'COMPLETED', reportId: 'r1' });
  assert.deepEqual([reused.status, reused.at('/code')], [409, 'REPORT_ID_REUSED']);
  const shown = await bundle.call('GET', '/v1/calls/call_1');
  assert.equal(shown.at('/reports'), 1);
});

test('Idempotency-Key and reportId must not differ', async (t) => {
  const bundle = await setup(t);
  const report = { ...CALLING, reportId: 'r1' };
  const differ = await reportTo(bundle, 'call_1', report, { 'idempotency-key': 'r2' });
  assert.equal(differ.status, 422);
  assert.deepEqual(fieldsOf(differ), ['/reportId']);
  const same = await reportTo(bundle, 'call_1', report, { 'idempotency-key': 'r1' });
  assert.equal(same.status, 202);
  for (const key of ['x'.repeat(257), 'größe']) {
    const bad = await reportTo(bundle, 'call_1', CALLING, { 'idempotency-key': key });
    assert.deepEqual([bad.status, fieldsOf(bad)], [400, ['header.idempotency-key']]);
  }
});

test('a wrong occurredAt moves no firing into the past or the future', async (t) => {
  const bundle = await setup(t);
  const nowMs = bundle.clock.wallMs();
  const times = [nowMs - REPORT_AGE_MS_MAX - 1, nowMs + 3_600_000, 0, nowMs - 60_000];
  const fired: unknown[] = [];
  for (const [index, atMs] of times.entries()) {
    await reportTo(bundle, `call_${index}`, { ...CALLING, occurredAt: isoTime(atMs) });
    const shown = await bundle.call('GET', `/v1/calls/call_${index}`);
    assert.equal(shown.at('/timeline/reports/0/occurredAt'), isoTime(atMs), 'kept as it was said');
    fired.push(shown.at('/timeline/firings/0/firedAt'));
  }
  const now = isoTime(nowMs);
  assert.deepEqual(fired, [now, now, now, isoTime(nowMs - 60_000)]);
});

test('a value that looks like JSON stays a value', async (t) => {
  const bundle = await setup(t);
  const id = await bundle.endpoint(['OUTBOUND_CALL_CALLING']);
  const clientId = '","callStatus":"COMPLETED';
  await reportTo(bundle, 'call_1', { ...CALLING, clientId });
  const list = await bundle.call('GET', `/v1/deliveries?endpointId=${id}`);
  const delivery = await bundle.call('GET', `/v1/deliveries/${list.at('/data/0/id')}`);
  const body = JSON.parse(String(delivery.at('/body')));
  assert.equal(body.data.clientId, clientId);
  assert.equal(body.data.callStatus, 'CALLING');
});

test('a report with more than 100 errors is refused at /errors', async (t) => {
  const bundle = await setup(t);
  const errors = Array.from({ length: 101 }, () => ({ code: 'INTERNAL_ERROR' }));
  const answer = await reportTo(bundle, 'call_1', { ...CALLING, errors });
  assert.deepEqual([answer.status, fieldsOf(answer)], [422, ['/errors']]);
});

test('a full disk is 503 STORAGE_FULL; nothing acknowledged is lost', async (t) => {
  const bundle = await setup(t, { maxPages: 120 });
  const acknowledged: string[] = [];
  let refused: Answer | null = null;
  for (let index = 0; index < 2_000 && refused === null; index += 1) {
    const callId = `call_${index}_${'x'.repeat(200)}`;
    const answer = await reportTo(bundle, callId, { ...CALLING, clientId: 'y'.repeat(250) });
    if (answer.status === 202) acknowledged.push(callId);
    else refused = answer;
  }
  assert.ok(refused !== null);
  assert.deepEqual([refused.status, refused.at('/code')], [503, 'STORAGE_FULL']);
  assert.match(refused.headers.get('retry-after') ?? '', /^\d+$/);
  const failed = bundle.events.filter(({ name }) => name === 'store.failed');
  const error = String(refused.at('/detail'));
  assert.deepEqual(failed, [{ name: 'store.failed', operation: 'request', error }]);
  assert.ok(acknowledged.length > 0);
  for (const callId of acknowledged) {
    assert.equal((await bundle.call('GET', `/v1/calls/${callId}`)).status, 200);
  }
});
