/** Trends over HTTP: the backlog, the ends of runs, the results of evaluations. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asKey, parseId, type RunKey } from '../../../src/core/id.ts';
import type { RunEnd } from '../../../src/engine/ports/acw-store.ts';
import { type Bundle, setup } from '../setup.ts';
import { agentOf, launchedRun } from './acw/agent-run.ts';

const MINUTE_MS = 60_000;

async function finish({ store, clock }: Bundle, acwRunId: string, end: Partial<RunEnd>) {
  const key = asKey<RunKey>(parseId('run', acwRunId)?.key ?? 0);
  const succeeded = { isError: false, reason: null, errors: [], engine: null, result: '{}' };
  const done = await store.finishRun({
    run: key,
    claim: 0,
    end: { ...succeeded, ...end },
    nowMs: clock.wallMs(),
  });
  assert.equal(done.kind, 'finished');
}

test('the backlog is shown as recorded, and minutes without a record are null', async (t) => {
  const bundle = await setup(t);
  const { call, clock, store } = bundle;
  await bundle.endpoint(['OUTBOUND_CALL_CALLING']);
  await call('POST', '/v1/calls/a/reports', { status: 'CALLING', direction: 'OUTBOUND' });
  clock.advance(MINUTE_MS);
  const atMs = clock.wallMs();
  await store.keepBacklogs({ atMs, backlogs: (await store.backlogs({ nowMs: atMs })).projects });
  clock.advance(MINUTE_MS);
  const { status, at, text } = await call('GET', '/v1/stats/backlog?step=60');
  assert.equal(status, 200, text);
  const steps: { open: number | null; oldestAgeMs: number | null }[] = Object(at('/steps'));
  assert.deepEqual(
    steps.slice(-3).map(({ open, oldestAgeMs }) => [open, oldestAgeMs]),
    [
      [null, null],
      [1, MINUTE_MS],
      [null, null],
    ],
  );
});

test('runs are counted by how they ended, of all agents or of one', async (t) => {
  const bundle = await setup(t);
  const { call, clock } = bundle;
  const good = await launchedRun(bundle, 'good');
  const bad = await launchedRun(bundle, 'bad', good.acwAgentId);
  clock.advance(2_000);
  await finish(bundle, good.acwRunId, {});
  await finish(bundle, bad.acwRunId, { isError: true, reason: 'INTERNAL', result: null });
  for (const query of ['', `?acwAgentId=${good.acwAgentId}`]) {
    const { status, at, text } = await call('GET', `/v1/stats/acw-runs${query}`);
    assert.equal(status, 200, text);
    assert.deepEqual(at('/total'), {
      succeeded: 1,
      failed: 1,
      durationMs: { p50: 2_000, p95: 2_000 },
    });
    assert.deepEqual([at('/complete'), at('/completeFrom')], [true, at('/from')]);
  }
  const other = await agentOf(bundle, 'builtin-analyzer');
  const none = await call('GET', `/v1/stats/acw-runs?acwAgentId=${other}`);
  assert.deepEqual(none.at('/total'), { succeeded: 0, failed: 0, durationMs: null });
});

test('evaluations are summed up, with the questions that failed most', async (t) => {
  const bundle = await setup(t);
  const { call } = bundle;
  const card = await call('POST', '/v1/scorecards', {
    name: 'Service',
    passMark: 80,
    criteria: [{ id: 'greeting', question: 'Did the agent greet?', points: 10, rule: null }],
  });
  assert.equal(card.status, 201, card.text);
  const scorecardId = String(card.at('/id'));
  const agent = await agentOf(bundle, 'builtin-evaluator');
  for (const [callId, percentage] of [
    ['a', 100],
    ['b', 33.333],
  ] as const) {
    const run = await launchedRun(bundle, callId, agent);
    const passed = percentage >= 80;
    const criteria = [{ id: 'greeting', result: passed ? 'PASS' : 'FAIL' }] as const;
    const evaluation = { scorecardId, revision: 1, percentage, passed, criteria };
    await finish(bundle, run.acwRunId, { evaluation });
  }
  const { status, at, text } = await call('GET', `/v1/stats/evaluations?acwAgentId=${agent}`);
  assert.equal(status, 200, text);
  assert.deepEqual(at('/total'), {
    evaluations: 2,
    averagePercentage: 66.7,
    passed: 1,
    judged: 2,
  });
  assert.deepEqual(at('/criteria'), [
    {
      scorecardId,
      criterionId: 'greeting',
      question: 'Did the agent greet?',
      failed: 1,
      passed: 1,
      unknown: 0,
    },
  ]);
});

test('an impossible range or step is 400', async (t) => {
  const { call } = await setup(t);
  for (const path of ['backlog', 'acw-runs', 'evaluations']) {
    for (const query of ['step=61', 'from=2030-01-01T00:00:00.000Z', 'x=1']) {
      const answer = await call('GET', `/v1/stats/${path}?${query}`);
      assert.deepEqual([answer.status, answer.at('/code')], [400, 'INVALID_PARAMETER'], query);
    }
  }
});
