/** An answer must mean what the rules say. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { legalEdges } from '../../../sim/check/legal-edges.ts';
import { Given, saysOf } from './given.ts';
import { oneDelivery } from './situation.ts';

test('answers with their outcomes pass', () => {
  for (const status of [200, 400, 503]) {
    const { given, row } = oneDelivery();
    given.attempt(row, status);
    assert.deepEqual(saysOf(legalEdges, given), []);
  }
});

test('an answer with another outcome is caught', () => {
  const wrong = [
    [200, 'retryable', 'retrying'],
    [302, 'delivered', 'delivered'],
    [302, 'retryable', 'retrying'],
    [404, 'retryable', 'retrying'],
    [408, 'rejected', 'rejected'],
    [425, 'rejected', 'rejected'],
    [429, 'rejected', 'rejected'],
    [503, 'delivered', 'delivered'],
    [410, 'rejected', 'rejected'],
  ] as const;
  for (const [status, outcome, state] of wrong) {
    const { given, row } = oneDelivery();
    given.answer(given.send(row), status);
    given.settle(row, outcome, state);
    assert.match(saysOf(legalEdges, given).join(), /counts as/, `${status} ${outcome}`);
  }
});

test('an outcome with another state is caught', () => {
  const { given, row } = oneDelivery();
  given.answer(given.send(row), 503);
  given.settle(row, 'retryable', 'rejected');
  assert.match(saysOf(legalEdges, given).join(), /became rejected/);
});

test('a 410 that leaves its endpoint enabled is caught', () => {
  for (const disable of ['gone', undefined] as const) {
    const { given, row } = oneDelivery();
    given.answer(given.send(row), 410);
    given.settle(row, 'gone', 'rejected', disable === undefined ? {} : { disable });
    assert.equal(saysOf(legalEdges, given).length > 0, disable === undefined);
  }
});

test('a request for a delivery that is no head on disk is caught', () => {
  for (const stored of [null, 'waiting', 'delivered'] as const) {
    const { given, row } = oneDelivery();
    given.send(row, { stored });
    assert.equal(saysOf(legalEdges, given).length, 1, String(stored));
  }
});

test('a sweep that ends a call after a jump of the clock, not after silence, is caught', () => {
  for (const isSilent of [true, false]) {
    const given = new Given();
    given.accept('call-1', 'report-1', 'CLOSING', ['INBOUND_CALL_CLOSING'], 0, 'ingest:src_1');
    if (isSilent) given.after(601_000);
    else given.after(1_000).jump(601_000);
    given.accept('call-1', 'report-2', 'ERROR', ['INBOUND_CALL_ERROR'], 0, 'stale');
    assert.equal(saysOf(legalEdges, given).length > 0, !isSilent);
  }
});
