/** The next step of a due run. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { DEATHS_MAX, type DueRun, LOG_POLL_MS, runStep } from '../../../src/acw/run/run-step.ts';
import { agentSettings } from '../../../src/core/endpoint/agent-rules.ts';
import type { EndpointKind } from '../../../src/core/endpoint/endpoint.ts';

const NOW_MS = 1_000_000_000;

function dueRun(kind: EndpointKind, changes: Partial<DueRun> = {}): DueRun {
  const isSelf = kind === 'self-provided-agent';
  return {
    state: isSelf ? 'RUNNING' : 'WAITING_CALL_LOG',
    startedAtMs: NOW_MS,
    giveUpAtMs: isSelf ? NOW_MS + 900_000 : null,
    reason: null,
    deaths: 0,
    agent: { kind, agent: agentSettings(kind, null), deletedAtMs: null },
    call: { status: 'COMPLETED', wasInProgress: true },
    hadErrors: false,
    callLogVersion: null,
    ...changes,
  };
}

const analyzer = (changes: Partial<DueRun> = {}) => dueRun('builtin-analyzer', changes);
const self = (changes: Partial<DueRun> = {}) => dueRun('self-provided-agent', changes);

test('a run whose launch was given up fails', () => {
  for (const run of [analyzer({ state: 'QUEUED' }), self({ state: 'QUEUED' })]) {
    assert.deepEqual(runStep(run, NOW_MS, NOW_MS), { kind: 'fail', reason: 'LAUNCH_FAILED' });
  }
});

test('a run whose launch was cancelled ends as cancelled, silently if its agent is gone', () => {
  for (const reason of ['LAUNCH_CANCELLED', 'TRIGGER_UNTICKED', 'LAUNCH_DROPPED'] as const) {
    for (const run of [analyzer({ state: 'QUEUED', reason }), self({ state: 'QUEUED', reason })]) {
      assert.deepEqual(runStep(run, NOW_MS, NOW_MS), { kind: 'cancel', reason, told: true });
      const gone = { ...run, agent: { ...run.agent, deletedAtMs: NOW_MS } };
      const silent = { kind: 'cancel', reason: 'ENDPOINT_DELETED', told: false };
      assert.deepEqual(runStep(gone, NOW_MS, NOW_MS), silent);
    }
  }
  const given = self({ state: 'QUEUED', reason: 'LAUNCH_FAILED' });
  assert.equal(runStep(given, NOW_MS, NOW_MS).kind, 'fail');
});

test('a built-in agent works as soon as there is a log, also after workers have died', () => {
  for (const state of ['WAITING_CALL_LOG', 'RUNNING'] as const) {
    for (let deaths = 0; deaths < DEATHS_MAX; deaths += 1) {
      const run = analyzer({ state, deaths, callLogVersion: 1 });
      assert.deepEqual(runStep(run, NOW_MS + 10_000_000, NOW_MS), { kind: 'work' });
    }
  }
  const deadly = analyzer({ state: 'RUNNING', deaths: DEATHS_MAX, callLogVersion: 1 });
  assert.deepEqual(runStep(deadly, NOW_MS, NOW_MS), { kind: 'fail', reason: 'INTERNAL' });
});

test('without a log it waits, and is due again in between', () => {
  assert.deepEqual(runStep(analyzer(), NOW_MS, NOW_MS), {
    kind: 'wait',
    state: 'WAITING_CALL_LOG',
    dueAtMs: NOW_MS + LOG_POLL_MS,
    giveUpAtMs: NOW_MS + 600_000,
  });
  const atMs = NOW_MS + 590_000;
  const last = runStep(analyzer({ giveUpAtMs: NOW_MS + 600_000 }), atMs, atMs);
  assert.equal(last.kind === 'wait' && last.dueAtMs, NOW_MS + 600_000);
  const end = NOW_MS + 600_000;
  assert.deepEqual(runStep(analyzer(), end, end), { kind: 'fail', reason: 'CALL_LOG_NOT_FOUND' });
});

test('the wait becomes short when the call turns out to have been unanswered', () => {
  const call = { status: 'BUSY', wasInProgress: false };
  const atMs = NOW_MS + 60_000;
  const run = analyzer({ call, giveUpAtMs: NOW_MS + 600_000 });
  assert.deepEqual(runStep(run, atMs, atMs), { kind: 'fail', reason: 'CALL_LOG_NOT_FOUND' });
});

test('if a log is removed while a worker reads it, the run waits again', () => {
  const step = runStep(analyzer({ state: 'RUNNING' }), NOW_MS, NOW_MS);
  assert.equal(step.kind === 'wait' && step.state, 'WAITING_CALL_LOG');
});

test('a deleted built-in agent fails its runs; a self-provided one may still answer', () => {
  const deletedAtMs = NOW_MS - 1;
  const deleted = (run: DueRun): DueRun => ({ ...run, agent: { ...run.agent, deletedAtMs } });
  const end = runStep(deleted(analyzer({ callLogVersion: 1 })), NOW_MS, NOW_MS);
  assert.deepEqual(end, { kind: 'fail', reason: 'ENDPOINT_DELETED' });
  assert.equal(runStep(deleted(self()), NOW_MS, NOW_MS).kind, 'wait');
});

test('a deadline stays as it was told to the agent', () => {
  const agent = { ...self().agent, agent: { deadlineMs: 60_000_000 } };
  const atMs = NOW_MS + 900_000;
  assert.deepEqual(runStep(self({ agent }), atMs, atMs), {
    kind: 'fail',
    reason: 'DEADLINE_PASSED',
  });
});

test('no run is given up within the patience after a start', () => {
  const atMs = NOW_MS + 10_000_000;
  for (const run of [self(), analyzer()]) {
    const step = runStep(run, atMs, atMs + 20_000);
    assert.equal(step.kind === 'wait' && step.dueAtMs, atMs + 20_000);
  }
});

test('any time, even if the clock was set: a run without news ends within its wait', () => {
  const moment = fc.integer({ min: 0, max: 2 * NOW_MS });
  fc.assert(
    fc.property(
      fc.constantFrom('builtin-analyzer', 'self-provided-agent'),
      moment,
      fc.option(moment),
      moment,
      (kind, startedAtMs, giveUpAtMs, nowMs) => {
        let run = dueRun(kind, { startedAtMs, giveUpAtMs });
        const waitMs = kind === 'self-provided-agent' ? 900_000 : 600_000;
        let atMs = nowMs;
        for (let looks = 0; looks < 50; looks += 1) {
          const step = runStep(run, atMs, atMs);
          if (step.kind === 'fail') {
            assert.ok(atMs <= nowMs + waitMs);
            return;
          }
          assert.ok(step.kind === 'wait' && step.dueAtMs > atMs);
          run = { ...run, state: step.state, giveUpAtMs: step.giveUpAtMs };
          atMs = step.dueAtMs;
        }
        assert.fail('it never ends');
      },
    ),
  );
});
