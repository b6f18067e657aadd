/** Figures over time. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isoTime } from '../../../src/core/time.ts';
import { setup } from '../setup.ts';

test('stats count what was made, delivered and failed, and the backlog', async (t) => {
  const bundle = await setup(t);
  const { call, clock, settle } = bundle;
  await bundle.endpoint(['OUTBOUND_CALL_CALLING']);
  const createdAtMs = clock.wallMs();
  for (const callId of ['a', 'b', 'c']) {
    await call('POST', `/v1/calls/${callId}/reports`, { status: 'CALLING', direction: 'OUTBOUND' });
  }
  clock.advance(40);
  const list = await call('GET', '/v1/deliveries');
  const atMs = clock.wallMs();
  await settle(String(list.at('/data/0/id')), { state: 'delivered', atMs, failures: 0 }, 200);
  await settle(String(list.at('/data/1/id')), { state: 'rejected', atMs, failures: 0 }, 404);
  const { at, status, text } = await call('GET', '/v1/stats?step=60');
  assert.equal(status, 200, text);
  const total = Object(at('/total'));
  assert.deepEqual([total.made, total.delivered, total.failed], [3, 1, 1]);
  assert.ok(total.latencyMs.p50 > 20 && total.latencyMs.p50 <= 50, JSON.stringify(total.latencyMs));
  assert.deepEqual([at('/backlog'), at('/oldestOpenAt')], [1, isoTime(createdAtMs)]);
  assert.equal(Object(at('/steps')).length, 24 * 60 + 1);
});

test('steps are chosen when none is asked for, and aligned', async (t) => {
  const { call } = await setup(t);
  const range = 'from=2026-11-01T00:00:30.000Z&to=2026-11-20T00:00:00.000Z';
  const { at } = await call('GET', `/v1/stats?${range}`);
  assert.equal(at('/stepS'), 21_600);
  assert.equal(at('/from'), '2026-11-01T00:00:00.000Z');
  assert.equal(at('/steps/0/latencyMs'), null);
});

test('a range or a step that cannot be is 400', async (t) => {
  const { call } = await setup(t);
  const from = 'from=2026-01-01T00:00:00.000Z';
  for (const query of [
    'step=61',
    'step=0',
    'step=abc',
    `${from}&step=60`,
    'from=2030-01-01T00:00:00.000Z',
    `${from}&to=${from.slice(5)}`,
    // Aligned to its step, the end would lie in the year 10000.
    'to=9999-12-31T23:59:59.999Z',
    'endpointId=x',
  ]) {
    const answer = await call('GET', `/v1/stats?${query}`);
    assert.deepEqual([answer.status, answer.at('/code')], [400, 'INVALID_PARAMETER'], query);
  }
});
