/** Batches of reports over HTTP: a result for each item, and bounded work for any shape. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Answer, setup } from '../setup.ts';

const CALLING = { status: 'CALLING', direction: 'OUTBOUND' };

function fieldsOf(answer: Answer): unknown {
  const errors = answer.at('/errors');
  return Array.isArray(errors) ? errors.map((error) => error.field) : errors;
}

test('a batch answers each item, and an invalid one stops none of the others', async (t) => {
  const bundle = await setup(t);
  const answer = await bundle.call('POST', '/v1/reports', {
    reports: [
      { callId: 'a', ...CALLING },
      { callId: 'b', status: 5, direction: 'OUTBOUND' },
      { status: 'CALLING', direction: 'OUTBOUND' },
      7,
      { callId: 'c', status: 'CALLING' },
      { callId: 'a', status: 'COMPLETED' },
      { callId: 'd\n', ...CALLING },
      { callId: 'a', direction: 'INBOUND', status: 'CLOSING' },
    ],
  });
  assert.equal(answer.status, 202, answer.text);
  const results = Object(answer.at('/results'));
  assert.deepEqual(
    results.map((result: object) => Reflect.get(result, 'status')),
    [202, 422, 422, 422, 422, 202, 422, 409],
  );
  assert.deepEqual(answer.at('/results/0'), {
    callId: 'a',
    status: 202,
    applied: true,
    callStatus: 'CALLING',
    triggers: ['OUTBOUND_CALL_CALLING'],
  });
  assert.deepEqual(answer.at('/results/5/triggers'), [
    'OUTBOUND_CALL_COMPLETED',
    'CALL_LOG_CREATED',
  ]);
  const field = (index: number) => answer.at(`/results/${index}/problem/errors/0/field`);
  assert.equal(field(1), '/reports/1/status');
  assert.equal(field(2), '/reports/2/callId');
  assert.equal(field(3), '/reports/3');
  assert.equal(answer.at('/results/4/problem/code'), 'DIRECTION_REQUIRED');
  assert.equal(field(4), '/reports/4/direction');
  assert.equal(field(6), '/reports/6/callId');
  assert.equal(answer.at('/results/7/problem/code'), 'DIRECTION_CHANGED');
  assert.deepEqual(
    [1, 2, 3].map((index) => answer.at(`/results/${index}/callId`)),
    ['b', null, null],
  );
});

test('an item with wrong shape and values names each fault under its own index', async (t) => {
  const { call } = await setup(t);
  const long = 'c'.repeat(257);
  const answer = await call('POST', '/v1/reports', {
    reports: [
      { callId: 'fine', ...CALLING },
      { callId: long, status: 5, occurredAt: 'noon' },
      { callId: 5, status: 'CALLING', direction: 'SIDEWAYS' },
      { status: 'CALLING', unknown: 1 },
    ],
  });
  assert.equal(answer.status, 202, answer.text);
  const named = [1, 2, 3].map((index) => {
    const errors = Object(answer.at(`/results/${index}/problem/errors`));
    return errors.map(({ field }: { field: string }) => field).toSorted();
  });
  assert.deepEqual(named, [
    ['/reports/1/callId', '/reports/1/occurredAt', '/reports/1/status'],
    ['/reports/2/callId', '/reports/2/direction'],
    ['/reports/3/callId', '/reports/3/unknown'],
  ]);
});

test('a batch has 1 to 1,000 items and no Idempotency-Key', async (t) => {
  const bundle = await setup(t);
  const items = (count: number) => ({
    reports: Array.from({ length: count }, (_, index) => ({ callId: `c${index}`, ...CALLING })),
  });
  for (const body of [items(0), items(1_001), {}, { reports: [], x: 1 }, []]) {
    const answer = await bundle.call('POST', '/v1/reports', body);
    assert.deepEqual([answer.status, answer.at('/code')], [422, 'INVALID_INPUT']);
  }
  const full = await bundle.call('POST', '/v1/reports', items(1_000));
  assert.equal(full.status, 202);
  assert.equal(Object(full.at('/results')).length, 1_000);
  const keyed = await bundle.call('POST', '/v1/reports', items(1), {
    headers: { 'idempotency-key': 'x' },
  });
  assert.deepEqual([keyed.status, fieldsOf(keyed)], [400, ['header.idempotency-key']]);
});

test('a hostile batch of any shape costs bounded work', async (t) => {
  const bundle = await setup(t);
  const list = (count: number, element: string) => `[${Array(count).fill(element).join(',')}]`;
  const keys = (count: number) => Array.from({ length: count }, (_, at) => `"k${at}":0`).join(',');
  const shapes: readonly (readonly [reports: string, status: number])[] = [
    // Each of the first four has nearly 4 MiB, and without the bounds cost minutes or gigabytes.
    [`[{"callId":"c","errors":${list(2_090_000, '0')}}]`, 422],
    [list(2_090_000, '0'), 422],
    [list(1_000, `{"callId":"c",${keys(400)}}`), 400],
    [list(1_000, `{"callId":"c","errors":${list(1_000, '0')}}`), 400],
    // The scanner accepts these; the validator visits 100,000 values and lists few.
    [list(1_000, `{"callId":"c","errors":${list(96, '0')}}`), 202],
    [list(1_000, `{${keys(98)}}`), 202],
    // The shape is right, and every value is wrong.
    [
      list(
        1_000,
        `{"callId":"c","errors":${list(24, '{"code":"INTERNAL_ERROR","timestamp":""}')}}`,
      ),
      202,
    ],
  ];
  for (const [reports, status] of shapes) {
    const raw = `{"reports":${reports}}`;
    assert.ok(raw.length <= 4 * 1024 * 1024);
    const answer = await bundle.call('POST', '/v1/reports', undefined, { raw });
    assert.equal(answer.status, status, answer.text.slice(0, 300));
    if (status !== 202) continue;
    const results: unknown[] = Object(answer.at('/results'));
    assert.equal(results.length, 1_000);
    const named = results.map((_, at) => answer.at(`/results/${at}/problem/errors`));
    const counts = named.map((errors) => (Array.isArray(errors) ? errors.length : 0));
    assert.equal(counts[0], 20, 'the first items list up to 20');
    assert.equal(Math.min(...counts), 1, 'the last ones their first');
    assert.ok(counts.reduce((sum, count) => sum + count) < 2_000 + 20 + 1_000);
  }
});
