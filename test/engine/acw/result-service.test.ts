/** Results that agents post: accepted once, recognised when repeated, refused when too late. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runId } from '../../../src/acw/run/run.ts';
import type { Endpoint } from '../../../src/core/endpoint/endpoint.ts';
import { formatId } from '../../../src/core/id.ts';
import type { ResultInput } from '../../../src/engine/acw/result-service.ts';
import { RESULT_BYTES_MAX } from '../../../src/engine/ports/acw-store.ts';
import { failure } from '../manage/setup.ts';
import { type AcwRig, setup } from './setup.ts';

async function launched(rig: AcwRig): Promise<Endpoint> {
  const agent = await rig.endpoint('self-provided-agent');
  await rig.endpoint('custom', { triggers: ['ACW_COMPLETED'] });
  await rig.report('call_1', 'COMPLETED');
  return agent;
}

function posted(agent: Endpoint, changes: Partial<ResultInput> = {}): ResultInput {
  return {
    callId: 'call_1',
    acwAgentId: agent.id,
    acwRunId: null,
    isError: false,
    result: '{"score":1}',
    errors: [],
    engine: 'my-agent 1.4',
    ...changes,
  };
}

test('S9.13: a result ends the run, and ACW_COMPLETED names it', async (t) => {
  const rig = await setup(t);
  const agent = await launched(rig);
  const { created, stored } = await rig.results.post(rig.project, posted(agent));
  await rig.settled();
  assert.equal(created, true);
  assert.deepEqual([stored.run.state, stored.engine], ['SUCCEEDED', 'my-agent 1.4']);
  const acwResultId = formatId('acwr', stored.createdAtMs, stored.key);
  const { data } = JSON.parse(rig.receiver.sent.at(-1)?.request.body ?? '');
  assert.deepEqual(data, {
    callId: 'call_1',
    acwAgentId: agent.id,
    acwResultId,
    isError: 'false',
  });
  assert.deepEqual(await rig.results.get(rig.project, acwResultId), stored);
  assert.equal((await rig.results.ofCall(rig.project, 'call_1', null, 10)).length, 1);
});

test('the same content again gets the same result, other content is refused', async (t) => {
  const rig = await setup(t);
  const agent = await launched(rig);
  const first = await rig.results.post(rig.project, posted(agent, { result: '{"a":1,"b":[2]}' }));
  const again = posted(agent, { result: '{ "b": [2.0], "a": 1 }' });
  const repeated = await rig.results.post(rig.project, again);
  assert.deepEqual([repeated.created, repeated.stored.key], [false, first.stored.key]);
  const { run } = first.stored;
  const named = { acwRunId: runId(run.createdAtMs, run.key) };
  for (const other of [
    { result: '{"a":1,"b":[3]}' },
    { ...again, isError: true },
    { ...again, engine: null },
    { ...again, isError: true, errors: [{ code: 'INTERNAL_ERROR', message: null }] },
  ] as const) {
    const asking = rig.results.post(rig.project, posted(agent, { ...other, ...named }));
    await assert.rejects(asking, failure('ACW_RESULT_EXISTS'));
    const unnamed = rig.results.post(rig.project, posted(agent, other));
    await assert.rejects(unnamed, failure('ACW_RUN_NOT_FOUND'), 'no run is open');
  }
  await rig.settled();
  const fired = await rig.fired('call_1');
  assert.equal(fired.filter((trigger) => trigger === 'ACW_COMPLETED').length, 1);
});

test('the codes of a failed agent are sent to endpoints, its own words are not', async (t) => {
  const rig = await setup(t);
  const agent = await launched(rig);
  const errors = [
    { code: 'INTERNAL_ERROR', message: 'my own words' },
    { code: 'OUT_OF_TEA', message: 'my own words' },
    { code: 'TOO_LATE', message: null },
  ];
  const failed = posted(agent, { isError: true, errors, result: null });
  const { stored } = await rig.results.post(rig.project, failed);
  await rig.settled();
  assert.deepEqual([stored.run.state, stored.reason], ['FAILED', 'AGENT_FAILED']);
  const body = rig.receiver.sent.at(-1)?.request.body ?? '';
  assert.ok(!body.includes('my own words'));
  assert.ok(!body.includes('OUT_OF_TEA'));
  const codes = JSON.parse(body).errors.map(({ code }: { code: string }) => code);
  assert.deepEqual(codes, ['INTERNAL_ERROR', 'ANALYZER_FAILED', 'ANALYZER_FAILED']);
  assert.deepEqual(stored.errors.slice(1), [
    { code: 'ANALYZER_FAILED', message: 'OUT_OF_TEA: my own words' },
    { code: 'ANALYZER_FAILED', message: 'TOO_LATE' },
  ]);
});

test('after the deadline no result is accepted', async (t) => {
  const rig = await setup(t);
  const agent = await launched(rig);
  await rig.advance(1_000_000);
  assert.deepEqual(await rig.states(), ['FAILED DEADLINE_PASSED']);
  const { createdAtMs, key } = await rig.onlyRun();
  const named = posted(agent, { acwRunId: runId(createdAtMs, key) });
  await assert.rejects(rig.results.post(rig.project, named), failure('ACW_RUN_CLOSED'));
  const unnamed = rig.results.post(rig.project, posted(agent));
  await assert.rejects(unnamed, failure('ACW_RUN_NOT_FOUND'));
});

test('a result about an unknown record is refused: calls, agents, runs, projects', async (t) => {
  const rig = await setup(t);
  const agent = await launched(rig);
  const run = await rig.onlyRun();
  const other = await rig.endpoint('self-provided-agent');
  const ofRun = { acwRunId: runId(run.createdAtMs, run.key) };
  for (const wrong of [
    { callId: 'call_2' },
    { callId: 'call_2', ...ofRun },
    { acwRunId: runId(run.createdAtMs + 1, run.key) },
    { acwRunId: 'run_none' },
    { acwAgentId: 'ep_none' },
    { acwAgentId: other.id },
    { acwAgentId: other.id, ...ofRun },
  ]) {
    const asking = rig.results.post(rig.project, posted(agent, wrong));
    await assert.rejects(asking, failure('ACW_RUN_NOT_FOUND'), JSON.stringify(wrong));
  }
  const builtIn = await rig.endpoint('builtin-analyzer');
  const custom = await rig.endpoint('custom');
  for (const { id } of [builtIn, custom]) {
    const asking = rig.results.post(rig.project, posted(agent, { acwAgentId: id }));
    await assert.rejects(asking, failure('INVALID_INPUT', ['/acwAgentId']));
  }
  assert.equal((await rig.onlyRun()).finishedAtMs, null);
  await rig.results.post(rig.project, posted(agent, ofRun));
});

test('an agent that was deleted meanwhile may still answer', async (t) => {
  const rig = await setup(t);
  const agent = await launched(rig);
  await rig.store.deleteEndpoint({ projectKey: rig.project, key: agent.key, audit: rig.audit() });
  const { stored } = await rig.results.post(rig.project, posted(agent));
  assert.equal(stored.run.state, 'SUCCEEDED');
});

test('a result that is too large, or whose words break a rule, is refused', async (t) => {
  const rig = await setup(t);
  const agent = await launched(rig);
  const large = JSON.stringify({ text: 'ü'.repeat(RESULT_BYTES_MAX / 2) });
  await assert.rejects(
    rig.results.post(rig.project, posted(agent, { result: large })),
    failure('BODY_TOO_LARGE'),
  );
  const errors = [{ code: 'INTERNAL_ERROR', message: 'x'.repeat(5_000) }] as const;
  await assert.rejects(
    rig.results.post(rig.project, posted(agent, { errors, engine: 'a\nb' })),
    failure('INVALID_INPUT', ['/errors', '/errors/0/message', '/engine']),
  );
});

test('results that do not exist are not found', async (t) => {
  const rig = await setup(t);
  await rig.report('call_1', 'COMPLETED');
  await assert.rejects(rig.results.get(rig.project, 'acwr_none'), failure('NOT_FOUND'));
  const id = formatId('acwr', 1, 1);
  await assert.rejects(rig.results.get(rig.project, id), failure('NOT_FOUND'));
  assert.deepEqual(await rig.results.ofCall(rig.project, 'call_1', null, 10), []);
  const unknown = rig.results.ofCall(rig.project, 'call_2', null, 10);
  await assert.rejects(unknown, failure('NOT_FOUND'));
});
