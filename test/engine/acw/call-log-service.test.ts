/** Call logs: stored, replaced, read, removed, and the answer if there is none. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SAMPLE_LOG } from '../../../src/acw/call-log/sample-log.ts';
import { ServiceError } from '../../../src/core/error/service-error.ts';
import { failure } from '../manage/setup.ts';
import { type AcwRig, AUTHOR, setup } from './setup.ts';

const TEXT = JSON.stringify(SAMPLE_LOG);

function put(rig: AcwRig, callId: string, seen: number | null, log = SAMPLE_LOG) {
  return rig.callLogs.put(rig.project, callId, log, JSON.stringify(log), seen);
}

test('a log of an unreported call is stored, and read back as it was sent', async (t) => {
  const rig = await setup(t);
  assert.deepEqual(await put(rig, 'call_1', null), { version: 1, created: true, turns: 9 });
  const log = await rig.callLogs.get(rig.project, 'call_1');
  assert.deepEqual([log.version, log.turns, log.body, log.bytes], [1, 9, TEXT, TEXT.length]);
  assert.deepEqual(await put(rig, 'call_1', null), { version: 2, created: false, turns: 9 });
  const { facts } = await rig.callLogs.describe(rig.project, 'call_1');
  assert.equal(facts?.version, 2);
});

test('a caller that names the version it read overwrites no other version', async (t) => {
  const rig = await setup(t);
  await put(rig, 'call_1', 0);
  await assert.rejects(put(rig, 'call_1', 0), failure('PRECONDITION_FAILED'));
  await put(rig, 'call_1', 1);
  await assert.rejects(put(rig, 'call_1', 1), failure('PRECONDITION_FAILED'));
});

test('a log of another direction than its call is refused', async (t) => {
  const rig = await setup(t);
  await rig.report('call_1', 'COMPLETED');
  const inbound = { ...SAMPLE_LOG, direction: 'INBOUND' } as const;
  await assert.rejects(
    put(rig, 'call_1', null, inbound),
    failure('DIRECTION_CHANGED', ['/direction']),
  );
});

test('a log that breaks rules is refused with each of them', async (t) => {
  const rig = await setup(t);
  const log = { ...SAMPLE_LOG, language: 'english', turns: SAMPLE_LOG.turns.toReversed() };
  await assert.rejects(put(rig, 'call_1', null, log), (error) => {
    assert.ok(error instanceof ServiceError);
    assert.equal(error.code, 'INVALID_INPUT');
    assert.equal(error.fields[0]?.field, '/language');
    assert.equal(error.fields[1]?.field, '/turns/1/startMs');
    return true;
  });
});

test('S10.8: the answer for a missing log says whether to wait', async (t) => {
  const rig = await setup(t);
  await rig.report('done', 'CALLING', 'COMPLETED');
  await rig.report('busy', 'BUSY');
  await rig.report('canceled', 'CANCELED');
  const cases = [
    ['unknown', 'EXPECTED', 5],
    ['done', 'EXPECTED', 5],
    ['busy', 'UNLIKELY', 5],
    ['canceled', 'NEVER', null],
  ] as const;
  for (const [callId, expectation, retryAfterS] of cases) {
    const described = await rig.callLogs.describe(rig.project, callId);
    assert.deepEqual(described, { facts: null, expectation }, callId);
    await assert.rejects(rig.callLogs.get(rig.project, callId), {
      code: 'CALL_LOG_NOT_FOUND',
      retryAfterS,
    });
  }
});

test('the answer for a removed log says that it was removed, and not to wait', async (t) => {
  const rig = await setup(t);
  await put(rig, 'call_1', null);
  await rig.callLogs.delete(rig.project, 'call_1', AUTHOR);
  await assert.rejects(rig.callLogs.get(rig.project, 'call_1'), {
    code: 'CALL_LOG_NOT_FOUND',
    retryAfterS: null,
    message: 'The log of this call was removed.',
  });
  const { facts } = await rig.callLogs.describe(rig.project, 'call_1');
  assert.notEqual(facts?.deletedAtMs ?? null, null);
  await assert.rejects(
    rig.callLogs.delete(rig.project, 'call_1', AUTHOR),
    failure('CALL_LOG_NOT_FOUND'),
  );
  const [entry] = await rig.store.audit({ projectKey: rig.project, beforeKey: null, limit: 1 });
  assert.deepEqual([entry?.action, entry?.target], ['call-log.deleted', 'call_1']);
  assert.deepEqual(await put(rig, 'call_1', 0), { version: 2, created: true, turns: 9 });
});
