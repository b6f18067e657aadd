/** Endpoints that launch agents, over HTTP: the settings of each kind, and what it would send. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Answer, setup } from '../setup.ts';
import { agentOf, endedCall } from './acw/agent-run.ts';

function isProblem(answer: Answer, field: string): void {
  assert.deepEqual([answer.status, answer.at('/code')], [422, 'INVALID_INPUT'], answer.text);
  assert.equal(answer.at('/errors/0/field'), field, answer.text);
}

test('S7.19: built-in agents have no destination, and target is null', async (t) => {
  const bundle = await setup(t);
  const { call } = bundle;
  for (const [kind, agent] of [
    ['builtin-analyzer', { engine: 'AUTO', callLogWaitMs: 600_000, scorecardId: null }],
    ['builtin-evaluator', { engine: 'AUTO', callLogWaitMs: 600_000, scorecardId: null }],
  ] as const) {
    const shown = await call('GET', `/v1/endpoints/${await agentOf(bundle, kind)}`);
    assert.deepEqual(['/kind', '/target', '/auth', '/agent'].map(shown.at), [
      kind,
      null,
      null,
      agent,
    ]);
    const body = { name: 'a', kind, triggers: ['CALL_LOG_CREATED'] };
    const target = 'https://agent.example.com/run';
    isProblem(await call('POST', '/v1/endpoints', { ...body, target }), '/target');
  }
});

test('a self-provided agent is registered as a Custom endpoint, with its deadline', async (t) => {
  const bundle = await setup(t);
  const { call } = bundle;
  const id = await agentOf(bundle, 'self-provided-agent', { agent: { deadlineMs: 60_000 } });
  const path = `/v1/endpoints/${id}`;
  assert.deepEqual((await call('GET', path)).at('/agent'), { deadlineMs: 60_000 });
  const body = { name: 'a', kind: 'self-provided-agent', triggers: ['CALL_LOG_CREATED'] };
  isProblem(await call('POST', '/v1/endpoints', body), '/target');
  const target = 'https://agent.example.com/run';
  isProblem(await call('POST', '/v1/endpoints', { ...body, target }), '/auth');
});

test('settings change by a merge patch, and null sets the default', async (t) => {
  const bundle = await setup(t);
  const { call } = bundle;
  const path = `/v1/endpoints/${await agentOf(bundle, 'builtin-analyzer')}`;
  const patched = async (agent: unknown) => (await call('PATCH', path, { agent })).at('/agent');
  const now = { engine: 'METRICS', callLogWaitMs: 600_000, scorecardId: null };
  assert.deepEqual(await patched({ engine: 'METRICS' }), now);
  assert.deepEqual(await patched({ callLogWaitMs: 20_000 }), { ...now, callLogWaitMs: 20_000 });
  assert.deepEqual(await patched({ callLogWaitMs: null }), now);
  assert.deepEqual(await patched(null), { ...now, engine: 'AUTO' });
});

test('a setting of another kind, or out of bounds, is refused by name', async (t) => {
  const { call } = await setup(t);
  const post = (kind: string, agent: object, more: object = {}) =>
    call('POST', '/v1/endpoints', {
      name: 'a',
      kind,
      triggers: ['CALL_LOG_CREATED'],
      agent,
      ...more,
    });
  isProblem(await post('builtin-analyzer', { deadlineMs: 60_000 }), '/agent/deadlineMs');
  isProblem(await post('builtin-analyzer', { engine: 'BEST' }), '/agent/engine');
  isProblem(await post('builtin-evaluator', { callLogWaitMs: 1 }), '/agent/callLogWaitMs');
  isProblem(await post('builtin-evaluator', { scorecardId: 'x' }), '/agent/scorecardId');
  isProblem(await post('builtin-analyzer', { mood: true }), '/agent/mood');
  const custom = { target: 'https://a.example.com/', auth: { method: 'rsa-sha256' } };
  isProblem(await post('custom', {}, custom), '/agent');
});

test('an evaluator must name a scorecard that exists, which then cannot be removed', async (t) => {
  const bundle = await setup(t);
  const { call } = bundle;
  const unknown = { kind: 'builtin-evaluator', agent: { scorecardId: 'sc_01M7V41F0000000000Z' } };
  const refused = await call('POST', '/v1/endpoints', {
    name: 'a',
    triggers: ['CALL_LOG_CREATED'],
    ...unknown,
  });
  isProblem(refused, '/agent/scorecardId');
  const criteria = [{ id: 'a', question: 'A?', points: 1 }];
  const card = await call('POST', '/v1/scorecards', { name: 'A', passMark: 50, criteria });
  await call('POST', '/v1/scorecards', { name: 'B', passMark: 50, criteria });
  const scorecardId = String(card.at('/id'));
  const id = await agentOf(bundle, 'builtin-evaluator', { agent: { scorecardId } });
  assert.equal((await call('GET', `/v1/endpoints/${id}`)).at('/agent/scorecardId'), scorecardId);
  const held = await call('DELETE', `/v1/scorecards/${scorecardId}`);
  assert.deepEqual([held.status, held.at('/code')], [409, 'STATE_CONFLICT'], held.text);
});

test('an agent cannot tick the trigger that its own end fires', async (t) => {
  const { call } = await setup(t);
  const body = { name: 'a', kind: 'builtin-analyzer', triggers: ['ACW_COMPLETED'] };
  isProblem(await call('POST', '/v1/endpoints', body), '/triggers/0');
});

test('S4.8, S9.4: a launch has projectId as its last key, and the id of its run', async (t) => {
  const bundle = await setup(t);
  const { call, project } = bundle;
  const asked = { kind: 'self-provided-agent', trigger: 'CALL_LOG_CREATED' };
  const preview = await call('POST', '/v1/endpoints/preview', asked);
  assert.equal(preview.status, 200, preview.text);
  const keys = ['callId', 'callStatus', 'callSid', 'clientId', 'direction', 'projectId'];
  assert.deepEqual(Object.keys(JSON.parse(String(preview.at('/body'))).data), keys);
  assert.match(String(preview.at('/headers/acw-agent-id')), /^ep_/);
  assert.match(String(preview.at('/headers/acw-run-id')), /^run_/);
  await agentOf(bundle, 'self-provided-agent');
  await endedCall(bundle, 'call_1');
  const list = await call('GET', '/v1/deliveries?callId=call_1');
  const details = await call('GET', `/v1/deliveries/${list.at('/data/0/id')}`);
  const body = JSON.parse(String(details.at('/body')));
  assert.deepEqual(Object.keys(body.data), keys);
  assert.equal(body.data.projectId, project.id);
});
