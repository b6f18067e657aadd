/** An exchange settles once, by its deadline, in any order of undici's events. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Dispatcher } from 'undici';
import { Exchange, PERMIT_ENDED } from '../../src/channel/exchange.ts';
import { failure } from '../../src/channel/send-failure.ts';
import type { SendResult } from '../../src/core/delivery/outcome.ts';
import { givenPermit } from './given.ts';
import { createSteppedClock } from './stepped-clock.ts';

function setup(timeoutMs = 10_000) {
  const clock = createSteppedClock();
  const results: SendResult[] = [];
  const aborts: unknown[] = [];
  const right = givenPermit();
  const exchange = new Exchange({
    clock,
    timeoutMs,
    permit: right.permit,
    settle: (it) => results.push(it),
  });
  const controller: Dispatcher.DispatchController = {
    get aborted() {
      return aborts.length > 0;
    },
    get paused() {
      return false;
    },
    get reason() {
      return null;
    },
    abort: (reason) => aborts.push(reason),
    pause() {},
    resume() {},
  };
  return { clock, results, aborts, right, exchange, controller };
}

test('a request that gets a connection only after the deadline is never written', () => {
  const { clock, exchange, controller, results, aborts } = setup();
  clock.advance(10_100);
  assert.equal(results.length, 1);
  exchange.onRequestStart(controller);
  assert.equal(aborts.length, 1);
});

test('no event after the deadline changes the result', () => {
  const { clock, exchange, controller, results } = setup();
  exchange.onRequestStart(controller);
  clock.advance(10_100);
  exchange.onResponseStart(controller, 200, {});
  exchange.onResponseEnd();
  exchange.onResponseError(controller, new Error('late'));
  exchange.fail(failure('network', 'late'));
  clock.advance(60_000);
  assert.deepEqual(
    results.map((it) => it.kind === 'error' && it.error),
    ['timeout'],
  );
  assert.equal(clock.timers, 0);
});

test('a complete answer settles once its connection is free, and leaves no timer', async () => {
  const { exchange, controller, results, aborts, clock } = setup();
  exchange.onRequestStart(controller);
  exchange.onResponseStart(controller, 204, {});
  exchange.onResponseEnd();
  assert.equal(results.length, 0);
  assert.equal(clock.timers, 0);
  await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
  assert.equal(results.length, 1);
  assert.equal(aborts.length, 0, 'the connection is kept');
});

test('the drain never outlives the total deadline', () => {
  const { clock, exchange, controller, results } = setup(1_000);
  exchange.onRequestStart(controller);
  clock.advance(900);
  exchange.onResponseStart(controller, 200, { 'retry-after': ['7', '8'] });
  clock.advance(200);
  const [result] = results;
  assert.ok(result?.kind === 'response' && result.status === 200 && result.retryAfter === '7');
  assert.ok(result.durationMs <= 1_000);
});

test('the kept part of a body is a copy, so that its buffer is not kept', () => {
  const { exchange, controller, results, clock } = setup();
  exchange.onRequestStart(controller);
  exchange.onResponseStart(controller, 200, {});
  const block = Buffer.alloc(65_536, 'a');
  exchange.onResponseData(controller, block.subarray(0, 2));
  block.fill('z');
  clock.advance(2_000);
  const [result] = results;
  assert.equal(result?.kind === 'response' && result.excerpt, 'aa');
});

test('a permit that lapsed untold is noticed before the request is written', () => {
  const { exchange, controller, results, aborts, right, clock } = setup();
  right.lapse();
  exchange.onRequestStart(controller);
  assert.equal(aborts.length, 1);
  assert.deepEqual(results, [{ ...PERMIT_ENDED, durationMs: 0 }]);
  assert.deepEqual([right.heard, clock.timers], [0, 0]);
});

test('a permit that has ended when the exchange begins ends it at once', () => {
  const right = givenPermit();
  right.end();
  const clock = createSteppedClock();
  const results: SendResult[] = [];
  const settle = (it: SendResult) => results.push(it);
  const exchange = new Exchange({
    clock,
    timeoutMs: 10_000,
    permit: right.permit,
    settle,
  });
  exchange.fail(failure('network', 'late'));
  assert.deepEqual(results, [{ ...PERMIT_ENDED, durationMs: 0 }]);
  assert.equal(clock.timers, 0);
});

test('a permit that ends before a status fails the exchange and drops its connection', () => {
  const { exchange, controller, results, aborts, right } = setup();
  exchange.onRequestStart(controller);
  exchange.onResponseStart(controller, 103, {});
  right.end();
  assert.equal(aborts.length, 1);
  exchange.onResponseStart(controller, 200, {});
  exchange.onResponseEnd();
  assert.deepEqual(results, [{ ...PERMIT_ENDED, durationMs: 0 }]);
});

test('a permit that ends after the status leaves a response, and no connection', () => {
  const { exchange, controller, results, aborts, right } = setup();
  exchange.onRequestStart(controller);
  exchange.onResponseStart(controller, 503, { 'retry-after': '7' });
  exchange.onResponseData(controller, Buffer.from('bu'));
  right.end();
  const [result] = results;
  assert.ok(result?.kind === 'response' && result.status === 503 && result.retryAfter === '7');
  assert.deepEqual([result.excerpt, aborts.length, right.heard], ['bu', 1, 0]);
});

test('a settled exchange no longer listens for the end of its permit', () => {
  const endings: readonly ((given: ReturnType<typeof setup>) => void)[] = [
    ({ clock }) => clock.advance(10_100),
    ({ exchange }) => exchange.fail(failure('network', 'shutting down')),
    ({ exchange, controller }) => exchange.onResponseError(controller, new Error('reset')),
    ({ exchange, controller }) => {
      exchange.onResponseStart(controller, 204, {});
      exchange.onResponseEnd();
    },
  ];
  for (const ending of endings) {
    const given = setup();
    given.exchange.onRequestStart(given.controller);
    assert.equal(given.right.heard, 1);
    ending(given);
    assert.equal(given.right.heard, 0);
  }
});
