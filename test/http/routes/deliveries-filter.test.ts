/** Filters of deliveries: negation and the number of attempts. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Bundle, setup } from '../setup.ts';

const TRIGGERS = ['OUTBOUND_CALL_CALLING', 'OUTBOUND_CALL_CLOSING', 'OUTBOUND_CALL_COMPLETED'];

/** Reports three statuses of a call: the head of each lane is due, the others wait. */
async function reported(bundle: Bundle): Promise<void> {
  for (const status of ['CALLING', 'CLOSING', 'COMPLETED']) {
    const body = { status, direction: 'OUTBOUND' };
    const answer = await bundle.call('POST', '/v1/calls/call_1/reports', body);
    assert.equal(answer.status, 202);
  }
}

async function countOf(bundle: Bundle, query: string): Promise<number> {
  const answer = await bundle.call('GET', `/v1/deliveries?${query}`);
  assert.equal(answer.status, 200, answer.text);
  return Object(answer.at('/data')).length;
}

test('negated filters leave out states, endpoints and triggers', async (t) => {
  const bundle = await setup(t);
  const one = await bundle.endpoint(TRIGGERS);
  const two = await bundle.endpoint(['OUTBOUND_CALL_CLOSING']);
  await reported(bundle);
  const count = (query: string) => countOf(bundle, query);
  assert.equal(await count('notState=waiting'), 2);
  assert.equal(await count('notState=waiting,due'), 0);
  assert.equal(await count('state=due,waiting&notState=due'), 2);
  assert.equal(await count('state=due&notState=due'), 0, 'nothing is not everything');
  assert.equal(await count(`notEndpointId=${two}`), 3);
  assert.equal(await count(`notEndpointId=${one},${two}`), 0);
  assert.equal(await count('notEndpointId=ep_01M7V41F0000000000Z'), 4, 'one that never was');
  assert.equal(await count('notTrigger=OUTBOUND_CALL_CLOSING'), 2);
  assert.equal(await count(`endpointId=${one}&notTrigger=OUTBOUND_CALL_CLOSING&notState=due`), 1);
});

test('attemptsMin needs a filter that spares a scan of the history', async (t) => {
  const bundle = await setup(t);
  const { call } = bundle;
  await bundle.endpoint(TRIGGERS);
  await reported(bundle);
  const refused = await call('GET', '/v1/deliveries?attemptsMin=2');
  assert.equal(refused.status, 400);
  assert.equal(refused.at('/errors/0/field'), 'query.attemptsMin');
  const withDelivered = await call('GET', '/v1/deliveries?attemptsMin=2&notState=due');
  assert.equal(withDelivered.status, 400, 'delivered ones are still among them');
  for (const query of ['callId=call_1', 'notState=delivered', 'state=due']) {
    assert.equal(await countOf(bundle, `attemptsMin=1&${query}`), 0, query);
  }
  for (const wrong of ['0', '-1', '1.5', 'x', '10001', '']) {
    const answer = await call('GET', `/v1/deliveries?state=due&attemptsMin=${wrong}`);
    assert.equal(answer.status, 400, wrong);
  }
});
