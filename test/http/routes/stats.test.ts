/** Stats over HTTP: deliveries over time, endpoints, calls by status. */
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

test('without a step the service chooses one, and aligns the range to it', async (t) => {
  const { call } = await setup(t);
  const range = 'from=2026-11-01T00:00:30.000Z&to=2026-11-20T00:00:00.000Z';
  const { at } = await call('GET', `/v1/stats?${range}`);
  assert.equal(at('/stepS'), 21_600);
  assert.equal(at('/from'), '2026-11-01T00:00:00.000Z');
  assert.equal(at('/steps/0/latencyMs'), null);
});

test('an impossible range or step is 400', async (t) => {
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

test('each endpoint shows its figures, with a line of at most 48 steps', async (t) => {
  const bundle = await setup(t);
  const { call, clock, settle } = bundle;
  const busy = await bundle.endpoint(['OUTBOUND_CALL_CALLING'], { name: 'busy' });
  const quiet = await bundle.endpoint(['INBOUND_CALL_CALLING'], { name: 'quiet' });
  const removed = await bundle.endpoint(['OUTBOUND_CALL_CALLING'], { name: 'removed' });
  assert.equal((await call('DELETE', `/v1/endpoints/${removed}`)).status, 204);
  assert.equal((await call('POST', `/v1/endpoints/${quiet}/disable`)).status, 200);
  const createdAtMs = clock.wallMs();
  for (const callId of ['a', 'b', 'c']) {
    await call('POST', `/v1/calls/${callId}/reports`, { status: 'CALLING', direction: 'OUTBOUND' });
  }
  clock.advance(40);
  const list = await call('GET', '/v1/deliveries');
  const atMs = clock.wallMs();
  await settle(String(list.at('/data/0/id')), { state: 'delivered', atMs, failures: 0 }, 200);
  await settle(String(list.at('/data/1/id')), { state: 'rejected', atMs, failures: 0 }, 404);
  const answer = await call('GET', '/v1/stats/endpoints');
  assert.equal(answer.status, 200, answer.text);
  const rows: Record<string, unknown>[] = Object(answer.at('/endpoints'));
  const of = (id: string) => Object(rows.find(({ endpointId }) => endpointId === id));
  assert.deepEqual(rows.map(({ endpointId }) => endpointId).toSorted(), [busy, quiet].toSorted());
  const { name, kind, enabled, health, made, delivered, firstTry, failed, attempts } = of(busy);
  assert.deepEqual([name, kind, enabled, health], ['busy', 'custom', true, 'healthy']);
  assert.deepEqual([made, delivered, firstTry, failed, attempts], [3, 1, 1, 1, 2]);
  assert.ok(of(busy).latencyMs.p50 > 20 && of(busy).latencyMs.p50 <= 50, answer.text);
  assert.deepEqual([of(busy).backlog, of(busy).oldestOpenAt], [1, isoTime(createdAtMs)]);
  assert.deepEqual([of(busy).failing, of(quiet).failing], [0, 0], 'the open one was not tried');
  const lines: Record<string, number[]> = of(busy).line;
  const [from, to] = [answer.at('/from'), answer.at('/to')].map((time) => Date.parse(String(time)));
  const steps = (Number(to) - Number(from)) / (Number(answer.at('/stepS')) * 1_000);
  assert.ok(steps > 24 && steps <= 48, `${steps} steps`);
  for (const [figure, line] of Object.entries(lines)) {
    assert.deepEqual([line.length, sum(line)], [steps, of(busy)[figure]], figure);
  }
  assert.deepEqual(
    [of(quiet).enabled, of(quiet).disabledReason, of(quiet).made, of(quiet).latencyMs],
    [false, 'operator', 0, null],
  );
  assert.deepEqual(of(quiet).line.made, new Array(steps).fill(0));
  const day = 'from=2026-11-18T00:00:00.000Z&to=2026-11-19T00:00:00.000Z';
  const before = await call('GET', `/v1/stats/endpoints?${day}`);
  assert.equal(before.at('/endpoints/0/made'), 0);
});

test('calls are counted by the status they have now', async (t) => {
  const bundle = await setup(t);
  const { call, clock } = bundle;
  const report = async (callId: string, body: object) => {
    const answer = await call('POST', `/v1/calls/${callId}/reports`, body);
    assert.equal(answer.status, 202, answer.text);
  };
  await report('a', { status: 'CALLING', direction: 'OUTBOUND' });
  await report('b', { status: 'CALLING', direction: 'INBOUND' });
  await report('a', { status: 'COMPLETED' });
  clock.advance(3_600_000);
  await report('c', { status: 'COMPLETED', direction: 'OUTBOUND' });
  await report('d', { direction: 'OUTBOUND', errors: [{ code: 'INTERNAL_ERROR' }] });
  const answer = await call('GET', '/v1/stats/calls?step=3600');
  assert.equal(answer.status, 200, answer.text);
  assert.deepEqual(answer.at('/total'), {
    calls: 4,
    byStatus: { COMPLETED: 2, CALLING: 1, NONE: 1 },
  });
  const steps: { calls: number; byStatus: object }[] = Object(answer.at('/steps'));
  assert.deepEqual(steps.slice(-2), [
    { ...steps.at(-2), calls: 2, byStatus: { COMPLETED: 1, CALLING: 1 } },
    { ...steps.at(-1), calls: 2, byStatus: { COMPLETED: 1, NONE: 1 } },
  ]);
  assert.deepEqual([answer.at('/complete'), answer.at('/stepS')], [true, 3_600]);
  const day = 'from=2026-11-18T00:00:00.000Z&to=2026-11-19T00:00:00.000Z';
  const before = await call('GET', `/v1/stats/calls?${day}`);
  assert.deepEqual(before.at('/total'), { calls: 0, byStatus: {} });
});

test('an impossible range is 400 for the overviews too', async (t) => {
  const { call } = await setup(t);
  const wrong = ['from=2030-01-01T00:00:00.000Z', 'from=x', 'to=9999-12-31T23:59:59.999Z', 'a=1'];
  for (const query of wrong) {
    for (const path of ['/v1/stats/endpoints', '/v1/stats/calls']) {
      const answer = await call('GET', `${path}?${query}`);
      assert.deepEqual([answer.status, answer.at('/code')], [400, 'INVALID_PARAMETER'], query);
    }
  }
  for (const path of ['/v1/stats/endpoints?step=60', '/v1/stats/calls?step=61']) {
    assert.equal((await call('GET', path)).status, 400, path);
  }
});

function sum(line: readonly number[]): number {
  return line.reduce((total, figure) => total + figure, 0);
}
