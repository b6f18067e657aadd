/** The inbox over the API: items listed, shown and cleared; each project has its own. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addForeignProject, FOREIGN_TOKEN } from '../foreign-project.ts';
import { type Bundle, setup } from '../setup.ts';

function poster({ inbox, project }: Pick<Bundle, 'inbox' | 'project'>, projectId = project.id) {
  return async (box: string, callId: string): Promise<number> => {
    const body = JSON.stringify({ message: 'm', data: { callId } });
    const headers = {
      'content-type': 'application/json',
      authorization: 'Bearer a-token-of-somebody',
      'webhook-event': 'OUTBOUND_CALL_BUSY',
      'x-secret': 'abc',
    };
    const url = `${inbox.origin}/${projectId}/${box}`;
    return (await fetch(url, { method: 'POST', body, headers })).status;
  };
}

test('items come newest first, in pages, by channel, box and call', async (t) => {
  const bundle = await setup(t);
  const post = poster(bundle);
  for (const [box, callId] of [
    ['http/a', 'one'],
    ['http/b', 'two'],
    ['slack/a', 'three'],
  ] as const) {
    await post(box, callId);
  }
  const boxes = async (query: string) => {
    const { json, status, text } = await bundle.call('GET', `/v1/inbox${query}`);
    assert.equal(status, 200, text);
    const data: { channel: string; box: string }[] = Object(json).data;
    return data.map(({ channel, box }) => `${channel}/${box}`);
  };
  assert.deepEqual(await boxes(''), ['slack/a', 'http/b', 'http/a']);
  assert.deepEqual(await boxes('?channel=http'), ['http/b', 'http/a']);
  assert.deepEqual(await boxes('?box=a'), ['slack/a', 'http/a']);
  assert.deepEqual(await boxes('?callId=two'), ['http/b']);
  assert.deepEqual(await boxes('?callId=none'), []);
  const first = await bundle.call('GET', '/v1/inbox?limit=2');
  const cursor = String(first.at('/nextCursor'));
  assert.deepEqual(await boxes(`?limit=2&cursor=${cursor}`), ['http/a']);
  const last = await bundle.call('GET', `/v1/inbox?limit=2&cursor=${cursor}`);
  assert.equal(last.at('/nextCursor'), null);
  for (const wrong of ['?channel=ftp', '?cursor=x', '?limit=0', '?what=1']) {
    assert.equal((await bundle.call('GET', `/v1/inbox${wrong}`)).status, 400, wrong);
  }
});

test('an item is shown whole, with its credentials masked', async (t) => {
  const bundle = await setup(t);
  await poster(bundle)('http/a', 'one');
  const id = String((await bundle.call('GET', '/v1/inbox')).at('/data/0/id'));
  const { status, json, text, at } = await bundle.call('GET', `/v1/inbox/${id}`);
  assert.equal(status, 200, text);
  assert.partialDeepStrictEqual(json, {
    id,
    channel: 'http',
    box: 'a',
    receivedAt: '2026-11-20T00:00:00.000Z',
    trigger: 'OUTBOUND_CALL_BUSY',
    callId: 'one',
    attempt: null,
    deliveryId: null,
    answer: { outcome: 'answered', status: 200, body: '' },
    verification: { verdict: 'unsigned', signature: 'absent', order: 'unknown' },
    body: '{"message":"m","data":{"callId":"one"}}',
    mail: null,
    json: { message: 'm', data: { callId: 'one' } },
  });
  assert.ok(!text.includes('a-token-of') && !text.includes('abc'));
  const headers: { name: string; value: string }[] = Object(at('/headers'));
  const value = (name: string) => headers.find((each) => each.name === name)?.value;
  assert.equal(value('authorization'), '••••body');
  assert.equal(value('x-secret'), '••••');
  assert.equal(value('webhook-event'), 'OUTBOUND_CALL_BUSY');
});

test('an item of another project is NOT_FOUND, and clearing leaves it', async (t) => {
  const bundle = await setup(t);
  const foreign = await addForeignProject(bundle);
  await poster(bundle)('http/a', 'mine');
  await poster(bundle, foreign.id)('http/a', 'theirs');
  const theirs = { token: FOREIGN_TOKEN };
  const id = String((await bundle.call('GET', '/v1/inbox', undefined, theirs)).at('/data/0/id'));
  assert.equal((await bundle.call('GET', `/v1/inbox/${id}`)).at('/code'), 'NOT_FOUND');
  assert.deepEqual((await bundle.call('DELETE', '/v1/inbox')).json, { removed: 1 });
  assert.deepEqual((await bundle.call('GET', '/v1/inbox')).at('/data'), []);
  const left = await bundle.call('GET', `/v1/inbox/${id}`, undefined, theirs);
  assert.equal(left.at('/callId'), 'theirs');
});

test('unknown and malformed ids are 404', async (t) => {
  const { call } = await setup(t);
  for (const id of ['inb_0', 'inb_01M7ZTB1MY000000001', 'nonsense', 'dlv_01M7ZTB1MY000000001']) {
    const answer = await call('GET', `/v1/inbox/${id}`);
    assert.deepEqual([answer.status, answer.at('/code')], [404, 'NOT_FOUND'], id);
  }
});

test('every route of an inbox that is off says why', async (t) => {
  const reason = 'The local inbox is off: RINGPOST_INBOX=off.';
  const { call } = await setup(t, { inboxOff: reason });
  const box = '/v1/inbox/boxes/http/default';
  for (const [method, path, body] of [
    ['GET', '/v1/inbox'],
    ['DELETE', '/v1/inbox'],
    ['GET', '/v1/inbox/inb_0'],
    ['GET', '/v1/inbox/boxes'],
    ['GET', box],
    ['PUT', box, { status: 500 }],
    ['DELETE', box],
  ] as const) {
    const answer = await call(method, path, body);
    assert.deepEqual([answer.status, answer.at('/detail')], [404, reason], `${method} ${path}`);
  }
});
