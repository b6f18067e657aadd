/** Bulk jobs over the API: made, done by the runner, shown item by item, aborted, refused. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Answer, type Bundle, setup } from '../setup.ts';

const TRIGGERS = ['OUTBOUND_CALL_CALLING'] as const;

/** Reports calls and exhausts each of their deliveries; returns the ids of the deliveries. */
async function exhausted(bundle: Bundle, calls: readonly string[]): Promise<readonly string[]> {
  for (const callId of calls) {
    const report = { direction: 'OUTBOUND', status: 'CALLING' };
    await bundle.call('POST', `/v1/calls/${callId}/reports`, report);
  }
  const page = await bundle.call('GET', '/v1/deliveries?state=due');
  const rows: { id: string }[] = Object(page.at('/data'));
  for (const { id } of rows) {
    await bundle.settle(id, { state: 'exhausted', atMs: bundle.clock.wallMs(), failures: 7 });
  }
  return rows.map(({ id }) => id);
}

/** Runs all jobs to their end; returns the job. */
async function done(bundle: Bundle, made: Answer): Promise<Answer> {
  bundle.bulkRunner.start();
  await bundle.bulkRunner.idle();
  return bundle.call('GET', `/v1/bulk/${String(made.at('/id'))}`);
}

test('the runner does a job by filter, and the job shows each delivery with its end', async (t) => {
  const bundle = await setup(t);
  await bundle.endpoint(TRIGGERS);
  const ids = await exhausted(bundle, ['a', 'b', 'c']);
  const filter = { state: ['exhausted'], class: ['5xx'] };
  const made = await bundle.call('POST', '/v1/bulk', { action: 'retry', filter });
  assert.deepEqual([made.status, made.at('/state'), made.at('/matched')], [202, 'queued', 3]);
  assert.equal(made.headers.get('location'), `/v1/bulk/${String(made.at('/id'))}`);
  assert.deepEqual(made.at('/filter'), filter);
  const job = await done(bundle, made);
  assert.deepEqual([job.at('/state'), job.at('/done'), job.at('/skipped')], ['done', 3, 0]);
  assert.ok(bundle.dispatcher.invalidated.length > 0);
  const items = await bundle.call('GET', `/v1/bulk/${String(made.at('/id'))}/items?limit=2`);
  const rest = await bundle.call(
    'GET',
    `/v1/bulk/${String(made.at('/id'))}/items?cursor=${String(items.at('/nextCursor'))}`,
  );
  const names = [...Object(items.at('/data')), ...Object(rest.at('/data'))].map(
    (item: { deliveryId: string }) => item.deliveryId,
  );
  assert.deepEqual(names.sort(), [...ids].sort());
  assert.equal((await bundle.call('GET', '/v1/deliveries?state=due')).text.split('dlv_').length, 4);
  const trail: { action: string; actor: string }[] = Object(
    (await bundle.call('GET', '/v1/audit')).at('/data'),
  );
  assert.deepEqual(
    trail.slice(0, 2).map(({ action }) => action),
    ['bulk.ended', 'bulk.started'],
  );
  assert.equal(trail[0]?.actor, trail[1]?.actor);
  const list = await bundle.call('GET', '/v1/bulk');
  assert.equal(list.at('/data/0/id'), made.at('/id'));
});

test('a job changes only the deliveries that the list with its filter shows', async (t) => {
  const bundle = await setup(t);
  const one = await bundle.endpoint(TRIGGERS);
  const two = await bundle.endpoint(TRIGGERS);
  await exhausted(bundle, ['a', 'b']);
  await bundle.call('POST', '/v1/calls/c/reports', { direction: 'OUTBOUND', status: 'CALLING' });
  const cases: readonly (readonly [Record<string, readonly string[]>, number])[] = [
    [{ notEndpointId: [one] }, 2],
    [{ notEndpointId: [one, two] }, 0],
    [{ notState: ['due', 'delivered'] }, 4],
    [{ endpointId: [one], notState: ['waiting', 'due'] }, 2],
    [{ notTrigger: ['OUTBOUND_CALL_CLOSING'], notEndpointId: [two], notState: ['due'] }, 2],
  ];
  for (const [filter, count] of cases) {
    const query = Object.entries(filter).map(([name, values]) => `${name}=${values.join(',')}`);
    const list = await bundle.call('GET', `/v1/deliveries?${query.join('&')}`);
    const rows: { state: string }[] = Object(list.at('/data'));
    const failed = rows.filter(({ state }) => state === 'exhausted').length;
    const preview = await bundle.call('POST', '/v1/bulk/preview', { action: 'retry', filter });
    assert.deepEqual([preview.at('/matched'), failed], [count, count], JSON.stringify(filter));
  }
  const filter = { notEndpointId: [two], attemptsMin: 1 };
  const made = await bundle.call('POST', '/v1/bulk', { action: 'retry', filter });
  assert.deepEqual(made.at('/filter'), filter);
  assert.equal((await done(bundle, made)).at('/done'), 2);
  const left = await bundle.call('GET', '/v1/deliveries?state=exhausted');
  const endpoints = Object(left.at('/data')).map((row: { endpointId: string }) => row.endpointId);
  assert.deepEqual(endpoints, [two, two]);
});

test('a job by ids does each by itself, and an unknown id fails', async (t) => {
  const bundle = await setup(t);
  await bundle.endpoint(TRIGGERS);
  const [id = ''] = await exhausted(bundle, ['a']);
  const unknown = `${id.slice(0, -1)}Z`;
  const body = { action: 'replay', ids: [id, unknown], reason: 'The receiver lost it.' };
  const made = await bundle.call('POST', '/v1/bulk', body);
  assert.equal(made.status, 202, made.text);
  const job = await done(bundle, made);
  assert.deepEqual([job.at('/done'), job.at('/failed'), job.at('/ids')], [1, 1, 2]);
  assert.equal(job.at('/reason'), 'The receiver lost it.');
  const items = await bundle.call('GET', `/v1/bulk/${String(made.at('/id'))}/items`);
  const madeId = String(items.at('/data/0/madeId'));
  const replay = await bundle.call('GET', `/v1/deliveries/${madeId}`);
  assert.equal(replay.at('/replayOf'), id);
  assert.equal(items.at('/data/1/reason'), 'NOT_FOUND');
});

test('a job that is aborted before it runs does nothing', async (t) => {
  const bundle = await setup(t);
  await bundle.endpoint(TRIGGERS);
  await exhausted(bundle, ['a', 'b']);
  const made = await bundle.call('POST', '/v1/bulk', { action: 'recover', filter: {} });
  const path = `/v1/bulk/${String(made.at('/id'))}`;
  const aborted = await bundle.call('DELETE', path);
  assert.deepEqual([aborted.status, aborted.at('/state')], [200, 'aborted']);
  assert.equal((await done(bundle, made)).at('/done'), 0);
  assert.equal((await bundle.call('DELETE', path)).at('/state'), 'aborted');
});

test('a contradictory or malformed job is refused with its field', async (t) => {
  const bundle = await setup(t);
  const endpointId = await bundle.endpoint(TRIGGERS);
  const cases: readonly (readonly [object, number, string | undefined])[] = [
    [{ action: 'retry' }, 422, '/filter'],
    [{ action: 'retry', filter: {}, ids: ['dlv_1'] }, 422, '/filter'],
    [{ action: 'cancel', filter: { state: ['delivered'] } }, 422, '/filter/state'],
    [{ action: 'retry', filter: { issue: 'x' } }, 422, '/filter/issue'],
    [
      { action: 'retry', filter: { issue: `${endpointId}-503`, endpointId: [endpointId] } },
      ...([422, '/filter/endpointId'] as const),
    ],
    [{ action: 'retry', filter: { from: 'yesterday' } }, 422, '/filter/from'],
    [{ action: 'retry', filter: { callId: 'a\u0001b' } }, 422, undefined],
    [{ action: 'retry', filter: { endpointId: ['ep_01M7WRXSYE000000009'] } }, 404, undefined],
    [{ action: 'retry', filter: {}, reason: ' ' }, 422, '/reason'],
    [
      { action: 'retry', filter: { state: ['exhausted'], notState: ['exhausted'] } },
      422,
      undefined,
    ],
    [{ action: 'cancel', filter: { state: ['sending'] } }, 422, '/filter/state'],
    [{ action: 'retry', filter: { notTrigger: TRIGGERS, trigger: TRIGGERS } }, 422, undefined],
    [{ action: 'retry', filter: { notEndpointId: ['ep_01M7WRXSYE000000009'] } }, 404, undefined],
    [{ action: 'retry', filter: { notState: [] } }, 422, undefined],
  ];
  for (const [body, status, field] of cases) {
    const answer = await bundle.call('POST', '/v1/bulk', body);
    assert.equal(answer.status, status, answer.text);
    if (field !== undefined) assert.equal(answer.at('/errors/0/field'), field, answer.text);
  }
  assert.equal((await bundle.call('GET', '/v1/bulk/blk_1')).status, 404);
});
