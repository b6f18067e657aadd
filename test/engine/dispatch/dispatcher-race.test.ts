/**
 * Races that a review found: each is two events at the wrong moment, and each once left a lane or
 * an endpoint waiting for ever, or for the whole of a hold that had ended.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setup } from '../setup.ts';

const BUSY = new Error('busy');

test('a head made between the settlement of its predecessor and its answer is sent', async (t) => {
  const rig = await setup(t);
  await rig.endpoint();
  rig.channel.answer = (request) => (request.sequence === 1 ? 'hang' : 200);
  await rig.report('a', 'CALLING');
  await rig.settled();
  const letGo = rig.faulty.holdBack('settle');
  rig.channel.release(200);
  await rig.settled();
  // The lane is empty in the store by now, so this delivery is a head and is offered.
  await rig.report('a', 'CLOSING');
  await rig.settled();
  letGo();
  await rig.advance(3_600_000);
  assert.deepEqual(rig.channel.order('a'), ['a#1', 'a#2']);
});

test('a failed read after a 410 does not leave the dispatcher dead', async (t) => {
  const rig = await setup(t);
  let failures = 0;
  rig.faulty.refuse('runtime', () => {
    failures -= 1;
    return failures >= 0 ? BUSY : null;
  });
  await rig.endpoint();
  rig.channel.latencyMs = 100;
  rig.channel.answer = () => 410;
  await rig.report('b', 'CALLING');
  await rig.settled();
  failures = 2;
  await rig.advance(150);
  await rig.advance(180_000);
  assert.equal(rig.dispatcher.alive(), true);
});

test('enabling after a 410 sends held deliveries even if reads fail at both moments', async (t) => {
  const rig = await setup(t);
  const endpoint = await rig.endpoint();
  let failures = 0;
  rig.faulty.refuse('runtime', () => {
    failures -= 1;
    return failures >= 0 ? BUSY : null;
  });
  rig.channel.latencyMs = 100;
  rig.channel.answer = () => 410;
  await rig.report('a', 'CALLING', 'CLOSING');
  await rig.settled();
  failures = 1;
  await rig.advance(150);
  failures = 1;
  rig.channel.answer = () => 200;
  await rig.enable(endpoint.key);
  await rig.advance(3_600_000);
  assert.deepEqual(rig.channel.order('a'), ['a#1', 'a#2']);
});

test('a hold that ended does not come back from a read before its commit', async (t) => {
  const rig = await setup(t);
  const endpoint = await rig.endpoint();
  rig.channel.answer = () => 500;
  for (const call of ['a', 'b', 'c', 'd', 'e']) await rig.report(call, 'CALLING');
  await rig.advance(1_000);
  assert.equal(rig.named('endpoint.held').length, 1);
  await rig.report('late', 'CALLING');
  await rig.advance(100);
  rig.channel.answer = () => 200;
  let refused = true;
  rig.faulty.refuse('settle', () => (refused ? BUSY : null));
  // The retries succeed; their settlements fail and are repeated.
  await rig.advance(4_000);
  assert.ok(rig.channel.sent.length > 5);
  rig.dispatcher.invalidate(endpoint.key);
  await rig.settled();
  refused = false;
  const sinceMs = rig.clock.wallMs();
  await rig.advance(60_000);
  const late = rig.channel.sent.find(({ request }) => request.callId === 'late');
  assert.ok(late !== undefined && late.atMs - sinceMs < 5_000);
});
