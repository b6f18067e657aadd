/** Runs over HTTP: listed, launched by hand, and run again. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Answer, setup } from '../../setup.ts';
import { agentOf, endedCall, launchedRun } from './agent-run.ts';

function isProblem(answer: Answer, status: number, code: string, field?: string): void {
  assert.deepEqual([answer.status, answer.at('/code')], [status, code], answer.text);
  if (field !== undefined) assert.equal(answer.at('/errors/0/field'), field, answer.text);
}

function idsOf(page: Answer): readonly string[] {
  assert.equal(page.status, 200, page.text);
  const rows: { acwRunId: string }[] = Object(page.at('/data'));
  return rows.map(({ acwRunId }) => acwRunId);
}

test('an agent runs for a call by hand, whichever triggers it ticks', async (t) => {
  const bundle = await setup(t);
  const { call } = bundle;
  await endedCall(bundle, 'a/b');
  const acwAgentId = await agentOf(bundle, 'self-provided-agent', { name: 'mine' });
  const run = await call('POST', '/v1/calls/a%2Fb/acw-runs', { acwAgentId });
  assert.equal(run.status, 202, run.text);
  const id = String(run.at('/acwRunId'));
  assert.equal(run.headers.get('location'), `/v1/acw-runs/${id}`);
  assert.deepEqual(run.json, {
    acwRunId: id,
    acwAgentId,
    agentName: 'mine',
    agentKind: 'SELF_PROVIDED',
    callId: 'a/b',
    trigger: 'CALL_LOG_CREATED',
    state: 'QUEUED',
    launchCancelled: false,
    deliveryId: id.replace('run_', 'dlv_'),
    createdAt: '2026-11-20T00:00:00.000Z',
    startedAt: null,
    finishedAt: null,
    giveUpAt: null,
    reason: null,
    acwResultId: null,
  });
  assert.deepEqual((await call('GET', `/v1/acw-runs/${id}`)).json, run.json);
});

test('running an ended run again makes a new run', async (t) => {
  const bundle = await setup(t);
  const { call, clock } = bundle;
  const run = await launchedRun(bundle, 'call_1');
  const made = await call('POST', '/v1/acw-results', { ...run, isError: true });
  assert.equal(made.status, 201, made.text);
  const path = `/v1/acw-runs/${run.acwRunId}`;
  const ended = await call('GET', path);
  assert.deepEqual(['/state', '/reason', '/acwResultId'].map(ended.at), [
    'FAILED',
    'AGENT_FAILED',
    made.at('/acwResultId'),
  ]);
  clock.advance(1_000);
  const again = await call('POST', `${path}/rerun`);
  assert.equal(again.status, 202, again.text);
  assert.notEqual(again.at('/acwRunId'), run.acwRunId);
  assert.deepEqual([again.at('/state'), again.at('/trigger')], ['QUEUED', ended.at('/trigger')]);
  assert.deepEqual((await call('GET', path)).json, ended.json, 'what was stays');
});

test('runs are filtered by call, agent, state and time, and come in pages', async (t) => {
  const bundle = await setup(t);
  const { call, clock } = bundle;
  const one = await launchedRun(bundle, 'call_1');
  clock.advance(60_000);
  const two = await launchedRun(bundle, 'call_2', one.acwAgentId);
  clock.advance(60_000);
  const three = await launchedRun(bundle, 'call_3');
  await call('POST', '/v1/acw-results', three);
  const list = async (query: string) => idsOf(await call('GET', `/v1/acw-runs?${query}`));
  const ids = [three.acwRunId, two.acwRunId, one.acwRunId];
  assert.deepEqual(await list(''), ids);
  assert.deepEqual(await list('callId=call_2'), [two.acwRunId]);
  assert.deepEqual(await list(`acwAgentId=${one.acwAgentId}`), ids.slice(1));
  assert.deepEqual(await list('state=SUCCEEDED'), [three.acwRunId]);
  assert.deepEqual(await list('state=SUCCEEDED,QUEUED'), ids);
  assert.deepEqual(await list('from=2026-11-20T00:01:00Z&to=2026-11-20T00:02:00Z'), [two.acwRunId]);
  assert.deepEqual(await list('acwAgentId=ep_01M7V41F0000000000Z'), []);
  const first = await call('GET', '/v1/acw-runs?limit=2');
  assert.deepEqual(idsOf(first), ids.slice(0, 2));
  assert.deepEqual(await list(`limit=2&cursor=${first.at('/nextCursor')}`), ids.slice(2));
});

test('the page of a call shows its runs', async (t) => {
  const bundle = await setup(t);
  const run = await launchedRun(bundle, 'call_1');
  const shown = await bundle.call('GET', '/v1/calls/call_1');
  assert.equal(shown.at('/acwRuns/0/acwRunId'), run.acwRunId);
  assert.equal(Object(shown.at('/acwRuns')).length, 1);
  assert.deepEqual(shown.at('/callLog'), { state: 'EXPECTED', version: null, turns: null });
});

test('an endpoint that is no agent, or is disabled, is refused; unknown ids are 404', async (t) => {
  const bundle = await setup(t);
  const { call } = bundle;
  const run = await launchedRun(bundle, 'call_1');
  const path = '/v1/calls/call_1/acw-runs';
  const custom = await bundle.endpoint(['CALL_LOG_CREATED']);
  const refused = await call('POST', path, { acwAgentId: custom });
  isProblem(refused, 422, 'INVALID_INPUT', '/acwAgentId');
  isProblem(await call('POST', path, {}), 422, 'INVALID_INPUT', '/acwAgentId');
  const unknown = { acwAgentId: 'ep_01M7V41F0000000000Z' };
  isProblem(await call('POST', path, unknown), 404, 'NOT_FOUND');
  const { acwAgentId } = run;
  isProblem(await call('POST', '/v1/calls/nobody/acw-runs', { acwAgentId }), 404, 'NOT_FOUND');
  isProblem(await call('POST', '/v1/calls/%20a/acw-runs', { acwAgentId }), 422, 'INVALID_INPUT');
  for (const id of ['nope', 'run_01M7V41F0000000000Z', `${run.acwRunId}0`]) {
    isProblem(await call('GET', `/v1/acw-runs/${id}`), 404, 'NOT_FOUND');
    isProblem(await call('POST', `/v1/acw-runs/${id}/rerun`), 404, 'NOT_FOUND');
  }
  for (const query of ['callId=%20a', 'state=DONE', 'acwAgentId=x', 'from=now', 'cursor=x']) {
    isProblem(await call('GET', `/v1/acw-runs?${query}`), 400, 'INVALID_PARAMETER');
  }
  assert.equal((await call('POST', `/v1/endpoints/${acwAgentId}/disable`)).status, 200);
  isProblem(await call('POST', `/v1/acw-runs/${run.acwRunId}/rerun`), 409, 'ENDPOINT_DISABLED');
});
