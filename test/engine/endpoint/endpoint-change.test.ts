/** Endpoints are made, changed and removed. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEFAULT_SCORECARD } from '../../../src/acw/evaluation/default-scorecard.ts';
import { ENDPOINTS_MAX } from '../../../src/core/project/limits.ts';
import {
  AUTHOR,
  auditOf,
  deliveriesOf,
  failure,
  reportCall,
  START_MS,
  setup,
  TOKEN,
  wanted,
} from '../manage/setup.ts';

test('a new endpoint belongs to its project and is enabled unless it says otherwise', async (t) => {
  const { endpoints, project } = await setup(t);
  const made = await endpoints.create(project.key, wanted(), AUTHOR);
  assert.match(made.id, /^ep_[0-9A-Z]{19}$/);
  assert.equal(made.projectId, project.id);
  assert.ok(made.enabled);
  const off = await endpoints.create(project.key, wanted({ enabled: false }), AUTHOR);
  assert.deepEqual(
    [off.enabled, off.disabledReason, off.disabledAtMs],
    [false, 'operator', START_MS],
  );
});

test('an edit makes a revision, notifies the dispatcher and leaves one masked entry', async (t) => {
  const { endpoints, project, store, invalidated } = await setup(t);
  const made = await endpoints.create(project.key, wanted(), AUTHOR);
  const patch = {
    name: 'CRM 2',
    auth: { method: 'bearer', token: 'brand-new-token-77aa' },
  } as const;
  const edited = await endpoints.update(project.key, made.id, patch, AUTHOR);
  assert.equal(edited.revision, made.revision + 1);
  assert.deepEqual(invalidated, [made.key]);
  const [created, updated] = await auditOf(store, project.key);
  assert.equal(created?.target, made.id);
  assert.equal(updated?.action, 'endpoint.updated');
  const told = JSON.stringify([created, updated]);
  assert.ok(told.includes('••••9f3c') && told.includes('••••77aa'));
  assert.ok(!told.includes(TOKEN) && !told.includes('brand-new-token') && !told.includes('rb1.'));
});

test('an edit without effect writes nothing, not even with the same token again', async (t) => {
  const { endpoints, project, store, invalidated } = await setup(t);
  const made = await endpoints.create(project.key, wanted(), AUTHOR);
  const again = {
    name: made.name,
    triggers: made.triggers.toReversed(),
    auth: { method: 'bearer', token: TOKEN },
    pacing: {},
    timeoutMs: null,
  } as const;
  const same = await endpoints.update(project.key, made.id, again, AUTHOR);
  assert.equal(same.revision, made.revision);
  assert.equal((await auditOf(store, project.key)).length, 1);
  assert.deepEqual(invalidated, []);
});

test('two simultaneous edits are both kept', async (t) => {
  const { endpoints, project } = await setup(t);
  const { id } = await endpoints.create(project.key, wanted(), AUTHOR);
  await Promise.all([
    endpoints.update(project.key, id, { name: 'one' }, AUTHOR),
    endpoints.update(project.key, id, { timeoutMs: 2_000 }, AUTHOR),
  ]);
  const { name, timeoutMs } = await endpoints.get(project.key, id);
  assert.deepEqual([name, timeoutMs], ['one', 2_000]);
});

test('queued deliveries of an unticked trigger are cancelled, others stay', async (t) => {
  const { endpoints, project, store } = await setup(t);
  const { id } = await endpoints.create(project.key, wanted(), AUTHOR);
  await reportCall(store, project.key, 'call_1', ['CALLING', 'COMPLETED']);
  const triggers = ['OUTBOUND_CALL_COMPLETED'] as const;
  await endpoints.update(project.key, id, { triggers }, AUTHOR);
  const rows = await deliveriesOf(store, project.key);
  assert.deepEqual(
    rows.map(({ trigger, state }) => `${trigger} ${state}`),
    [
      'OUTBOUND_CALL_CALLING cancelled',
      'OUTBOUND_CALL_COMPLETED due',
      'CALL_LOG_CREATED cancelled',
    ],
  );
});

test('a removed endpoint is gone, and its open deliveries are cancelled', async (t) => {
  const { endpoints, project, store, invalidated } = await setup(t);
  const { id, key } = await endpoints.create(project.key, wanted(), AUTHOR);
  await reportCall(store, project.key, 'call_1', ['CALLING', 'COMPLETED']);
  await endpoints.remove(project.key, id, AUTHOR);
  await assert.rejects(endpoints.get(project.key, id), failure('NOT_FOUND'));
  assert.deepEqual(await endpoints.list(project.key, { afterKey: null, limit: 10 }), []);
  const states = (await deliveriesOf(store, project.key)).map((row) => row.state);
  assert.deepEqual(states, ['cancelled', 'cancelled', 'cancelled']);
  assert.ok(invalidated.includes(key));
  await reportCall(store, project.key, 'call_2', ['CALLING']);
  assert.equal((await deliveriesOf(store, project.key)).length, 3, 'it fires nothing more');
});

test('a page of a list begins after a key', async (t) => {
  const { endpoints, project } = await setup(t);
  for (const name of ['a', 'b', 'c']) {
    await endpoints.create(project.key, wanted({ name }), AUTHOR);
  }
  const [first, second] = await endpoints.list(project.key, { afterKey: null, limit: 2 });
  const rest = await endpoints.list(project.key, { afterKey: second?.key ?? null, limit: 2 });
  assert.deepEqual([first?.name, second?.name, ...rest.map((each) => each.name)], ['a', 'b', 'c']);
});

test('a project has a bounded number of endpoints', async (t) => {
  const { endpoints, project } = await setup(t);
  const makes = Array.from({ length: ENDPOINTS_MAX }, () =>
    endpoints.create(project.key, wanted(), AUTHOR),
  );
  await Promise.all(makes);
  const another = endpoints.create(project.key, wanted(), AUTHOR);
  await assert.rejects(another, failure('LIMIT_REACHED'));
});

test('an endpoint of another project is neither changed nor removed', async (t) => {
  const { endpoints, project, foreign } = await setup(t);
  const { id } = await endpoints.create(project.key, wanted(), AUTHOR);
  const asks = [
    endpoints.update(foreign.key, id, { name: 'mine' }, AUTHOR),
    endpoints.remove(foreign.key, id, AUTHOR),
  ];
  for (const ask of asks) await assert.rejects(ask, failure('NOT_FOUND'));
  assert.equal((await endpoints.get(project.key, id)).name, 'CRM');
});

test('S9.12, S9.23, S10.11: an agent has the settings of its kind, with defaults', async (t) => {
  const { endpoints, project } = await setup(t);
  const triggers = ['CALL_LOG_CREATED'] as const;
  const analyzer = { name: 'Analyzer', kind: 'builtin-analyzer' as const, triggers };
  const made = await endpoints.create(project.key, analyzer, AUTHOR);
  assert.deepEqual(made.agent, { engine: 'AUTO', callLogWaitMs: 600_000, scorecardId: null });
  assert.equal(made.target, null);
  const patched = await endpoints.update(
    project.key,
    made.id,
    { agent: { engine: 'METRICS', callLogWaitMs: 60_000 } },
    AUTHOR,
  );
  assert.deepEqual(patched.agent, { engine: 'METRICS', callLogWaitMs: 60_000, scorecardId: null });
  const { agent } = await endpoints.update(
    project.key,
    made.id,
    { agent: { callLogWaitMs: null } },
    AUTHOR,
  );
  assert.deepEqual(agent, { engine: 'METRICS', callLogWaitMs: 600_000, scorecardId: null });
  const self = wanted({ kind: 'self-provided-agent', agent: { deadlineMs: 60_000 } });
  assert.deepEqual((await endpoints.create(project.key, self, AUTHOR)).agent, {
    deadlineMs: 60_000,
  });
  assert.equal((await endpoints.create(project.key, wanted(), AUTHOR)).agent, null);
});

test('an agent with settings of another kind, or of none, is refused by field', async (t) => {
  const { endpoints, project } = await setup(t);
  const wrong = wanted({ agent: { engine: 'AUTO' } });
  await assert.rejects(
    endpoints.create(project.key, wrong, AUTHOR),
    failure('INVALID_INPUT', ['/agent']),
  );
  const self = wanted({ kind: 'self-provided-agent', agent: { engine: 'AUTO', deadlineMs: 1 } });
  await assert.rejects(
    endpoints.create(project.key, self, AUTHOR),
    failure('INVALID_INPUT', ['/agent/engine', '/agent/deadlineMs']),
  );
});

test('an evaluator names a scorecard of its own project', async (t) => {
  const { endpoints, project, foreign, store } = await setup(t);
  const evaluator = (scorecardId: string | null) => ({
    name: 'Evaluator',
    kind: 'builtin-evaluator' as const,
    triggers: TRIGGERS_OF_AGENT,
    agent: { scorecardId },
  });
  const theirs = await store.createScorecard({
    projectKey: foreign.key,
    settings: DEFAULT_SCORECARD,
    audit: null,
    nowMs: START_MS,
  });
  const ours = await store.createScorecard({
    projectKey: project.key,
    settings: DEFAULT_SCORECARD,
    audit: null,
    nowMs: START_MS,
  });
  for (const id of [theirs?.id ?? '', 'sc_none']) {
    await assert.rejects(
      endpoints.create(project.key, evaluator(id), AUTHOR),
      failure('INVALID_INPUT', ['/agent/scorecardId']),
    );
  }
  const made = await endpoints.create(project.key, evaluator(ours?.id ?? ''), AUTHOR);
  const { agent } = await endpoints.update(
    project.key,
    made.id,
    { agent: { scorecardId: null } },
    AUTHOR,
  );
  assert.deepEqual(agent, { engine: 'AUTO', callLogWaitMs: 600_000, scorecardId: null });
});

const TRIGGERS_OF_AGENT = ['CALL_LOG_CREATED'] as const;
