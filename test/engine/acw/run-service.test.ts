/** Runs as operators see them, and launches by hand. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runId } from '../../../src/acw/run/run.ts';
import { failure } from '../manage/setup.ts';
import { AUTHOR, setup } from './setup.ts';

test('a run is found by its id, and by no id that looks like it', async (t) => {
  const rig = await setup(t);
  await rig.endpoint('builtin-analyzer');
  await rig.report('call_1', 'COMPLETED');
  const { key, createdAtMs } = await rig.onlyRun();
  assert.equal((await rig.runs.get(rig.project, runId(createdAtMs, key))).key, key);
  for (const id of [runId(createdAtMs + 1, key), 'run_none', runId(createdAtMs, key).slice(4)]) {
    await assert.rejects(rig.runs.get(rig.project, id), failure('NOT_FOUND'));
  }
  const waiting = { callId: 'call_1', endpoint: null, fromMs: null, toMs: null };
  const states = ['WAITING_CALL_LOG'] as const;
  assert.equal((await rig.runs.list(rig.project, { ...waiting, states }, null, 10)).length, 1);
});

test('a repeated launch makes a new run, and reopens no ended one', async (t) => {
  const rig = await setup(t);
  await rig.endpoint('self-provided-agent', { retryScheduleMs: [] });
  rig.receiver.answer = () => 500;
  await rig.report('call_1', 'COMPLETED');
  const first = await rig.onlyRun();
  assert.equal(first.reason, 'LAUNCH_FAILED');
  rig.receiver.answer = () => 200;
  const again = await rig.runs.again(rig.project, runId(first.createdAtMs, first.key), AUTHOR);
  await rig.settled();
  assert.deepEqual(await rig.states(), ['FAILED LAUNCH_FAILED', 'RUNNING']);
  const [one, other] = rig.receiver.sent.map(({ request }) => request);
  assert.equal(one?.body, other?.body);
  assert.notEqual(one?.webhookId, other?.webhookId);
  const [entry] = await rig.store.audit({ projectKey: rig.project, beforeKey: null, limit: 1 });
  const id = runId(again.createdAtMs, again.key);
  assert.deepEqual([entry?.action, entry?.target], ['acw-run.launched', id]);
});

test('a launch that is not possible is refused with the reason', async (t) => {
  const rig = await setup(t);
  const agent = await rig.endpoint('builtin-analyzer');
  const custom = await rig.endpoint('custom');
  const launch = (callId: string, id: string) => rig.runs.launch(rig.project, callId, id, AUTHOR);
  await assert.rejects(launch('call_1', agent.id), failure('NOT_FOUND'));
  await rig.report('call_1', 'COMPLETED');
  await assert.rejects(launch('call_1', 'ep_none'), failure('NOT_FOUND'));
  await assert.rejects(launch('call_1', custom.id), failure('INVALID_INPUT', ['/acwAgentId']));
  const { key, createdAtMs } = await rig.onlyRun();
  const off = { enabled: false, reason: 'operator' } as const;
  await rig.store.setEnabled({
    projectKey: rig.project,
    key: agent.key,
    state: off,
    audit: rig.audit(),
  });
  await assert.rejects(launch('call_1', agent.id), failure('ENDPOINT_DISABLED'));
  const again = () => rig.runs.again(rig.project, runId(createdAtMs, key), AUTHOR);
  await assert.rejects(again(), failure('ENDPOINT_DISABLED'));
  await rig.store.deleteEndpoint({ projectKey: rig.project, key: agent.key, audit: rig.audit() });
  await assert.rejects(again(), failure('NOT_FOUND'));
});
