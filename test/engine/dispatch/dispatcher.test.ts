/**
 * Order and retries of the dispatcher: S6.2 (FIFO per call), S6.11 (up to 6 retries) and S6, on a
 * real store by a clock that the test moves.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setup } from '../setup.ts';

describe('order', () => {
  test('S6.2: deliveries for the same call go out in emission order', async (t) => {
    const rig = await setup(t);
    await rig.endpoint();
    await rig.report('call-1', 'CALLING', 'CLOSING', 'COMPLETED');
    await rig.settled();
    assert.deepEqual(rig.channel.order(), ['call-1#1', 'call-1#2', 'call-1#3']);
    assert.deepEqual(await rig.states(), ['delivered', 'delivered', 'delivered']);
  });

  test('a head that retries blocks its successors, and other calls go on', async (t) => {
    const rig = await setup(t);
    await rig.endpoint();
    rig.channel.answer = ({ callId, sequence, attempt }) =>
      callId === 'bad' && sequence === 1 && attempt < 3 ? 503 : 200;
    await rig.report('bad', 'CALLING', 'CLOSING', 'COMPLETED');
    await rig.report('good', 'CALLING', 'COMPLETED');
    await rig.settled();
    assert.deepEqual(rig.channel.order('bad'), ['bad#1']);
    assert.deepEqual(rig.channel.order('good'), ['good#1', 'good#2']);
    await rig.advance(5_000 + 15_000);
    assert.deepEqual(rig.channel.order('bad'), ['bad#1', 'bad#1', 'bad#1', 'bad#2', 'bad#3']);
    assert.deepEqual(rig.times('bad'), [0, 5_000, 20_000, 20_000, 20_000]);
  });

  test('a call is delivered to one endpoint while another endpoint fails', async (t) => {
    const rig = await setup(t);
    const [dead, live] = [await rig.endpoint(), await rig.endpoint()];
    rig.channel.answer = ({ endpoint }) => (endpoint.key === dead.key ? 503 : 200);
    await rig.report('call-1', 'CALLING', 'COMPLETED');
    await rig.settled();
    const to = (key: number) => rig.channel.sent.filter((s) => s.request.endpoint.key === key);
    assert.equal(to(live.key).length, 2);
    assert.equal(to(dead.key).length, 1);
  });

  test('never two attempts of one lane at once, however many are reported', async (t) => {
    const rig = await setup(t);
    await rig.endpoint();
    rig.channel.latencyMs = 50;
    await rig.report('call-1', 'CALLING', 'CLOSING', 'COMPLETED');
    for (let turn = 0; turn < 6; turn += 1) {
      await rig.advance(25);
      assert.ok(rig.channel.inFlight <= 1);
    }
    assert.deepEqual(rig.times('call-1'), [0, 50, 100]);
  });

  test('a body has the same bytes on every attempt, and the ids stay', async (t) => {
    const rig = await setup(t);
    await rig.endpoint();
    rig.channel.answer = ({ attempt }) => (attempt === 1 ? 500 : 200);
    await rig.report('call-1', 'CALLING');
    await rig.advance(5_000);
    const [first, second] = rig.channel.sent.map(({ request }) => request);
    assert.ok(first !== undefined && second !== undefined);
    assert.equal(first.body, second.body);
    assert.equal(first.webhookId, second.webhookId);
    assert.equal(first.deliveryId, second.deliveryId);
    assert.match(first.webhookId, /^msg_/);
    assert.match(first.deliveryId, /^dlv_/);
    assert.deepEqual([first.attempt, second.attempt], [1, 2]);
    assert.deepEqual(JSON.parse(first.body).data, {
      callId: 'call-1',
      callStatus: 'CALLING',
      callSid: '',
      clientId: '',
    });
  });
});

describe('retries', () => {
  test('S6.11: up to 6 retries with exponential backoff, then the lane goes on', async (t) => {
    const rig = await setup(t);
    await rig.endpoint();
    rig.channel.answer = ({ sequence }) => (sequence === 1 ? 503 : 200);
    await rig.report('call-1', 'CALLING', 'COMPLETED');
    await rig.advance(2 * 3_600_000);
    const steps = [5, 15, 45, 135, 405, 1_215].map((seconds) => seconds * 1_000);
    const times = [0];
    for (const step of steps) times.push((times.at(-1) ?? 0) + step);
    assert.deepEqual(rig.times('call-1'), [...times, times.at(-1)]);
    assert.deepEqual(await rig.states(), ['exhausted', 'delivered']);
    assert.equal(rig.named('delivery.closed')[0]?.state, 'exhausted');
  });

  test('S6.8: 3xx and other 4xx are not retried, and the lane goes on', async (t) => {
    const rig = await setup(t);
    await rig.endpoint();
    rig.channel.answer = ({ sequence }) => [302, 404, 200][sequence - 1] ?? 200;
    await rig.report('call-1', 'CALLING', 'CLOSING', 'COMPLETED');
    await rig.settled();
    assert.deepEqual(await rig.states(), ['rejected', 'rejected', 'delivered']);
    assert.equal(rig.channel.sent.length, 3);
  });

  test('a Retry-After longer than the back-off is kept', async (t) => {
    const rig = await setup(t);
    await rig.endpoint();
    rig.channel.answer = ({ attempt }) =>
      attempt > 1
        ? 200
        : { kind: 'response', status: 429, retryAfter: '60', excerpt: null, durationMs: 0 };
    await rig.report('call-1', 'CALLING');
    await rig.advance(59_999);
    assert.equal(rig.channel.sent.length, 1);
    await rig.advance(1);
    assert.deepEqual(rig.times('call-1'), [0, 60_000]);
  });

  test('a delivery whose target the guard refuses is blocked without a retry', async (t) => {
    const rig = await setup(t);
    await rig.endpoint();
    rig.channel.answer = () => ({ kind: 'blocked', detail: 'private address', durationMs: 0 });
    await rig.report('call-1', 'CALLING');
    await rig.advance(60_000);
    assert.deepEqual(await rig.states(), ['blocked']);
    assert.equal(rig.channel.sent.length, 1);
  });

  test('the event of an attempt has its outcome, status and age', async (t) => {
    const rig = await setup(t);
    const endpoint = await rig.endpoint();
    rig.channel.latencyMs = 30;
    rig.channel.answer = () => 500;
    await rig.report('call-1', 'CALLING');
    await rig.advance(100);
    const [event] = rig.named('attempt.ended');
    assert.ok(event !== undefined);
    const { name, deliveryId, ...told } = event;
    assert.match(deliveryId, /^dlv_/);
    assert.deepEqual(told, {
      endpointId: endpoint.id,
      callId: 'call-1',
      trigger: 'OUTBOUND_CALL_CALLING',
      attempt: 1,
      outcome: 'retryable',
      status: 500,
      error: null,
      attention: false,
      durationMs: 30,
      ageMs: 30,
    });
    assert.equal(name, 'attempt.ended');
  });

  test('a kind without a channel is retried as a configuration error', async (t) => {
    const rig = await setup(t);
    const target = 'https://hooks.slack.com/services/T/B/x';
    await rig.endpoint({ kind: 'slack', target, auth: null });
    await rig.report('call-1', 'CALLING');
    await rig.settled();
    assert.equal(rig.named('attempt.ended')[0]?.error, 'configuration');
    assert.deepEqual(await rig.states(), ['retrying']);
  });

  test('a channel that rejects ends as a network error, and the lane is not lost', async (t) => {
    const rig = await setup(t);
    await rig.endpoint();
    rig.channel.answer = ({ attempt }) => {
      if (attempt === 1) throw new Error('a fault in a channel');
      return 200;
    };
    await rig.report('call-1', 'CALLING');
    await rig.advance(5_000);
    assert.deepEqual(await rig.states(), ['delivered']);
    rig.channel.faults.length = 0;
  });
});
