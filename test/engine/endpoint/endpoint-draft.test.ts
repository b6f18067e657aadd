/** Settings completed with defaults, or with those of an existing endpoint. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  PACING_DEFAULTS,
  RETRY_SCHEDULE_MS,
} from '../../../src/core/endpoint/endpoint-defaults.ts';
import {
  draftOf,
  draftPatched,
  inTableOrder,
} from '../../../src/engine/endpoint/endpoint-draft.ts';
import { AUTHOR, setup, TOKEN, wanted } from '../manage/setup.ts';

test('S6.11: a new endpoint retries 6 times unless it says otherwise', () => {
  const draft = draftOf(wanted());
  assert.deepEqual(draft.retryScheduleMs, RETRY_SCHEDULE_MS);
  assert.equal(draft.retryScheduleMs.length, 6);
  assert.equal(draft.contentKey, 'message');
  assert.equal(draft.signatureFormat, 'webhook-signature');
  assert.equal(draft.retryOther4xx, false);
  assert.deepEqual(draft.pacing, PACING_DEFAULTS.custom);
  assert.deepEqual(draft.auth, { method: 'bearer', token: TOKEN });
});

test('a given setting replaces only its default; header names become lower case', () => {
  const draft = draftOf({
    ...wanted(),
    pacing: { concurrency: 3 },
    headers: [{ name: 'X-Tenant', value: 'a' }],
  });
  assert.deepEqual(draft.pacing, { ratePerS: null, burst: 20, concurrency: 3 });
  assert.deepEqual(draft.headers, [{ name: 'x-tenant', value: 'a' }]);
});

test('in a patch absent stays, null is the default, and secrets left out are kept', async (t) => {
  const { endpoints, project } = await setup(t);
  const present = await endpoints.create(
    project.key,
    wanted({
      timeoutMs: 2_000,
      contentKey: 'text',
      pacing: { ratePerS: 5, burst: 2, concurrency: 3 },
      headers: [{ name: 'x-tenant', value: 'a' }],
    }),
    AUTHOR,
  );
  const kept = draftPatched(present, {});
  assert.deepEqual(kept.auth, { method: 'bearer', token: null });
  assert.deepEqual(kept.headers, [{ name: 'x-tenant', value: null }]);
  assert.equal(kept.contentKey, 'text');
  const patched = draftPatched(present, {
    contentKey: null,
    timeoutMs: null,
    headers: null,
    pacing: { ratePerS: null, burst: null },
  });
  assert.equal(patched.contentKey, 'message');
  assert.equal(patched.timeoutMs, 10_000);
  assert.deepEqual(patched.headers, []);
  assert.deepEqual(patched.pacing, { ratePerS: null, burst: 20, concurrency: 3 });
  assert.deepEqual(draftPatched(present, { pacing: null }).pacing, PACING_DEFAULTS.custom);
});

test('ticked triggers are kept in the order of the table', () => {
  assert.deepEqual(inTableOrder(['CALL_LOG_CREATED', 'OUTBOUND_CALL_CALLING']), [
    'OUTBOUND_CALL_CALLING',
    'CALL_LOG_CREATED',
  ]);
});
