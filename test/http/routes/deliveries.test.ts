/** Deliveries over the API: searched, shown, retried and cancelled. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asKey, type DeliveryKey, parseId } from '../../../src/core/id.ts';
import { type Answer, type Bundle, setup } from '../setup.ts';

const TRIGGERS = ['OUTBOUND_CALL_CALLING', 'OUTBOUND_CALL_CLOSING', 'OUTBOUND_CALL_COMPLETED'];

/** Reports three statuses of a call; returns the ids of its deliveries in their order. */
async function lane(bundle: Bundle, callId: string): Promise<string[]> {
  for (const status of ['CALLING', 'CLOSING', 'COMPLETED']) {
    const body = { status, direction: 'OUTBOUND' };
    const answer = await bundle.call('POST', `/v1/calls/${callId}/reports`, body);
    assert.equal(answer.status, 202);
    bundle.clock.advance(1_000);
  }
  return idsOf(await bundle.call('GET', `/v1/deliveries?callId=${callId}`)).reverse();
}

function rows(answer: Answer): object[] {
  assert.equal(answer.status, 200, answer.text);
  return Object(answer.at('/data'));
}

function idsOf(answer: Answer): string[] {
  return rows(answer).map((row) => String(Reflect.get(row, 'id')));
}

function statesOf(answer: Answer): unknown[] {
  return rows(answer).map((row) => Reflect.get(row, 'state'));
}

function keyOf(id = ''): DeliveryKey {
  return asKey<DeliveryKey>(parseId('dlv', id)?.key ?? 0);
}

test('deliveries are found by call, endpoint, trigger, state and time', async (t) => {
  const bundle = await setup(t);
  const { call } = bundle;
  const one = await bundle.endpoint(TRIGGERS);
  const two = await bundle.endpoint(['OUTBOUND_CALL_CLOSING']);
  await lane(bundle, 'call_1');
  await lane(bundle, 'call_2');
  const count = async (query: string) => rows(await call('GET', `/v1/deliveries?${query}`)).length;
  assert.equal(await count(''), 8);
  assert.equal(await count('callId=call_1'), 4);
  assert.equal(await count(`endpointId=${two}`), 2);
  assert.equal(await count(`endpointId=${one}&trigger=OUTBOUND_CALL_CLOSING&callId=call_2`), 1);
  assert.equal(await count('state=due'), 4);
  assert.equal(await count('state=waiting'), 4);
  assert.equal(await count('state=due,waiting'), 8);
  assert.equal(await count('state=due&state=waiting'), 8);
  assert.equal(await count('state=delivered'), 0);
  assert.equal(await count('callId=unknown'), 0);
  assert.equal(await count('endpointId=ep_01M7V41F0000000000Z'), 0);
  const third = await call('GET', '/v1/deliveries?limit=3');
  const from = String(Reflect.get(rows(third)[2] ?? {}, 'createdAt'));
  const newer = rows(await call('GET', `/v1/deliveries?from=${from}`));
  assert.ok(newer.every((row) => Reflect.get(row, 'createdAt') >= from));
  assert.equal(await count(`to=${from}`), 8 - newer.length);
});

test('deliveries are found by the class of their last attempt', async (t) => {
  const bundle = await setup(t);
  const { call, clock, settle } = bundle;
  await bundle.endpoint(['OUTBOUND_CALL_CALLING']);
  const ends = { refused: 404, moved: 302, away: 503, slow: 'timeout', chat: 200 } as const;
  for (const callId of [...Object.keys(ends), 'delivered', 'open']) {
    const body = { status: 'CALLING', direction: 'OUTBOUND' };
    await call('POST', `/v1/calls/${callId}/reports`, body);
  }
  const rejected = { state: 'rejected', atMs: clock.wallMs(), failures: 1 } as const;
  const idOf = async (callId: string) =>
    String((await call('GET', `/v1/deliveries?callId=${callId}`)).at('/data/0/id'));
  for (const [callId, ended] of Object.entries(ends)) {
    await settle(await idOf(callId), rejected, ended);
  }
  await settle(await idOf('delivered'), { ...rejected, state: 'delivered', failures: 0 }, 204);
  const found = async (query: string) =>
    rows(await call('GET', `/v1/deliveries?${query}`))
      .map((row) => Reflect.get(row, 'callId'))
      .toSorted();
  assert.deepEqual(await found('class=4xx'), ['refused']);
  assert.deepEqual(await found('class=3xx'), ['moved']);
  assert.deepEqual(await found('class=timeout'), ['slow']);
  assert.deepEqual(await found('class=5xx,timeout'), ['away', 'slow']);
  assert.deepEqual(await found('class=5xx&class=timeout'), ['away', 'slow']);
  // Some products refuse with a 2xx answer; a delivered one is not among them.
  assert.deepEqual(await found('class=2xx&state=rejected'), ['chat']);
  assert.deepEqual(await found('class=4xx&callId=away'), []);
  assert.deepEqual(await found('class=dns'), []);
});

test('pages follow each other without gap or repetition', async (t) => {
  const bundle = await setup(t);
  await bundle.endpoint(TRIGGERS);
  await lane(bundle, 'call_1');
  await lane(bundle, 'call_2');
  const seen: string[] = [];
  let cursor = '';
  do {
    const page = await bundle.call('GET', `/v1/deliveries?limit=2${cursor}`);
    seen.push(...idsOf(page));
    cursor = page.at('/nextCursor') === null ? '' : `&cursor=${page.at('/nextCursor')}`;
  } while (cursor !== '');
  assert.equal(seen.length, 6);
  assert.deepEqual(seen, [...new Set(seen)].sort().reverse());
});

test('wrong filters are 400 and name their field', async (t) => {
  const { call } = await setup(t);
  const wrong = [
    'state=lost',
    'state=',
    'class=6xx',
    'class=',
    'trigger=X',
    'endpointId=1',
    'from=x',
    'foo=1',
  ];
  for (const query of [...wrong, 'callId=a%00b', 'callId=']) {
    const answer = await call('GET', `/v1/deliveries?${query}`);
    assert.equal(answer.status, 400, query);
    assert.match(String(answer.at('/errors/0/field')), /^query\./);
  }
});

test('a delivery in flight shows as sending, and no longer as due', async (t) => {
  const bundle = await setup(t);
  const { call, dispatcher } = bundle;
  await bundle.endpoint(TRIGGERS);
  const [head = ''] = await lane(bundle, 'call_1');
  await lane(bundle, 'call_2');
  dispatcher.sending.add(keyOf(head));
  assert.deepEqual(idsOf(await call('GET', '/v1/deliveries?state=sending')), [head]);
  assert.deepEqual(statesOf(await call('GET', '/v1/deliveries?state=sending,waiting')).sort(), [
    'sending',
    'waiting',
    'waiting',
    'waiting',
    'waiting',
  ]);
  assert.ok(!idsOf(await call('GET', '/v1/deliveries?state=due')).includes(head));
  assert.equal((await call('GET', `/v1/deliveries/${head}`)).at('/state'), 'sending');
  assert.deepEqual(idsOf(await call('GET', '/v1/deliveries?state=sending&callId=call_2')), []);
});

test('while the endpoint is disabled, its open deliveries show as held', async (t) => {
  const bundle = await setup(t);
  const { call } = bundle;
  const endpointId = await bundle.endpoint(TRIGGERS);
  await lane(bundle, 'call_1');
  const disabled = await call('POST', `/v1/endpoints/${endpointId}/disable`);
  assert.equal(disabled.status, 200, disabled.text);
  assert.deepEqual(statesOf(await call('GET', '/v1/deliveries')), ['held', 'held', 'held']);
  assert.equal(rows(await call('GET', '/v1/deliveries?state=held')).length, 3);
  assert.equal(rows(await call('GET', '/v1/deliveries?state=due,waiting')).length, 0);
});

test('a delivery shows its body byte for byte and its attempts', async (t) => {
  const bundle = await setup(t);
  const { call, settle, clock } = bundle;
  await bundle.endpoint(TRIGGERS, { contentKey: 'text' });
  const [head = ''] = await lane(bundle, 'call_1');
  await settle(head, { state: 'retrying', dueAtMs: clock.wallMs() + 5_000, failures: 1 }, 503);
  const { at } = await call('GET', `/v1/deliveries/${head}`);
  const body = String(at('/body'));
  assert.match(body, /^\{"text":"\[Ringpost\] OUTBOUND_CALL_CALLING\\n─/);
  assert.deepEqual(Object.keys(JSON.parse(body)), ['text', 'data']);
  assert.deepEqual(at('/attemptList'), [
    {
      number: 1,
      startedAt: at('/lastAttemptAt'),
      durationMs: 12,
      outcome: 'retryable',
      status: 503,
      error: null,
      excerpt: 'answer',
      manual: false,
    },
  ]);
  assert.deepEqual([at('/state'), at('/attempts'), at('/lastStatus')], ['retrying', 1, 503]);
});

test('an unknown id is 404, whatever its form', async (t) => {
  const bundle = await setup(t);
  await bundle.endpoint(TRIGGERS);
  const [head = ''] = await lane(bundle, 'call_1');
  // An id with the key of a stored row and another time.
  const forged = `dlv_01M7V41F0Z${head.slice(14)}`;
  for (const id of ['nope', 'dlv_', forged, 'dlv_01M7V41F0000000000Z', 'ep_01M7V41F00000000001']) {
    assert.equal((await bundle.call('GET', `/v1/deliveries/${id}`)).status, 404, id);
    assert.equal((await bundle.call('POST', `/v1/deliveries/${id}/retry`)).status, 404, id);
    assert.equal((await bundle.call('POST', `/v1/deliveries/${id}/cancel`)).status, 404, id);
  }
});

test('retry opens a closed delivery again, is audited, and wakes the dispatcher', async (t) => {
  const bundle = await setup(t);
  const { call, settle, clock, dispatcher } = bundle;
  await bundle.endpoint(TRIGGERS);
  const [head = '', second = ''] = await lane(bundle, 'call_1');
  await settle(head, { state: 'rejected', atMs: clock.wallMs(), failures: 0 }, 404);
  dispatcher.invalidated.length = 0;
  const retried = await call('POST', `/v1/deliveries/${head}/retry`);
  assert.equal(retried.status, 200, retried.text);
  assert.deepEqual([retried.at('/state'), retried.at('/manual')], ['due', true]);
  assert.equal(dispatcher.invalidated.length, 1);
  assert.equal((await call('GET', `/v1/deliveries/${second}`)).at('/state'), 'waiting');
  const audit = await call('GET', '/v1/audit?limit=1');
  assert.deepEqual(
    [audit.at('/data/0/action'), audit.at('/data/0/target')],
    ['delivery.retried', head],
  );
});

test('retry is 409 in flight, behind the head of line, or at a disabled endpoint', async (t) => {
  const bundle = await setup(t);
  const { call, settle, clock, dispatcher } = bundle;
  const endpointId = await bundle.endpoint(TRIGGERS);
  const [head = '', second = ''] = await lane(bundle, 'call_1');
  const codeOf = async (id: string) => {
    const answer = await call('POST', `/v1/deliveries/${id}/retry`);
    return [answer.status, answer.at('/code')];
  };
  assert.deepEqual(await codeOf(second), [409, 'DELIVERY_STATE']);
  await settle(head, { state: 'retrying', dueAtMs: clock.wallMs() + 5_000, failures: 1 });
  dispatcher.sending.add(keyOf(head));
  assert.deepEqual(await codeOf(head), [409, 'DELIVERY_STATE']);
  dispatcher.sending.clear();
  await call('POST', `/v1/endpoints/${endpointId}/disable`);
  assert.deepEqual(await codeOf(head), [409, 'ENDPOINT_DISABLED']);
});

test('cancelling an open delivery lets its lane go on; a closed delivery is 409', async (t) => {
  const bundle = await setup(t);
  const { call } = bundle;
  await bundle.endpoint(TRIGGERS);
  const [head = '', second = ''] = await lane(bundle, 'call_1');
  const cancelled = await call('POST', `/v1/deliveries/${head}/cancel`);
  assert.deepEqual([cancelled.status, cancelled.at('/state')], [200, 'cancelled']);
  assert.equal((await call('GET', `/v1/deliveries/${second}`)).at('/state'), 'due');
  const again = await call('POST', `/v1/deliveries/${head}/cancel`);
  assert.deepEqual([again.status, again.at('/code')], [409, 'DELIVERY_STATE']);
});

test('a bulk retry opens the failed deliveries of its filter, and says how many', async (t) => {
  const bundle = await setup(t);
  const { call, settle, clock } = bundle;
  const endpointId = await bundle.endpoint(TRIGGERS);
  const one = await lane(bundle, 'call_1');
  const two = await lane(bundle, 'call_2');
  for (const id of [...one, ...two.slice(0, 2)]) {
    await settle(id, { state: 'exhausted', atMs: clock.wallMs(), failures: 7 });
  }
  await settle(two[2] ?? '', { state: 'delivered', atMs: clock.wallMs(), failures: 0 }, 200);
  const retry = async (filter: object) => {
    const answer = await call('POST', '/v1/deliveries/retry', { filter });
    assert.equal(answer.status, 200, answer.text);
    return [answer.at('/retried'), answer.at('/more')];
  };
  assert.deepEqual(await retry({ callId: 'unknown' }), [0, false]);
  assert.deepEqual(await retry({ state: ['rejected'] }), [0, false]);
  assert.deepEqual(await retry({ callId: 'call_1', trigger: 'OUTBOUND_CALL_CLOSING' }), [1, false]);
  assert.deepEqual(await retry({ endpointId }), [4, false]);
  assert.deepEqual(await retry({}), [0, false]);
  const states = statesOf(await call('GET', '/v1/deliveries?callId=call_1'));
  assert.deepEqual(states, ['waiting', 'waiting', 'due']);
});

test('a bulk retry is refused for wrong filters, unknown and disabled endpoints', async (t) => {
  const bundle = await setup(t);
  const endpointId = await bundle.endpoint(TRIGGERS);
  await bundle.call('POST', `/v1/endpoints/${endpointId}/disable`);
  const cases: [object, number][] = [
    [{}, 422],
    [{ filter: { state: ['due'] } }, 422],
    [{ filter: { state: [] } }, 422],
    [{ filter: { foo: 1 } }, 422],
    [{ filter: { from: 'x' } }, 422],
    [{ filter: { endpointId: 'ep_01M7V41F0000000000Z' } }, 404],
    [{ filter: { endpointId } }, 409],
  ];
  for (const [body, status] of cases) {
    const answer = await bundle.call('POST', '/v1/deliveries/retry', body);
    assert.equal(answer.status, status, `${JSON.stringify(body)} ${answer.text}`);
  }
});
