/** A call deleted through the API: who may, the answers afterwards, dispatcher and audit. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setup } from '../setup.ts';

const REPORT = { status: 'CALLING', direction: 'OUTBOUND' };
const LOG = {
  direction: 'OUTBOUND',
  startedAt: '2026-11-20T00:00:00Z',
  turns: [{ speaker: 'AGENT', text: 'Hello', startMs: 0, endMs: 900 }],
};

test('a deleted call is 410 for reading and reporting; deleting it again is 204', async (t) => {
  const { call } = await setup(t);
  await call('POST', '/v1/calls/a/reports', REPORT);
  await call('POST', '/v1/call-logs/a', LOG);
  for (const time of [1, 2]) {
    const { status, text } = await call('DELETE', '/v1/calls/a');
    assert.deepEqual([time, status, text], [time, 204, '']);
  }
  const asked = [
    ['GET', '/v1/calls/a', undefined],
    ['GET', '/v1/call-logs/a', undefined],
    ['POST', '/v1/calls/a/reports', REPORT],
    ['POST', '/v1/call-logs/a', LOG],
  ] as const;
  for (const [method, url, body] of asked) {
    const answer = await call(method, url, body);
    assert.deepEqual([url, answer.status, answer.at('/code')], [url, 410, 'CALL_REMOVED']);
    assert.match(String(answer.at('/detail')), /deleted by request/);
    if (method === 'GET') assert.equal(answer.at('/removedBy'), 'request');
  }
  const batch = await call('POST', '/v1/reports', {
    reports: [
      { ...REPORT, callId: 'a' },
      { ...REPORT, callId: 'b' },
    ],
  });
  assert.deepEqual(
    [
      batch.at('/results/0/status'),
      batch.at('/results/0/problem/code'),
      batch.at('/results/1/status'),
    ],
    [410, 'CALL_REMOVED', 202],
  );
  const unknown = await call('DELETE', '/v1/calls/unknown');
  assert.deepEqual([unknown.status, unknown.at('/code')], [404, 'NOT_FOUND']);
});

test('the result of an agent for a deleted call is 410', async (t) => {
  const { call } = await setup(t);
  const agent = await call('POST', '/v1/endpoints', {
    name: 'own',
    kind: 'self-provided-agent',
    target: 'http://127.0.0.1:9/agent',
    triggers: ['CALL_LOG_CREATED'],
    auth: { method: 'rsa-sha256' },
  });
  assert.equal(agent.status, 201, agent.text);
  await call('POST', '/v1/calls/a/reports', { ...REPORT, status: 'COMPLETED' });
  const runs = await call('GET', '/v1/acw-runs?callId=a');
  const acwRunId = runs.at('/data/0/id');
  const result = { callId: 'a', acwAgentId: agent.at('/id'), isError: false, result: {} };
  await call('DELETE', '/v1/calls/a');
  for (const body of [{ ...result, acwRunId }, result]) {
    const answer = await call('POST', '/v1/acw-results', body);
    assert.deepEqual([answer.status, answer.at('/code')], [410, 'CALL_REMOVED'], answer.text);
  }
});

test('a deletion makes the dispatcher read the endpoint anew; the trail names no id', async (t) => {
  const bundle = await setup(t);
  const { call, dispatcher, endpoint } = bundle;
  await endpoint(['OUTBOUND_CALL_CALLING']);
  await call('POST', '/v1/calls/secret-id/reports', REPORT);
  dispatcher.invalidated.length = 0;
  await call('DELETE', '/v1/calls/secret-id');
  assert.equal(dispatcher.invalidated.length, 1);
  const trail = await call('GET', '/v1/audit');
  assert.equal(trail.at('/data/0/action'), 'call.deleted');
  assert.match(String(trail.at('/data/0/target')), /^sha256:[0-9a-f]{16}$/);
  assert.doesNotMatch(trail.text, /secret-id/);
});

test('only calls:delete deletes a call', async (t) => {
  const { call, keyWith } = await setup(t);
  await call('POST', '/v1/calls/a/reports', REPORT);
  const all = ['calls:read', 'call-logs:write', 'deliveries:write', 'project:admin'] as const;
  const other = await call('DELETE', '/v1/calls/a', undefined, { token: await keyWith([...all]) });
  assert.equal(other.status, 403);
  const own = await call('DELETE', '/v1/calls/a', undefined, {
    token: await keyWith(['calls:delete']),
  });
  assert.equal(own.status, 204);
});
