/** Reading calls: list, timeline, explanation, and calls that retention removed. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS, isoTime } from '../../../src/core/time.ts';
import { type Bundle, setup } from '../setup.ts';

async function report({ call }: Bundle, callId: string, body: object): Promise<void> {
  const answer = await call('POST', `/v1/calls/${encodeURIComponent(callId)}/reports`, body);
  assert.equal(answer.status, 202, answer.text);
}

test('calls are listed newest first, by pages, and filtered', async (t) => {
  const bundle = await setup(t);
  const { call, clock } = bundle;
  for (let index = 0; index < 5; index += 1) {
    const direction = index % 2 === 0 ? 'OUTBOUND' : 'INBOUND';
    await report(bundle, `call_${index}`, { status: 'CALLING', direction });
    clock.advance(1_000);
  }
  const ids = (answer: { at(pointer: string): unknown }) =>
    Object(answer.at('/data')).map((row: object) => Reflect.get(row, 'callId'));
  const first = await call('GET', '/v1/calls?limit=2');
  assert.deepEqual(ids(first), ['call_4', 'call_3']);
  const second = await call('GET', `/v1/calls?limit=2&cursor=${first.at('/nextCursor')}`);
  assert.deepEqual(ids(second), ['call_2', 'call_1']);
  const third = await call('GET', `/v1/calls?limit=2&cursor=${second.at('/nextCursor')}`);
  assert.deepEqual(ids(third), ['call_0']);
  assert.equal(third.at('/nextCursor'), null);
  assert.deepEqual(ids(await call('GET', '/v1/calls?direction=INBOUND')), ['call_3', 'call_1']);
  const since = String(first.at('/data/1/firstReportAt'));
  assert.deepEqual(ids(await call('GET', `/v1/calls?from=${since}`)), ['call_4', 'call_3']);
  assert.deepEqual(ids(await call('GET', '/v1/calls?status=COMPLETED')), []);
});

test('negated filters leave calls out; several statuses are OR', async (t) => {
  const bundle = await setup(t);
  const { call } = bundle;
  const direction = 'OUTBOUND';
  await report(bundle, 'one', { status: 'CALLING', direction, clientId: 'a', callSid: 'CA1' });
  await report(bundle, 'two', { status: 'COMPLETED', direction, clientId: 'b' });
  const errors = [{ code: 'CALL_INTERRUPTED' }];
  await report(bundle, 'three', { status: 'ERROR', direction, errors });
  // A call with only a reported error has no status.
  await report(bundle, 'four', { direction, errors });
  const ids = async (query: string) => {
    const answer = await call('GET', `/v1/calls?${query}`);
    assert.equal(answer.status, 200, answer.text);
    return Object(answer.at('/data'))
      .map((row: object) => Reflect.get(row, 'callId'))
      .sort();
  };
  assert.deepEqual(await ids('status=CALLING,ERROR'), ['one', 'three']);
  assert.deepEqual(await ids('notStatus=CALLING&notStatus=ERROR'), ['four', 'two']);
  assert.deepEqual(await ids('status=CALLING,ERROR&notStatus=ERROR'), ['one']);
  assert.deepEqual(await ids('errors=false'), ['one', 'two']);
  assert.deepEqual(await ids('errors=true&notStatus=ERROR'), ['four']);
  assert.deepEqual(await ids('stale=false'), ['four', 'one', 'three', 'two']);
  assert.deepEqual(await ids('notClientId=a'), ['four', 'three', 'two']);
  assert.deepEqual(await ids('notCallSid=CA1&notClientId=b'), ['four', 'three']);
});

test('a call shows its reports, transitions, firings and how its deliveries ended', async (t) => {
  const bundle = await setup(t);
  const { call, settle, clock } = bundle;
  const endpointId = await bundle.endpoint(['OUTBOUND_CALL_CALLING', 'CALL_LOG_CREATED']);
  await report(bundle, 'a/b', { status: 'CALLING', direction: 'OUTBOUND', clientId: 'order_1' });
  await report(bundle, 'a/b', { status: 'CALLING' });
  await report(bundle, 'a/b', {
    status: 'ERROR',
    errors: [{ code: 'CALL_CONNECTION_FAILED', message: 'SIP 503' }],
  });
  const list = await call('GET', '/v1/deliveries?callId=a%2Fb');
  const id = String(list.at('/data/1/id'));
  await settle(id, { state: 'retrying', dueAtMs: clock.wallMs() + 5_000, failures: 1 }, 503);

  const { at, status } = await call('GET', '/v1/calls/a%2Fb');
  assert.equal(status, 200);
  assert.equal(at('/status'), 'ERROR');
  assert.deepEqual(
    Object(at('/timeline/reports')).map((row: object) => [
      Reflect.get(row, 'status'),
      Reflect.get(row, 'applied'),
      Reflect.get(row, 'reason'),
    ]),
    [
      ['CALLING', true, null],
      ['CALLING', false, 'DUPLICATE'],
      ['ERROR', true, null],
    ],
  );
  assert.equal(at('/timeline/reports/2/errors/0/message'), 'SIP 503');
  assert.deepEqual(
    Object(at('/timeline/transitions')).map((row: object) => [
      Reflect.get(row, 'from'),
      Reflect.get(row, 'to'),
      Reflect.get(row, 'reportNumber'),
    ]),
    [
      [null, 'CALLING', 1],
      ['CALLING', 'ERROR', 3],
    ],
  );
  assert.deepEqual(
    Object(at('/timeline/firings')).map((row: object) => Reflect.get(row, 'trigger')),
    ['OUTBOUND_CALL_CALLING', 'OUTBOUND_CALL_ERROR', 'CALL_LOG_CREATED'],
  );
  assert.equal(at('/timeline/deliveries/0/endpointId'), endpointId);
  assert.equal(at('/timeline/deliveries/0/state'), 'retrying');
  assert.equal(at('/timeline/deliveries/0/attemptList/0/status'), 503);
  assert.equal(at('/timeline/deliveries/1/state'), 'waiting');
  assert.equal(at('/timeline/deliveries/1/behind'), id);
  assert.equal(at('/timeline/truncated'), false);
});

test('explain says for each trigger whether there is a delivery, and if not, why', async (t) => {
  const bundle = await setup(t);
  const { call, clock } = bundle;
  const early = await bundle.endpoint([
    'OUTBOUND_CALL_CALLING',
    'CALL_LOG_CREATED',
    'INBOUND_CALL_ERROR',
  ]);
  await report(bundle, 'call_1', { status: 'CALLING', direction: 'OUTBOUND' });
  clock.advance(1_000);
  const late = await bundle.endpoint(['OUTBOUND_CALL_CALLING', 'OUTBOUND_CALL_COMPLETED']);
  clock.advance(1_000);
  await report(bundle, 'call_1', { status: 'COMPLETED' });

  const explained = async (endpointId: string) => {
    const answer = await call('GET', `/v1/calls/call_1/explain?endpointId=${endpointId}`);
    assert.equal(answer.status, 200, answer.text);
    return Object(answer.at('/explanations')).map((row: object) => [
      Reflect.get(row, 'trigger'),
      Reflect.get(row, 'state') ?? Reflect.get(row, 'reason'),
    ]);
  };
  assert.deepEqual(await explained(early), [
    ['OUTBOUND_CALL_CALLING', 'due'],
    ['OUTBOUND_CALL_COMPLETED', 'TRIGGER_NOT_TICKED'],
    ['CALL_LOG_CREATED', 'waiting'],
  ]);
  assert.deepEqual(await explained(late), [
    ['OUTBOUND_CALL_CALLING', 'ENDPOINT_CREATED_LATER'],
    ['OUTBOUND_CALL_COMPLETED', 'due'],
    ['CALL_LOG_CREATED', 'TRIGGER_NOT_TICKED'],
  ]);
  const waiting = await call('GET', `/v1/calls/call_1/explain?endpointId=${early}`);
  assert.equal(waiting.at('/explanations/2/behind'), waiting.at('/explanations/0/deliveryId'));
  assert.match(String(waiting.at('/explanations/2/text')), /waits behind dlv_/);
});

test('a truncated timeline shows true transitions and gives no false reason', async (t) => {
  const bundle = await setup(t);
  const { call } = bundle;
  const endpointId = await bundle.endpoint(['OUTBOUND_CALL_CALLING', 'OUTBOUND_CALL_BUSY']);
  await report(bundle, 'call_1', { status: 'QUEUED', direction: 'OUTBOUND' });
  await report(bundle, 'call_1', { status: 'CALLING' });
  const errors = [{ code: 'INTERNAL_ERROR' }];
  for (let batch = 0; batch < 3; batch += 1) {
    const reports = Array.from({ length: 700 }, () => ({ callId: 'call_1', errors }));
    assert.equal((await call('POST', '/v1/reports', { reports })).status, 202);
  }
  await report(bundle, 'call_1', { status: 'CLOSING' });

  const shown = await call('GET', '/v1/calls/call_1');
  assert.equal(shown.at('/timeline/truncated'), true);
  const moves = Object(shown.at('/timeline/transitions')).map((move: object) => [
    ...['reportNumber', 'from', 'to'].map((key) => Reflect.get(move, key)),
  ]);
  assert.deepEqual(moves, [
    [1, null, 'QUEUED'],
    [2, 'QUEUED', 'CALLING'],
    [2_103, 'CALLING', 'CLOSING'],
  ]);

  const why = await call('GET', `/v1/calls/call_1/explain?endpointId=${endpointId}`);
  assert.equal(why.at('/truncated'), true);
  const rows: object[] = Object(why.at('/explanations'));
  const reasonOf = (trigger: string) =>
    rows
      .filter((row) => Reflect.get(row, 'trigger') === trigger)
      .map((row) => Reflect.get(row, 'reason'));
  assert.deepEqual(reasonOf('OUTBOUND_CALL_CALLING'), ['OTHER'], 'it fired, long ago');
  assert.deepEqual(reasonOf('OUTBOUND_CALL_BUSY'), ['NOT_FIRED']);
});

test('deliveries to other endpoints do not displace those of the explained endpoint', async (t) => {
  const bundle = await setup(t);
  const { call } = bundle;
  const mine = await bundle.endpoint(['OUTBOUND_CALL_CALLING']);
  await bundle.endpoint(['OUTBOUND_CALL_ERROR']);
  await bundle.endpoint(['OUTBOUND_CALL_ERROR']);
  await report(bundle, 'call_1', { status: 'CALLING', direction: 'OUTBOUND' });
  const errors = [{ code: 'INTERNAL_ERROR' }];
  for (let batch = 0; batch < 3; batch += 1) {
    const reports = Array.from({ length: 400 }, () => ({ callId: 'call_1', errors }));
    assert.equal((await call('POST', '/v1/reports', { reports })).status, 202);
  }
  const why = await call('GET', `/v1/calls/call_1/explain?endpointId=${mine}`);
  assert.equal(why.at('/explanations/0/trigger'), 'OUTBOUND_CALL_CALLING');
  assert.equal(why.at('/explanations/0/state'), 'due');
});

test('unknown ids are 404, malformed parameters 400, a malformed call id 422', async (t) => {
  const bundle = await setup(t);
  await report(bundle, 'call_1', { status: 'CALLING', direction: 'OUTBOUND' });
  const cases: [string, number][] = [
    ['/v1/calls/nope', 404],
    ['/v1/calls/%20a', 422],
    ['/v1/calls/call_1/explain', 400],
    ['/v1/calls/call_1/explain?endpointId=nope', 400],
    ['/v1/calls/call_1/explain?endpointId=ep_01M7V41F0000000000Z', 404],
    ['/v1/calls?cursor=nope', 400],
    ['/v1/calls?from=yesterday', 400],
    ['/v1/calls?direction=outbound', 400],
  ];
  for (const [path, status] of cases) {
    assert.equal((await bundle.call('GET', path)).status, status, path);
  }
});

test('a call that retention removed is 410 with the time, 200 after a new report', async (t) => {
  const bundle = await setup(t);
  const { call, clock, store } = bundle;
  const endpoint = await bundle.endpoint(['INBOUND_CALL_CALLING']);
  await report(bundle, 'old/1', { status: 'CALLING', direction: 'OUTBOUND', clientId: 'order_1' });
  clock.advance(91 * DAY_MS);
  const removedAt = isoTime(clock.wallMs());
  await store.removeExpired({ nowMs: clock.wallMs(), limit: 500 });
  for (const path of ['/v1/calls/old%2F1', `/v1/calls/old%2F1/explain?endpointId=${endpoint}`]) {
    const { status, at } = await call('GET', path);
    assert.deepEqual([status, at('/code'), at('/removedAt')], [410, 'CALL_REMOVED', removedAt]);
    assert.equal(at('/removedBy'), 'retention');
  }
  assert.equal((await call('GET', '/v1/calls/old%2F2')).at('/code'), 'NOT_FOUND');
  const hit = (await call('GET', '/v1/search?q=old%2F1')).at('/data/0');
  assert.deepEqual(Object(hit), {
    kind: 'call',
    id: 'old/1',
    title: 'old/1',
    callId: 'old/1',
    endpointKind: null,
    by: 'callId',
    exact: true,
    state: 'removed',
    at: removedAt,
  });
  await report(bundle, 'old/1', { status: 'CALLING', direction: 'OUTBOUND' });
  assert.equal((await call('GET', '/v1/calls/old%2F1')).status, 200);
  assert.equal((await call('GET', '/v1/search?q=old%2F1')).at('/data/0/state'), 'CALLING');
});
