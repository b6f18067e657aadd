/** Scorecards as operators edit them and try them on a call. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { SAMPLE_LOG } from '../../../src/acw/call-log/sample-log.ts';
import { DEFAULT_SCORECARD } from '../../../src/acw/evaluation/default-scorecard.ts';
import { SCORECARDS_MAX } from '../../../src/acw/evaluation/scorecard.ts';
import { inlineAnalyst } from '../../../src/analyst/inline-analyst.ts';
import { createScorecardService } from '../../../src/engine/acw/scorecard-service.ts';
import { AnalystFailure } from '../../../src/engine/ports/analyst.ts';
import { failure } from '../manage/setup.ts';
import { AUTHOR, setup } from './setup.ts';

async function given(t: TestContext) {
  const rig = await setup(t);
  const { store, clock, project } = rig;
  const analyst = inlineAnalyst(null);
  const scorecards = createScorecardService({ store, clock, analyst, version: '1' });
  const [first] = await scorecards.list(project);
  assert.ok(first !== undefined);
  return { rig, project, scorecards, first };
}

const SALES = { ...DEFAULT_SCORECARD, name: 'Sales' };

test('each project has a default scorecard, made once', async (t) => {
  const { rig, scorecards } = await given(t);
  const other = await rig.store.ensureProject({
    name: 'other',
    settings: { ...(await settings(rig)) },
    nowMs: 0,
  });
  await Promise.all([scorecards.ensureDefault(other.key), scorecards.ensureDefault(other.key)]);
  const made = await scorecards.list(other.key);
  assert.deepEqual(
    made.map(({ name, isDefault }) => [name, isDefault]),
    [[DEFAULT_SCORECARD.name, true]],
  );
});

async function settings(rig: Awaited<ReturnType<typeof given>>['rig']) {
  const project = await rig.store.project(rig.project);
  assert.ok(project !== null);
  return project;
}

test('an edit is a new revision, and the old one stays readable', async (t) => {
  const { project, scorecards, first } = await given(t);
  const revised = await scorecards.revise(project, first.id, SALES, 1, AUTHOR);
  assert.deepEqual([revised.name, revised.revision], ['Sales', 2]);
  assert.equal((await scorecards.get(project, first.id, 1)).name, DEFAULT_SCORECARD.name);
  assert.equal((await scorecards.get(project, first.id, null)).name, 'Sales');
  const stale = scorecards.revise(project, first.id, DEFAULT_SCORECARD, 1, AUTHOR);
  await assert.rejects(stale, failure('PRECONDITION_FAILED'));
  const same = await scorecards.revise(project, first.id, SALES, 2, AUTHOR);
  assert.equal(same.revision, 2);
});

test('another scorecard can become the default; the default cannot be removed', async (t) => {
  const { project, scorecards, first } = await given(t);
  await assert.rejects(scorecards.delete(project, first.id, AUTHOR), failure('STATE_CONFLICT'));
  const { id } = await scorecards.create(project, SALES, AUTHOR);
  assert.equal((await scorecards.setDefault(project, id, AUTHOR)).isDefault, true);
  await scorecards.delete(project, first.id, AUTHOR);
  await assert.rejects(scorecards.get(project, first.id, null), failure('NOT_FOUND'));
  assert.equal((await scorecards.get(project, first.id, 1)).name, DEFAULT_SCORECARD.name);
  assert.deepEqual(
    (await scorecards.list(project)).map((each) => each.id),
    [id],
  );
});

test('a scorecard that an evaluator names is not removed', async (t) => {
  const { rig, project, scorecards } = await given(t);
  const { id } = await scorecards.create(project, SALES, AUTHOR);
  const agent = { engine: 'AUTO', callLogWaitMs: 600_000, scorecardId: id } as const;
  const endpoint = await rig.endpoint('builtin-evaluator', { agent });
  await assert.rejects(scorecards.delete(project, id, AUTHOR), (error) => {
    assert.ok(String(error).includes(endpoint.id));
    return failure('STATE_CONFLICT')(error);
  });
});

test('a wrong scorecard, an unknown one and one too many are refused', async (t) => {
  const { rig, project, scorecards, first } = await given(t);
  const broken = { ...SALES, name: '', passMark: 101 };
  const fields = ['/name', '/passMark'];
  for (const asking of [
    scorecards.create(project, broken, AUTHOR),
    scorecards.revise(project, first.id, broken, 1, AUTHOR),
  ]) {
    await assert.rejects(asking, failure('INVALID_INPUT', fields));
  }
  // The errors of a trial point into its body.
  const trial = scorecards.tryOn(project, broken, 'call_1');
  const within = ['/scorecard/name', '/scorecard/passMark'];
  await assert.rejects(trial, failure('INVALID_INPUT', within));
  const foreign = await rig.store.ensureProject({
    name: 'other',
    settings: await settings(rig),
    nowMs: 0,
  });
  for (const id of ['sc_none', first.id]) {
    await assert.rejects(scorecards.get(foreign.key, id, null), failure('NOT_FOUND'));
    const revising = scorecards.revise(foreign.key, id, SALES, 1, AUTHOR);
    await assert.rejects(revising, failure('NOT_FOUND'));
    await assert.rejects(scorecards.setDefault(foreign.key, id, AUTHOR), failure('NOT_FOUND'));
    await assert.rejects(scorecards.delete(foreign.key, id, AUTHOR), failure('NOT_FOUND'));
  }
  for (let made = 1; made < SCORECARDS_MAX; made += 1) {
    await scorecards.create(project, SALES, AUTHOR);
  }
  await assert.rejects(scorecards.create(project, SALES, AUTHOR), failure('LIMIT_REACHED'));
});

test('a scorecard is tried on a call without storing anything', async (t) => {
  const { rig, project, scorecards } = await given(t);
  await assert.rejects(scorecards.tryOn(project, SALES, 'call_1'), failure('CALL_LOG_NOT_FOUND'));
  await rig.log('call_1', SAMPLE_LOG);
  const evaluation = await scorecards.tryOn(project, SALES, 'call_1');
  assert.equal(evaluation.scorecard.name, 'Sales');
  assert.equal(evaluation.criteria.length, SALES.criteria.length);
  assert.equal((await scorecards.list(project)).length, 1);
  assert.deepEqual(await rig.states(), []);
});

test('a busy analyst is answered OVERLOADED, its time limit STATE_CONFLICT', async (t) => {
  const { rig, project } = await given(t);
  await rig.log('call_1');
  const { store, clock } = rig;
  for (const [reason, code] of [
    ['BUSY', 'OVERLOADED'],
    ['TIME_LIMIT', 'STATE_CONFLICT'],
  ] as const) {
    const evaluate = () => Promise.reject(new AnalystFailure(reason, 'No.'));
    const service = createScorecardService({ store, clock, analyst: { evaluate }, version: '1' });
    await assert.rejects(service.tryOn(project, SALES, 'call_1'), failure(code));
  }
});
