/**
 * A server that does not answer is left alone: the circuit opens after five failures, and one try
 * every 30 s is let through.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  AWAY_MAX,
  createCircuitBreaker,
  OPEN_MS,
} from '../../src/language-model/circuit-breaker.ts';
import { givenModel, QUESTION, settled } from './given.ts';
import { startModelServer } from './server.ts';

test('it opens after questions in a row without an answer, then lets one through', () => {
  let nowMs = 0;
  const breaker = createCircuitBreaker({ monoMs: () => nowMs });
  for (let count = 1; count < AWAY_MAX; count += 1) breaker.tell(true);
  breaker.tell(false);
  for (let count = 1; count <= AWAY_MAX; count += 1) {
    assert.ok(breaker.admits());
    breaker.tell(true);
  }
  assert.equal(breaker.admits(), false);
  nowMs = OPEN_MS - 1;
  assert.equal(breaker.admits(), false);
  nowMs = OPEN_MS;
  assert.deepEqual([breaker.admits(), breaker.admits()], [true, false]);
  breaker.tell(true);
  nowMs = 2 * OPEN_MS;
  assert.equal(breaker.admits(), true);
  breaker.tell(false);
  assert.deepEqual([breaker.admits(), breaker.admits()], [true, true]);
});

test('a server that hangs is asked five times; then questions fail at once', async (t) => {
  const server = await startModelServer(t, () => {});
  const { model, clock } = givenModel(t, server.baseUrl);
  for (let count = 1; count <= AWAY_MAX; count += 1) {
    const answer = await settled(clock, model.ask(QUESTION));
    assert.deepEqual([answer.kind, 'reason' in answer && answer.reason], ['failed', 'TIMEOUT']);
  }
  const startedMs = clock.monoMs();
  const refused = await model.ask(QUESTION);
  assert.ok(refused.kind === 'failed');
  assert.equal(refused.reason, 'UNAVAILABLE');
  assert.match(refused.detail, /did not answer/);
  assert.equal(clock.monoMs(), startedMs);
  assert.equal(server.requests.length, AWAY_MAX);
});
