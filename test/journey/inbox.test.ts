/**
 * The real process with its own inbox, and no other receiver: four kinds of endpoints point at it,
 * boxes fail, and deliveries arrive retried, in order, whole and signed. Of loopback, only the
 * inbox is allowed as a target.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { askUntil } from '../support/ask-until.ts';
import { FAST, setup, TRIGGERS } from './inbox-setup.ts';

test('four kinds arrive: retried with the same bytes, in order, signed', async (t) => {
  const { start } = await setup(t);
  const { ask, items, report, targetOf, whole } = await start();
  const KINDS = [
    ['custom', 'http/crm', 503, 200],
    ['slack', 'slack/alerts', 500, 200],
    ['teams', 'teams/alerts', 502, 202],
    ['email', 'email/ops@example.com', 451, 250],
  ] as const;
  for (const [kind, box, status] of KINDS) {
    const auth = kind === 'custom' ? { auth: { method: 'rsa-sha256' } } : {};
    const target = await targetOf(box);
    await ask('POST', '/v1/endpoints', { name: kind, kind, target, ...auth, ...FAST }, 201);
    await ask('PUT', `/v1/inbox/boxes/${box}`, { status, first: 1 });
  }
  await report('call-1');
  for (const [kind, box, refused, taken] of KINDS) {
    const [channel = ''] = box.split('/');
    const found = await items(`channel=${channel}&callId=call-1`, 3);
    assert.deepEqual(
      found.map(({ trigger, sequence, attempt, answer }) => [
        trigger,
        sequence,
        attempt,
        answer.status,
      ]),
      [
        [TRIGGERS[0], 1, 1, refused],
        [TRIGGERS[0], 1, 2, taken],
        [TRIGGERS[1], 2, 1, taken],
      ],
      kind,
    );
    const [first, again] = await Promise.all(found.map(({ id }) => whole(id)));
    assert.equal(again?.body, first?.body, kind);
    assert.equal(again?.deliveryId, first?.deliveryId, kind);
    for (const { deliveryId } of found) {
      assert.equal((await ask('GET', `/v1/deliveries/${deliveryId}`)).callId, 'call-1');
    }
    for (const { verification } of found) {
      const expected = kind === 'custom' ? ['valid', 'in-order'] : null;
      assert.deepEqual(verification && [verification.verdict, verification.order], expected);
    }
  }
  const { data } = await ask('GET', '/v1/deliveries?callId=call-1');
  const states: { state: string }[] = data;
  assert.equal(states.length, 8);
  await askUntil(
    'all delivered',
    () => ask('GET', '/v1/deliveries?callId=call-1&state=delivered'),
    (delivered) => delivered.data.length >= states.length,
  );
});
