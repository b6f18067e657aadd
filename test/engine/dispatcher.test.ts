/**
 * Order, turns and limits of the dispatcher: section 6, rule 4 (FIFO per call), section 8 (up to 6
 * retries) and decisions section 5, on a real store and a clock that is moved by hand.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { START_MS, setup } from './setup.ts';

describe('order', () => {
  test('section 6, rule 4: deliveries for the same call go out in emission order', async (t) => {
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
  test('section 8: up to 6 retries, with exponential back-off, then the lane goes on', async (t) => {
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

  test('section 4: 3xx and other 4xx are not retried, and the lane goes on', async (t) => {
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

  test('what the guard refused is closed as blocked without a retry', async (t) => {
    const rig = await setup(t);
    await rig.endpoint();
    rig.channel.answer = () => ({ kind: 'blocked', detail: 'private address', durationMs: 0 });
    await rig.report('call-1', 'CALLING');
    await rig.advance(60_000);
    assert.deepEqual(await rig.states(), ['blocked']);
    assert.equal(rig.channel.sent.length, 1);
  });

  test('an attempt is told with its outcome, status and age', async (t) => {
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
      endpoint: endpoint.key,
      callId: 'call-1',
      trigger: 'OUTBOUND_CALL_CALLING',
      attempt: 1,
      outcome: 'retryable',
      status: 500,
      error: null,
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

describe('turns', () => {
  test('the concurrency of an endpoint is exact', async (t) => {
    const rig = await setup(t);
    const pacing = { ratePerS: null, burst: 1, concurrency: 3 };
    const endpoint = await rig.endpoint({ pacing });
    rig.channel.latencyMs = 100;
    await rig.reportAll(Array.from({ length: 10 }, (_, n) => [`call-${n}`, 'CALLING']));
    await rig.advance(400);
    assert.equal(rig.channel.mostOf.get(endpoint.id), 3);
    const times = rig.channel.sent.map(({ atMs }) => atMs - START_MS);
    assert.deepEqual(times, [0, 0, 0, 100, 100, 100, 200, 200, 200, 300]);
  });

  test('the pacing of an endpoint is exact: its burst, then its rate', async (t) => {
    const rig = await setup(t);
    await rig.endpoint({ pacing: { ratePerS: 2, burst: 3, concurrency: 5 } });
    await rig.reportAll(Array.from({ length: 7 }, (_, n) => [`call-${n}`, 'CALLING']));
    await rig.advance(3_000);
    const times = rig.channel.sent.map(({ atMs }) => atMs - START_MS);
    assert.deepEqual(times, [0, 0, 0, 500, 1_000, 1_500, 2_000]);
  });

  test('endpoints take turns for slots', async (t) => {
    const rig = await setup(t, { inFlightMax: 2, reserve: 0 });
    const endpoints = [await rig.endpoint(), await rig.endpoint()];
    await rig.report('warm-up', 'CALLING');
    await rig.settled();
    rig.channel.sent.length = 0;
    rig.channel.latencyMs = 10;
    await rig.reportAll(Array.from({ length: 6 }, (_, n) => [`call-${n}`, 'CALLING']));
    await rig.advance(60);
    const order = rig.channel.sent.map(({ request }) => request.endpoint.key);
    const [one, other] = endpoints.map(({ key }) => key);
    for (let turn = 0; turn < 6; turn += 1) {
      assert.deepEqual(new Set(order.slice(2 * turn, 2 * turn + 2)), new Set([one, other]));
    }
    assert.equal(rig.channel.mostAtOnce, 2);
  });

  test('an endpoint that hangs leaves the reserve to the others', async (t) => {
    const rig = await setup(t, { inFlightMax: 8, reserve: 3 });
    const hanging = await rig.endpoint();
    rig.channel.answer = ({ endpoint }) => (endpoint.key === hanging.key ? 'hang' : 200);
    await rig.reportAll(Array.from({ length: 50 }, (_, n) => [`call-${n}`, 'CALLING']));
    await rig.settled();
    assert.equal(rig.dispatcher.gauges().inFlight, 5);
    const healthy = await rig.endpoint();
    await rig.reportAll(Array.from({ length: 50 }, (_, n) => [`later-${n}`, 'CALLING']));
    await rig.settled();
    const to = rig.channel.sent.filter(({ request }) => request.endpoint.key === healthy.key);
    assert.equal(to.length, 50);
  });

  test('an endpoint that keeps timing out has one slot, all such endpoints half', async (t) => {
    const rig = await setup(t, { inFlightMax: 4, reserve: 1 });
    const suspects = [];
    for (let n = 0; n < 4; n += 1) suspects.push(await rig.endpoint());
    const timeout = { kind: 'error', error: 'timeout', detail: '', durationMs: 0 } as const;
    rig.channel.answer = () => timeout;
    // Three timeouts of one call: suspect, but not on hold, which takes three calls.
    await rig.report('call-1', 'CALLING');
    await rig.advance(5_000 + 15_000);
    rig.channel.answer = () => 'hang';
    await rig.reportAll(Array.from({ length: 20 }, (_, n) => [`later-${n}`, 'CALLING']));
    await rig.settled();
    assert.equal(rig.dispatcher.gauges().inFlight, 2);
    assert.equal(new Set(rig.channel.sent.slice(-2).map((s) => s.request.endpoint.key)).size, 2);
    assert.equal(suspects.length, 4);
    rig.channel.answer = () => 200;
    rig.channel.release(200);
    await rig.settled();
    assert.equal((await rig.states()).filter((state) => state === 'delivered').length, 80);
  });
});

describe('life', () => {
  test('an idle dispatcher has no timer, no head and no work', async (t) => {
    const rig = await setup(t);
    await rig.endpoint();
    await rig.report('call-1', 'CALLING', 'COMPLETED');
    await rig.settled();
    const gauges = { inFlight: 0, residentHeads: 0, endpointsWithWork: 0 };
    assert.deepEqual(rig.dispatcher.gauges(), gauges);
    assert.equal(rig.clock.timers, 0);
  });

  test('says which deliveries are being sent', async (t) => {
    const rig = await setup(t);
    await rig.endpoint();
    rig.channel.answer = () => 'hang';
    const [head] = await rig.report('call-1', 'CALLING');
    await rig.settled();
    assert.ok(head !== undefined);
    assert.ok(rig.dispatcher.isSending(head.delivery));
    assert.deepEqual(rig.dispatcher.sendingKeys(), [head.delivery]);
    rig.channel.release(200);
    await rig.settled();
    assert.ok(!rig.dispatcher.isSending(head.delivery));
    assert.deepEqual(rig.dispatcher.sendingKeys(), []);
  });

  test('a stop waits for what is in flight and takes nothing new', async (t) => {
    const rig = await setup(t);
    await rig.endpoint();
    rig.channel.latencyMs = 1_000;
    await rig.report('call-1', 'CALLING', 'COMPLETED');
    await rig.settled();
    let stopped = false;
    const stopping = rig.dispatcher.stop().then(() => {
      stopped = true;
    });
    await rig.advance(999);
    assert.equal(stopped, false);
    await rig.report('call-2', 'CALLING');
    await rig.advance(1);
    await stopping;
    assert.deepEqual(rig.channel.order(), ['call-1#1']);
    assert.deepEqual(await rig.states(), ['delivered', 'due', 'due']);
    assert.equal(rig.dispatcher.alive(), false);
  });

  test('a stop gives up after its time, and the next start repeats only what hung', async (t) => {
    const rig = await setup(t, { drainMs: 2_000 });
    await rig.endpoint();
    rig.channel.answer = ({ callId }) => (callId === 'hangs' ? 'hang' : 200);
    await rig.report('hangs', 'CALLING');
    await rig.report('other', 'CALLING');
    await rig.settled();
    const stopping = rig.dispatcher.stop();
    await rig.advance(2_000);
    await stopping;
    rig.channel.release(200);
    await rig.settled();
    assert.deepEqual(await rig.states(), ['due', 'delivered']);
    rig.channel.answer = () => 200;
    await rig.restart();
    await rig.settled();
    assert.deepEqual(rig.channel.order(), ['hangs#1', 'other#1', 'hangs#1']);
  });

  test('a restart goes on with what is in the store: due, retrying and waiting', async (t) => {
    const rig = await setup(t);
    await rig.endpoint();
    rig.channel.answer = () => 503;
    await rig.report('call-1', 'CALLING', 'COMPLETED');
    await rig.settled();
    await rig.dispatcher.stop();
    await rig.report('call-2', 'CALLING');
    rig.channel.answer = () => 200;
    await rig.restart();
    await rig.settled();
    assert.deepEqual(rig.channel.order(), ['call-1#1', 'call-2#1']);
    await rig.advance(5_000);
    const expected = ['call-1#1', 'call-2#1', 'call-1#1', 'call-1#2'];
    assert.deepEqual(rig.channel.order(), expected);
    assert.deepEqual(rig.times('call-1'), [0, 5_000, 5_000]);
  });

  test('a fenced settlement stops the dispatcher for good', async (t) => {
    const rig = await setup(t);
    await rig.endpoint();
    rig.channel.answer = () => 'hang';
    await rig.report('call-1', 'CALLING', 'COMPLETED');
    await rig.settled();
    const old = rig.dispatcher;
    assert.ok(old.alive());
    rig.channel.answer = () => 200;
    // Another process takes the shards while the old one has an attempt in flight.
    await rig.store.own();
    rig.channel.release(200);
    await rig.settled();
    assert.equal(old.alive(), false);
    assert.deepEqual(await rig.states(), ['due', 'waiting']);
    await rig.report('call-2', 'CALLING');
    await rig.settled();
    assert.deepEqual(rig.channel.order(), ['call-1#1']);
    await rig.restart();
    await rig.settled();
    assert.ok(rig.dispatcher.alive());
    assert.deepEqual(await rig.states(), ['delivered', 'delivered', 'delivered']);
    await old.stop();
  });

  test('is not alive when an attempt never ends, and again when it has', async (t) => {
    const rig = await setup(t);
    await rig.endpoint();
    rig.channel.answer = () => 'hang';
    await rig.report('call-1', 'CALLING');
    await rig.advance(59_000);
    assert.ok(rig.dispatcher.alive());
    await rig.advance(1_000);
    assert.equal(rig.dispatcher.alive(), false);
    rig.channel.release(200);
    await rig.settled();
    assert.ok(rig.dispatcher.alive());
  });

  test('a wall clock that goes back delays no pacing and burns no retries', async (t) => {
    const rig = await setup(t);
    await rig.endpoint({ pacing: { ratePerS: 1, burst: 1, concurrency: 1 } });
    await rig.reportAll(Array.from({ length: 3 }, (_, n) => [`call-${n}`, 'CALLING']));
    await rig.settled();
    rig.clock.jump(-3_600_000);
    await rig.advance(40_000);
    assert.equal(rig.channel.sent.length, 3);
  });
});
