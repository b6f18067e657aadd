/**
 * The rows behind trends in any store: the backlog minute by minute, how runs ended, scores of
 * evaluations; each with its retention.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { HEALTHY } from '../../../src/core/delivery/health.ts';
import { asKey, type EndpointKey } from '../../../src/core/id.ts';
import type { RunEnd } from '../../../src/engine/ports/acw-store.ts';
import type { EvaluationMarks } from '../../../src/engine/ports/trend-store.ts';
import { type Bench, benchOf, DAY_MS, type OpenStore, START_MS } from '../given.ts';
import { otherProject } from '../other-project.ts';
import { analyzer, claimOne, FAILED, SUCCEEDED, waiting } from './acw-given.ts';

const MINUTE_MS = 60_000;
const FROM_MS = Math.floor(START_MS / MINUTE_MS) * MINUTE_MS;
const TWO_MINUTES = { fromMs: FROM_MS, toMs: FROM_MS + 2 * MINUTE_MS, stepMs: MINUTE_MS };

export function trendConformance(open: OpenStore): void {
  describe('trends', () => {
    backlogs(open);
    backlogStates(open);
    runs(open);
    evaluations(open);
  });
}

function backlogs(open: OpenStore): void {
  test('the first look of a minute is its backlog, for every project', async () => {
    const bench = await benchOf(open);
    const { store, project } = bench;
    const other = await otherProject(bench);
    await bench.endpoint({ triggers: ['OUTBOUND_CALL_CALLING'] });
    await bench.endpoint({ triggers: ['OUTBOUND_CALL_CALLING', 'OUTBOUND_CALL_COMPLETED'] });
    await bench.report('a', 'CALLING');
    await bench.report('a', 'COMPLETED');
    const { projects: seen } = await store.backlogs({ nowMs: START_MS });
    const [mine, theirs] = [project, other].map((key) =>
      seen.find(({ projectKey }) => projectKey === key),
    );
    assert.deepEqual(mine, { projectKey: project, open: 3, oldestOpenAtMs: START_MS });
    assert.deepEqual(theirs, { projectKey: other, open: 0, oldestOpenAtMs: null });
    await store.keepBacklogs({ atMs: START_MS + 5_000, backlogs: seen });
    await store.keepBacklogs({ atMs: START_MS + 6_000, backlogs: [] });
    await store.keepBacklogs({
      atMs: START_MS + 6_000,
      backlogs: [{ projectKey: project, open: 99, oldestOpenAtMs: null }],
    });
    assert.deepEqual(await store.backlogSteps({ projectKey: project, ...TWO_MINUTES }), [
      { fromMs: FROM_MS, open: 3, oldestAgeMs: 5_000 },
      { fromMs: FROM_MS + MINUTE_MS, open: null, oldestAgeMs: null },
    ]);
    assert.deepEqual(
      (await store.backlogSteps({ projectKey: other, ...TWO_MINUTES })).map((step) => step.open),
      [0, null],
    );
    const both = { ...TWO_MINUTES, fromMs: FROM_MS - (FROM_MS % 3_600_000), stepMs: 3_600_000 };
    await store.keepBacklogs({
      atMs: FROM_MS + MINUTE_MS,
      backlogs: [{ projectKey: project, open: 2, oldestOpenAtMs: START_MS }],
    });
    const [hour] = await store.backlogSteps({
      projectKey: project,
      ...both,
      toMs: both.fromMs + 3_600_000,
    });
    assert.equal(hour?.open, 3);
    await sweep(bench, START_MS + 89 * DAY_MS);
    assert.equal((await store.backlogSteps({ projectKey: project, ...TWO_MINUTES }))[0]?.open, 3);
    await sweep(bench, START_MS + 91 * DAY_MS);
    assert.equal(
      (await store.backlogSteps({ projectKey: project, ...TWO_MINUTES }))[0]?.open,
      null,
    );
    await bench.close();
  });
}

function backlogStates(open: OpenStore): void {
  test('the backlog by state: of active, held and disabled endpoints', async () => {
    const bench = await benchOf(open);
    const { store, project } = bench;
    const triggers = ['OUTBOUND_CALL_CALLING', 'OUTBOUND_CALL_COMPLETED'] as const;
    const [active, held, disabled] = [
      await bench.endpoint({ triggers }),
      await bench.endpoint({ triggers }),
      await bench.endpoint({ triggers }),
    ];
    const nothing = { waiting: 0, due: 0, retrying: 0, held: 0 };
    const empty = await store.backlogs({ nowMs: START_MS });
    assert.deepEqual(empty.byState, nothing);
    assert.deepEqual(empty.endpoints, { active: 3, held: 0, disabled: 0 });
    const heads = await bench.heads('a', 'CALLING');
    await bench.report('a', 'COMPLETED');
    await bench.report('b', 'CALLING');
    const headOf = (key: EndpointKey) =>
      heads.find(({ endpoint }) => endpoint === key) ?? assert.fail();
    await bench.retrying(headOf(active.key));
    const holdUntilMs = START_MS + 60_000;
    await bench.retrying(headOf(held.key), 5_000, { ...HEALTHY, holdMs: 60_000, holdUntilMs });
    await store.setEnabled({
      projectKey: project,
      key: disabled.key,
      state: { enabled: false, reason: 'operator' },
      audit: bench.audit(),
    });
    // Each endpoint has two deliveries of call a, the second behind the first, and one of call b.
    const seen = await store.backlogs({ nowMs: START_MS + 1 });
    assert.deepEqual(seen.byState, { waiting: 2, due: 1, retrying: 2, held: 4 });
    assert.equal(seen.blockedLanes, 2);
    assert.deepEqual(seen.endpoints, { active: 1, held: 1, disabled: 1 });
    const later = await store.backlogs({ nowMs: holdUntilMs });
    assert.deepEqual(later.byState, { waiting: 2, due: 2, retrying: 2, held: 3 });
    assert.deepEqual(later.endpoints, { active: 2, held: 0, disabled: 1 });
    assert.equal(later.projects.find(({ projectKey }) => projectKey === project)?.open, 9);
    await bench.close();
  });
}

function runs(open: OpenStore): void {
  test('runs are counted by how they ended, with the time of those that succeeded', async () => {
    const bench = await benchOf(open);
    const { store, project } = bench;
    const agent = await analyzer(bench);
    for (const [n, tookMs] of [100, 300, 200].entries()) await ended(bench, `c${n}`, tookMs);
    await ended(bench, 'bad', 9_000, FAILED);
    bench.clock.nowMs = FROM_MS + MINUTE_MS;
    await ended(bench, 'late', 1_000);
    await waiting(bench, 'open');
    const stats = await store.runStats({ projectKey: project, endpoint: null, ...TWO_MINUTES });
    assert.deepEqual(stats.steps, [
      { fromMs: FROM_MS, succeeded: 3, failed: 1, durationMs: { p50: 200, p95: 300 } },
      {
        fromMs: FROM_MS + MINUTE_MS,
        succeeded: 1,
        failed: 0,
        durationMs: { p50: 1_000, p95: 1_000 },
      },
    ]);
    assert.deepEqual(stats.total, {
      succeeded: 4,
      failed: 1,
      durationMs: { p50: 200, p95: 1_000 },
    });
    assert.equal(stats.countedFromMs, FROM_MS);
    assert.deepEqual(
      await store.runStats({ projectKey: project, endpoint: agent.key, ...TWO_MINUTES }),
      stats,
    );
    const nobody = asKey<EndpointKey>(agent.key + 77);
    assert.equal(
      (await store.runStats({ projectKey: project, endpoint: nobody, ...TWO_MINUTES })).total
        .succeeded,
      0,
    );
    const other = await otherProject(bench);
    for (const endpoint of [null, agent.key]) {
      const { total } = await store.runStats({ projectKey: other, endpoint, ...TWO_MINUTES });
      assert.deepEqual(total, { succeeded: 0, failed: 0, durationMs: null });
    }
    await bench.close();
  });
}

function marks(
  percentage: number | null,
  criteria: EvaluationMarks['criteria'],
  revision = 1,
): RunEnd {
  const passed = percentage === null ? null : percentage >= 75;
  const evaluation = { scorecardId: 'sc_1', revision, percentage, passed, criteria };
  return { ...SUCCEEDED, evaluation };
}

function evaluations(open: OpenStore): void {
  test('evaluations give averages, pass rates, and what failed most', async () => {
    const bench = await benchOf(open);
    const { store, project } = bench;
    const agent = await analyzer(bench);
    const judged = (greeting: 'PASS' | 'FAIL', closing: 'FAIL' | 'UNKNOWN' | 'NOT_APPLICABLE') => [
      { id: 'greeting', result: greeting },
      { id: 'closing', result: closing },
      { id: 'name', result: 'PASS' as const },
    ];
    await ended(bench, 'a', 10, marks(90.5, judged('PASS', 'NOT_APPLICABLE')));
    await ended(bench, 'b', 10, marks(50, judged('FAIL', 'FAIL')));
    await ended(bench, 'c', 10, marks(null, []));
    await ended(bench, 'failed', 10, FAILED);
    bench.clock.nowMs = FROM_MS + MINUTE_MS;
    await ended(bench, 'd', 10, marks(75, judged('FAIL', 'UNKNOWN'), 2));
    const stats = await store.evaluationStats({
      projectKey: project,
      endpoint: null,
      ...TWO_MINUTES,
    });
    assert.deepEqual(stats.steps, [
      { fromMs: FROM_MS, evaluations: 3, averagePercentage: 70.25, passed: 1, judged: 2 },
      {
        fromMs: FROM_MS + MINUTE_MS,
        evaluations: 1,
        averagePercentage: 75,
        passed: 1,
        judged: 1,
      },
    ]);
    assert.equal(stats.total.evaluations, 4);
    assert.ok(Math.abs((stats.total.averagePercentage ?? 0) - 215.5 / 3) < 1e-9);
    assert.deepEqual([stats.total.passed, stats.total.judged], [2, 3]);
    const of = { scorecardId: 'sc_1', revision: 2 };
    assert.deepEqual(stats.criteria, [
      { ...of, criterionId: 'greeting', failed: 2, passed: 1, unknown: 0 },
      { ...of, criterionId: 'closing', failed: 1, passed: 0, unknown: 1 },
    ]);
    assert.deepEqual(
      await store.evaluationStats({ projectKey: project, endpoint: agent.key, ...TWO_MINUTES }),
      stats,
    );
    const other = await otherProject(bench);
    for (const endpoint of [null, agent.key]) {
      const theirs = await store.evaluationStats({ projectKey: other, endpoint, ...TWO_MINUTES });
      assert.deepEqual([theirs.total.evaluations, theirs.criteria], [0, []]);
    }
    await sweep(bench, START_MS + 181 * DAY_MS);
    const gone = await store.evaluationStats({
      projectKey: project,
      endpoint: null,
      ...TWO_MINUTES,
    });
    assert.deepEqual([gone.total.evaluations, gone.criteria], [0, []]);
    await bench.close();
  });
}

/** A run that begins now and takes so long; the clock of the test stands still. */
async function ended(
  bench: Bench,
  callId: string,
  tookMs: number,
  end: RunEnd = SUCCEEDED,
): Promise<void> {
  await waiting(bench, callId);
  const { key, claim } = await claimOne(bench);
  const answer = await bench.store.finishRun({
    run: key,
    claim,
    end,
    nowMs: bench.clock.nowMs + tookMs,
  });
  assert.equal(answer.kind, 'finished');
}

async function sweep({ store }: Bench, nowMs: number): Promise<void> {
  while ((await store.removeExpired({ nowMs, limit: 500 })).more);
}
