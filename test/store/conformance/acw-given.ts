/**
 * Shared by the tests of after-call work in a store: an agent, launches that were delivered, claims
 * and ends.
 */
import assert from 'node:assert/strict';
import type { RunMove } from '../../../src/acw/run/launch.ts';
import { runKeyOf } from '../../../src/acw/run/run.ts';
import type { Endpoint, EndpointSettings } from '../../../src/core/endpoint/endpoint.ts';
import type { Run, RunEnd, RunWork } from '../../../src/engine/ports/acw-store.ts';
import type { Head, SettleResult } from '../../../src/engine/ports/dispatch-store.ts';
import type { Bench } from '../given.ts';

export const SUCCEEDED: RunEnd = {
  isError: false,
  reason: null,
  errors: [],
  engine: 'ringpost-analyzer',
  result: '{"schemaVersion":"1"}',
};
export const FAILED: RunEnd = {
  isError: true,
  reason: 'CALL_LOG_NOT_FOUND',
  errors: [{ code: 'ANALYZER_FAILED', message: 'No log came.' }],
  engine: null,
  result: null,
};
export const NO_RUN_FILTER = { callId: null, endpoint: null, states: [], fromMs: null, toMs: null };
export const CLAIM_MS = 30_000;

export function analyzer(bench: Bench, changes: Partial<EndpointSettings> = {}): Promise<Endpoint> {
  const agent = { engine: 'AUTO', callLogWaitMs: 600_000, scorecardId: null } as const;
  const kind = 'builtin-analyzer' as const;
  const settings = { name: 'Analyzer', kind, target: null, auth: null, agent };
  return bench.endpoint({ ...settings, triggers: ['CALL_LOG_CREATED'], ...changes });
}

export function ownAgent(bench: Bench, changes: Partial<EndpointSettings> = {}): Promise<Endpoint> {
  const agent = { deadlineMs: 900_000 };
  const kind = 'self-provided-agent' as const;
  return bench.endpoint({ name: 'Own', kind, agent, triggers: ['CALL_LOG_CREATED'], ...changes });
}

/** An endpoint that is subscribed to the end of runs only. */
export function listener(bench: Bench): Promise<Endpoint> {
  return bench.endpoint({ name: 'Listener', triggers: ['ACW_COMPLETED'] });
}

export async function launch(bench: Bench, callId: string, status = 'COMPLETED'): Promise<Head> {
  const [head] = await bench.heads(callId, status);
  assert.ok(head !== undefined);
  return head;
}

export function waitingMove(bench: Bench): RunMove {
  const { nowMs } = bench.clock;
  const times = { startedAtMs: nowMs, dueAtMs: nowMs, giveUpAtMs: null };
  return { state: 'WAITING_CALL_LOG', ...times, reason: null };
}

export function runningMove(bench: Bench): RunMove {
  const { nowMs } = bench.clock;
  const giveUpAtMs = nowMs + 900_000;
  return { state: 'RUNNING', startedAtMs: nowMs, dueAtMs: giveUpAtMs, giveUpAtMs, reason: null };
}

export function failedMove(bench: Bench): RunMove {
  const { nowMs: dueAtMs } = bench.clock;
  const times = { startedAtMs: null, dueAtMs, giveUpAtMs: null };
  return { state: 'QUEUED', ...times, reason: 'LAUNCH_FAILED' };
}

/** Settles a launch together with the change of its run. */
export function settled(
  bench: Bench,
  head: Head,
  state: 'delivered' | 'exhausted',
  run: RunMove,
  epoch = bench.epoch,
): Promise<SettleResult> {
  const startedAtMs = bench.clock.nowMs;
  const [outcome, status] =
    state === 'delivered' ? (['delivered', 200] as const) : (['retryable', 500] as const);
  const of = { number: head.attempts + 1, startedAtMs, durationMs: 5, manual: head.manual };
  const attempt = { ...of, outcome, status, error: null, excerpt: null };
  return bench.store.settle({
    epoch,
    delivery: head.delivery,
    endpoint: head.endpoint,
    call: head.call,
    projectKey: head.projectKey,
    createdAtMs: head.createdAtMs,
    attempt,
    run,
    next: { state, atMs: startedAtMs + 5, failures: head.failures },
    health: null,
    disable: null,
    revision: null,
  });
}

/** A call that ended, its agent launched, and its run waiting for a log. */
export async function waiting(bench: Bench, callId: string): Promise<Run> {
  const head = await launch(bench, callId);
  await settled(bench, head, 'delivered', waitingMove(bench));
  return runOf(bench, head);
}

/** A call that ended, its self-provided agent launched, and its run with a deadline. */
export async function running(bench: Bench, callId: string): Promise<Run> {
  const head = await launch(bench, callId);
  await settled(bench, head, 'delivered', runningMove(bench));
  return runOf(bench, head);
}

export async function runOf(bench: Bench, head: Pick<Head, 'delivery'>): Promise<Run> {
  const run = await bench.store.run({ projectKey: bench.project, key: runKeyOf(head.delivery) });
  assert.ok(run !== null);
  return run;
}

export function claimAll(bench: Bench): Promise<readonly RunWork[]> {
  return bench.store.claimRuns({ nowMs: bench.clock.nowMs, claimMs: CLAIM_MS, limit: 100 });
}

export async function claimOne(bench: Bench): Promise<RunWork> {
  const [work, ...others] = await claimAll(bench);
  assert.ok(work !== undefined && others.length === 0);
  return work;
}
