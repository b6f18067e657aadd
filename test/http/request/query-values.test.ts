/** The query string is read by the schema of its route; `server.test.ts` has more. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setup } from '../setup.ts';

const REPORT = { status: 'CALLING', direction: 'OUTBOUND' };

test('a list in a query is accepted whole or refused; free texts keep their commas', async (t) => {
  const { call, endpoint } = await setup(t);
  const id = await endpoint(['INBOUND_CALL_CALLING']);
  const ids = (count: number) => `${'ep_0,'.repeat(count - 1)}${id}`;
  assert.equal((await call('GET', `/v1/endpoints?id=${ids(200)}`)).at('/data/0/id'), id);
  const many = await call('GET', `/v1/endpoints?id=${ids(201)}`);
  assert.deepEqual([many.status, many.at('/code')], [400, 'INVALID_PARAMETER']);
  for (const clientId of ['a,b', 'a', 'c']) {
    await call('POST', `/v1/calls/of_${clientId}/reports`, { ...REPORT, clientId });
  }
  const left = await call('GET', '/v1/calls?notClientId=a%2Cb&notClientId=c');
  assert.deepEqual([left.at('/data/0/callId'), left.at('/data/1')], ['of_a', undefined]);
});

test('a NUL is refused with its parameter, since PostgreSQL accepts none', async (t) => {
  const { call } = await setup(t);
  const queries = ['search?q', 'calls?clientId', 'calls?callSid', 'calls?notClientId=a&notCallSid'];
  for (const query of [...queries, 'endpoints?cursor']) {
    const answer = await call('GET', `/v1/${query}=a%00b`);
    assert.deepEqual([answer.status, answer.at('/code')], [400, 'INVALID_PARAMETER'], query);
    assert.equal(answer.at('/errors/0/field'), `query.${query.split(/[?&]/).at(-1)}`);
  }
});
