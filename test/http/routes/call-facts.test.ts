/** Facts of a call and filters of endpoints through the API (S2.24 to S2.27, S3.16, S4.14). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setup } from '../setup.ts';

const FACTS = {
  from: '+442079460018',
  to: '+12025550143',
  answeredAt: '2026-11-20T11:17:25.125Z',
  durationMs: 94_875,
  sipCode: 200,
  hangupCause: 'NORMAL_CLEARING',
  recordingUrl: 'https://media.example.com/r/1.mp3',
  agentId: 'agent_7',
  queue: 'support',
  tags: ['vip'],
  metadata: { order: '4712' },
};
const OUT = { direction: 'OUTBOUND' };

test('S2.24, S2.27: the call shows reported facts; a report may have facts alone', async (t) => {
  const { call } = await setup(t);
  const path = '/v1/calls/call_1/reports';
  const first = await call('POST', path, { ...OUT, status: 'COMPLETED', ...FACTS });
  assert.equal(first.status, 202, first.text);
  const alone = await call('POST', path, { tags: ['gold'], metadata: { region: 'emea' } });
  assert.deepEqual([alone.status, alone.at('/applied'), alone.at('/triggers')], [202, true, []]);
  const shown = await call('GET', '/v1/calls/call_1');
  const metadata = { order: '4712', region: 'emea' };
  assert.deepEqual(shown.at('/facts'), { ...FACTS, tags: ['gold'], metadata });
  assert.deepEqual(shown.at('/timeline/reports/0/facts'), FACTS);
  assert.deepEqual((await call('GET', '/v1/calls')).at('/data/0/facts/queue'), 'support');
  for (const query of ['number=%2B44%2020%207946%200018', 'tag=gold', 'number=12025550143']) {
    const list = await call('GET', `/v1/calls?${query}`);
    assert.deepEqual(list.at('/data/0/callId'), 'call_1', query);
  }
  assert.deepEqual((await call('GET', '/v1/calls?tag=vip')).at('/data'), []);
  const found = await call('GET', '/v1/search?q=%2B442079460018');
  assert.deepEqual([found.at('/data/0/id'), found.at('/data/0/by')], ['call_1', 'number']);
});

test('S2.2: each wrong fact is named, together with the other errors', async (t) => {
  const { call } = await setup(t);
  const wrong = {
    ...OUT,
    status: 'CANCELLED',
    from: 'a\nb',
    durationMs: '5',
    tags: ['a', 7],
    metadata: { a: { b: 'c' } },
    recordingUrl: 'ftp://x',
  };
  const answer = await call('POST', '/v1/calls/call_1/reports', wrong);
  assert.equal(answer.status, 422, answer.text);
  const fields = Object(answer.at('/errors')).map(({ field }: { field: string }) => field);
  const expected = ['/durationMs', '/from', '/metadata/a', '/recordingUrl', '/status', '/tags/1'];
  assert.deepEqual(fields.sort(), expected);
  const nothing = await call('POST', '/v1/calls/call_1/reports', { ...OUT, from: '', tags: [] });
  assert.deepEqual([nothing.status, nothing.at('/errors/0/field')], [422, '/status']);
});

test('S4.14: version 2 has the facts in data.call; version 1 has none', async (t) => {
  const bundle = await setup(t);
  const { call } = bundle;
  const trigger = 'OUTBOUND_CALL_COMPLETED';
  await bundle.endpoint([trigger], { name: 'one' });
  await bundle.endpoint([trigger], { name: 'two', payloadVersion: 2 });
  await call('POST', '/v1/calls/call_1/reports', { ...OUT, status: 'COMPLETED', ...FACTS });
  const list = await call('GET', '/v1/deliveries?callId=call_1');
  const bodies = [];
  for (const { id } of Object(list.at('/data'))) {
    bodies.push(JSON.parse(String((await call('GET', `/v1/deliveries/${id}`)).at('/body'))));
  }
  assert.deepEqual(
    bodies.map(({ data }) => data.call),
    [FACTS, undefined],
  );
  const preview = { kind: 'custom', trigger, payloadVersion: 2, sample: 'facts' };
  const shown = await call('POST', '/v1/endpoints/preview', preview);
  assert.equal(Object(shown.at('/headers'))['webhook-payload-version'], '2');
  assert.equal(JSON.parse(String(shown.at('/body'))).data.call.queue, 'support');
  const slack = await call('POST', '/v1/endpoints/preview', {
    kind: 'slack',
    trigger,
    payloadVersion: 2,
  });
  assert.deepEqual([slack.status, slack.at('/errors/0/field')], [422, '/payloadVersion']);
});

test('S3.16: a filter is set, shown and patched whole, and explain names it', async (t) => {
  const bundle = await setup(t);
  const { call } = bundle;
  const filter = { tags: ['vip'], metadata: { order: '4712' } };
  const id = await bundle.endpoint(['OUTBOUND_CALL_CALLING'], { filter });
  const path = `/v1/endpoints/${id}`;
  assert.deepEqual((await call('GET', path)).at('/filter'), filter);
  await call('POST', '/v1/calls/call_1/reports', { ...OUT, status: 'CALLING', tags: ['x'] });
  const explained = await call('GET', `/v1/calls/call_1/explain?endpointId=${id}`);
  assert.equal(explained.at('/explanations/0/reason'), 'FILTERED');
  assert.match(String(explained.at('/explanations/0/text')), /^Filtered: .* other tags /);
  const patched = await call('PATCH', path, { filter: { direction: 'INBOUND' } });
  assert.deepEqual(patched.at('/filter'), { direction: 'INBOUND' });
  const later = await call('GET', `/v1/calls/call_1/explain?endpointId=${id}`);
  assert.match(String(later.at('/explanations/0/text')), /another direction/);
  const wrong = await call('PATCH', path, { filter: { tags: [] } });
  assert.deepEqual([wrong.status, wrong.at('/errors/0/field')], [422, '/filter/tags']);
  assert.equal((await call('PATCH', path, { filter: null })).at('/filter'), null);
});
