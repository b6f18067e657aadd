/** healthz, readyz and metrics. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setup } from '../setup.ts';

test('a working service is healthy and ready, and the caller needs no key', async (t) => {
  const { call } = await setup(t);
  for (const path of ['/healthz', '/readyz']) {
    const answer = await call('GET', path, undefined, { token: null });
    assert.deepEqual(answer.json, { status: 'ok', version: '0.0.0-test' });
  }
});

test('readyz fails when the dispatcher is dead, and names it; healthz does not', async (t) => {
  const { call, dispatcher } = await setup(t);
  dispatcher.die();
  const answer = await call('GET', '/readyz');
  assert.deepEqual([answer.status, answer.at('/code')], [503, 'NOT_READY']);
  assert.deepEqual(answer.at('/errors'), [{ field: 'dispatcher', message: 'has stopped' }]);
  assert.equal((await call('GET', '/healthz')).status, 200);
});

test('readyz fails when the store cannot be written or does not answer', async (t) => {
  const { call, service } = await setup(t);
  const condition = await service.store.condition();
  const mocked = t.mock.method(service.store, 'condition', async () => ({
    ...condition,
    writable: false,
  }));
  const unwritable = await call('GET', '/readyz');
  assert.equal(unwritable.status, 503);
  assert.deepEqual(unwritable.at('/errors'), [{ field: 'store', message: 'cannot be written' }]);
  mocked.mock.mockImplementation(() => Promise.reject(new Error('gone')));
  const gone = await call('GET', '/readyz');
  assert.deepEqual(gone.at('/errors'), [{ field: 'store', message: 'does not answer' }]);
});

test('metrics are text in the Prometheus format', async (t) => {
  const { call } = await setup(t);
  const answer = await call('GET', '/metrics', undefined, { token: null });
  assert.match(answer.headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/);
  assert.equal(answer.text, '# nothing\n');
  const document = await call('GET', '/openapi.json');
  const shown = document.at('/paths/~1metrics/get/responses/200/content');
  assert.deepEqual(Object.keys(Object(shown)), ['text/plain']);
});
