/** The catalogue of triggers, with the figures and endpoints of the project. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TRIGGERS } from '../../../src/core/trigger/trigger.ts';
import { setup } from '../setup.ts';

test('each trigger has its data keys, how often it fired, and its endpoints', async (t) => {
  const bundle = await setup(t);
  const endpoint = await bundle.endpoint(['INBOUND_CALL_ERROR', 'CALL_LOG_CREATED']);
  await bundle.call('POST', '/v1/calls/call_1/reports', { status: 'ERROR', direction: 'INBOUND' });
  const answer = await bundle.call('GET', '/v1/triggers');
  assert.equal(answer.status, 200, answer.text);
  const rows: readonly Record<string, unknown>[] = Object(answer.at('/data'));
  assert.deepEqual(
    rows.map(({ name }) => name),
    TRIGGERS,
  );
  const named = (wanted: string) => rows.find(({ name }) => name === wanted);
  assert.deepEqual(named('INBOUND_CALL_ERROR'), {
    name: 'INBOUND_CALL_ERROR',
    group: 'inbound',
    errors: 'always',
    fired: 1,
    fires: 'it ended with an error or fell silent, or an error was reported',
    dataKeys: ['callId', 'callStatus', 'callSid'],
    subscribers: [{ id: endpoint, name: 'orders', kind: 'custom', enabled: true }],
  });
  assert.equal(named('CALL_LOG_CREATED')?.fired, 1);
  assert.equal(named('OUTBOUND_CALL_CALLING')?.errors, 'never');
  // A COMPLETED with errors fires the error trigger instead.
  assert.equal(named('OUTBOUND_CALL_COMPLETED')?.errors, 'never');
  assert.equal(named('OUTBOUND_CALL_BUSY')?.errors, 'if-reported');
  assert.equal(named('ACW_COMPLETED')?.errors, 'if-reported');
  assert.deepEqual(named('ACW_COMPLETED')?.subscribers, []);
});

test('statuses that are not public are listed with the number of calls in them', async (t) => {
  const { call } = await setup(t);
  const report = (callId: string, status: string) =>
    call('POST', `/v1/calls/${callId}/reports`, { status, direction: 'OUTBOUND' });
  for (const callId of ['call_1', 'call_2', 'call_3']) await report(callId, 'RINGING');
  await report('call_1', 'COMPLETED');
  await report('call_4', 'GONE');
  await report('call_5', 'QUEUED');
  const statuses: readonly Record<string, unknown>[] = Object(
    (await call('GET', '/v1/triggers')).at('/unknownStatuses'),
  );
  assert.deepEqual(
    statuses.map(({ status, calls }) => [status, calls]),
    [
      ['RINGING', 2],
      ['GONE', 1],
    ],
  );
  assert.match(String(statuses[0]?.lastReportAt), /^\d{4}-.*Z$/);
});
