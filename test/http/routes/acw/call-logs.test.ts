/** Call logs over HTTP: stored, replaced, read, removed, and how long to wait for one. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CALL_LOG_BYTES_MAX, TURNS_MAX } from '../../../../src/acw/call-log/call-log.ts';
import { type Answer, type Bundle, setup } from '../../setup.ts';
import { HOSTILE, LOG, largestLog } from './large-log.ts';

async function report({ call }: Bundle, callId: string, body: object): Promise<void> {
  const answer = await call('POST', `/v1/calls/${encodeURIComponent(callId)}/reports`, body);
  assert.equal(answer.status, 202, answer.text);
}

function isProblem(answer: Answer, status: number, code: string, field?: string): void {
  assert.deepEqual([answer.status, answer.at('/code')], [status, code], answer.text);
  if (field !== undefined) assert.equal(answer.at('/errors/0/field'), field, answer.text);
}

test('a log is created, replaced and read as the text that was sent', async (t) => {
  const { call, clock } = await setup(t);
  const path = '/v1/call-logs/a%2Fb';
  const made = await call('POST', path, LOG);
  assert.equal(made.status, 201, made.text);
  assert.deepEqual(made.json, { callId: 'a/b', version: 1, turns: 2 });
  assert.deepEqual([made.headers.get('etag'), made.headers.get('location')], ['"1"', path]);
  clock.advance(1_000);
  const raw = `{ "metadata" : {"n": 9007199254740993, "1": 1.0}, ${JSON.stringify(LOG).slice(1)}`;
  const replaced = await call('POST', path, undefined, { raw });
  assert.equal(replaced.status, 200, replaced.text);
  assert.deepEqual(replaced.json, { callId: 'a/b', version: 2, turns: 2 });
  const read = await call('GET', path);
  assert.equal(read.status, 200, read.text);
  assert.match(read.headers.get('content-type') ?? '', /^application\/json/);
  assert.equal(read.headers.get('etag'), '"2"');
  assert.deepEqual(read.json, {
    callId: 'a/b',
    version: 2,
    createdAt: '2026-11-20T00:00:00.000Z',
    updatedAt: '2026-11-20T00:00:01.000Z',
    metadata: JSON.parse('{"n":9007199254740993,"1":1}'),
    ...LOG,
  });
  assert.ok(read.text.endsWith(raw.slice(1)), 'not one byte of it differs');
});

test('a call id in a path is decoded exactly once', async (t) => {
  const { call } = await setup(t);
  const ids = ['a/b', 'a%2Fb', '%41', 'A', 'ü 😀', "o'clock?&#;=+", '電話', 'x'.repeat(256)];
  for (const [index, id] of ids.entries()) {
    const log = { ...LOG, metadata: { index } };
    const made = await call('POST', `/v1/call-logs/${encodeURIComponent(id)}`, log);
    assert.deepEqual([made.status, made.at('/callId')], [201, id], made.text);
  }
  for (const [index, id] of ids.entries()) {
    const read = await call('GET', `/v1/call-logs/${encodeURIComponent(id)}`);
    assert.deepEqual([read.at('/callId'), read.at('/metadata/index')], [id, index]);
  }
  isProblem(await call('GET', '/v1/call-logs/%ff'), 400, 'INVALID_PARAMETER');
  isProblem(await call('GET', '/v1/call-logs/a%00'), 422, 'INVALID_INPUT', 'path.callId');
});

test('storing a log fires nothing', async (t) => {
  const bundle = await setup(t);
  await bundle.endpoint(['CALL_LOG_CREATED']);
  await report(bundle, 'call_1', { status: 'CALLING', direction: 'INBOUND' });
  assert.equal((await bundle.call('POST', '/v1/call-logs/call_1', LOG)).status, 201);
  assert.deepEqual((await bundle.call('GET', '/v1/deliveries')).at('/data'), []);
});

test('If-Match replaces only that version, If-None-Match: * only creates', async (t) => {
  const { call } = await setup(t);
  const put = (headers: Readonly<Record<string, string>>) =>
    call('POST', '/v1/call-logs/call_1', LOG, { headers });
  isProblem(await put({ 'if-match': '"1"' }), 412, 'PRECONDITION_FAILED');
  assert.equal((await put({ 'if-none-match': '*' })).status, 201);
  isProblem(await put({ 'if-none-match': '*' }), 412, 'PRECONDITION_FAILED');
  assert.equal((await put({ 'if-match': '"1"' })).status, 200);
  isProblem(await put({ 'if-match': '"1"' }), 412, 'PRECONDITION_FAILED');
  isProblem(await put({ 'if-match': '*' }), 400, 'INVALID_PARAMETER', 'header.if-match');
  const both = await put({ 'if-match': '"2"', 'if-none-match': '*' });
  isProblem(both, 400, 'INVALID_PARAMETER');
  assert.equal((await call('GET', '/v1/call-logs/call_1')).at('/version'), 2);
});

test('for an absent log the answer says whether it may still come', async (t) => {
  const bundle = await setup(t);
  const { call } = bundle;
  await report(bundle, 'talked', { status: 'CALLING', direction: 'OUTBOUND' });
  await report(bundle, 'talked', { status: 'COMPLETED' });
  await report(bundle, 'busy', { status: 'BUSY', direction: 'OUTBOUND' });
  await report(bundle, 'expired', { status: 'EXPIRED', direction: 'OUTBOUND' });
  const details = new Set<unknown>();
  for (const [callId, retryAfter, state] of [
    ['talked', '5', 'EXPECTED'],
    ['busy', '5', 'UNLIKELY'],
    ['expired', null, 'NEVER'],
  ] as const) {
    const absent = await call('GET', `/v1/call-logs/${callId}`);
    isProblem(absent, 404, 'CALL_LOG_NOT_FOUND');
    assert.equal(absent.headers.get('retry-after'), retryAfter, callId);
    details.add(absent.at('/detail'));
    const shown = (await call('GET', `/v1/calls/${callId}`)).at('/callLog');
    assert.deepEqual(shown, { state, version: null, turns: null });
  }
  assert.equal(details.size, 3);
});

test('a removed log is 404, and its call shows it as DELETED', async (t) => {
  const bundle = await setup(t);
  const { call } = bundle;
  await report(bundle, 'call_1', { status: 'CALLING', direction: 'INBOUND' });
  const path = '/v1/call-logs/call_1';
  assert.equal((await call('POST', path, LOG)).status, 201);
  const state = async () => (await call('GET', '/v1/calls/call_1')).at('/callLog');
  assert.deepEqual(await state(), { state: 'PRESENT', version: 1, turns: 2 });
  const removed = await call('DELETE', path);
  assert.deepEqual([removed.status, removed.text], [204, '']);
  const gone = await call('GET', path);
  isProblem(gone, 404, 'CALL_LOG_NOT_FOUND');
  assert.equal(gone.headers.get('retry-after'), null, 'no client should wait for it');
  isProblem(await call('DELETE', path), 404, 'CALL_LOG_NOT_FOUND');
  assert.deepEqual(await state(), { state: 'DELETED', version: 1, turns: null });
  assert.deepEqual((await call('POST', path, LOG)).at('/version'), 2, 'a version names one text');
});

test('a broken rule is named with its field', async (t) => {
  const bundle = await setup(t);
  const { call } = bundle;
  const put = (more: object, path = 'call_1') =>
    call('POST', `/v1/call-logs/${path}`, { ...LOG, ...more });
  const [first] = LOG.turns;
  const cases: readonly (readonly [more: object, field: string])[] = [
    [{ turns: undefined }, '/turns'],
    [{ speaker: 'AGENT' }, '/speaker'],
    [{ turns: [{ ...first, speaker: 'BOT' }] }, '/turns/0/speaker'],
    [{ turns: [{ ...first, startMs: 1.5 }] }, '/turns/0/startMs'],
    [{ turns: [{ ...first, startMs: -1 }] }, '/turns/0/startMs'],
    [{ turns: [{ ...first, startMs: 5, endMs: 4 }] }, '/turns/0/endMs'],
    [{ turns: [{ ...first, startMs: 9, endMs: 9 }, first] }, '/turns/1/startMs'],
    [{ turns: [{ ...first, confidence: 2 }] }, '/turns/0/confidence'],
    [{ startedAt: 'yesterday' }, '/startedAt'],
    [{ participants: [{ id: 'a', role: 'BOT' }] }, '/participants/0/role'],
    [{ recordingUrl: 'ftp://x' }, '/recordingUrl'],
  ];
  for (const [more, field] of cases) isProblem(await put(more), 422, 'INVALID_INPUT', field);
  isProblem(await put({}, '%20a'), 422, 'INVALID_INPUT', 'path.callId');
  await report(bundle, 'out', { status: 'CALLING', direction: 'OUTBOUND' });
  isProblem(await put({}, 'out'), 409, 'DIRECTION_CHANGED');
});

test('the largest log is accepted, and one byte or one turn more is refused', async (t) => {
  const { call } = await setup(t);
  for (const character of ['x', '電']) {
    const raw = largestLog(character);
    assert.ok(Buffer.byteLength(raw) > CALL_LOG_BYTES_MAX * 0.97);
    const answer = await call('POST', '/v1/call-logs/long', undefined, { raw });
    assert.ok(answer.status < 300, answer.text);
    assert.equal(answer.at('/turns'), TURNS_MAX);
    const read = await call('GET', '/v1/call-logs/long');
    assert.ok(read.text.endsWith(raw.slice(1)));
  }
  const small = JSON.stringify(LOG);
  const padded = small + ' '.repeat(CALL_LOG_BYTES_MAX - Buffer.byteLength(small));
  assert.equal((await call('POST', '/v1/call-logs/full', undefined, { raw: padded })).status, 201);
  const over = await call('POST', '/v1/call-logs/full', undefined, { raw: `${padded} ` });
  isProblem(over, 413, 'BODY_TOO_LARGE');
  const turn = { speaker: 'AGENT', text: '', startMs: 0 };
  const turns = Array.from({ length: TURNS_MAX + 1 }, () => turn);
  isProblem(await call('POST', '/v1/call-logs/many', { ...LOG, turns }), 422, 'INVALID_INPUT');
});

test('a hostile log is refused with a bounded answer', async (t) => {
  const { call } = await setup(t);
  for (const [name, raw] of HOSTILE) {
    const answer = await call('POST', '/v1/call-logs/hostile', undefined, { raw: raw() });
    assert.ok([400, 422].includes(answer.status), `${name}: ${answer.status}`);
    assert.ok(answer.text.length < 10_000, name);
  }
});
