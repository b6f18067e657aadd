/**
 * The work on one claimed run of a built-in agent, from its call log to its durable end. It ends
 * within `WORK_MS_MAX`. The run is put back if the process stops, if the analyst is busy or the
 * model does not answer, or if the log was deleted meanwhile. Must never end a run that another
 * worker has claimed; the store makes sure of that.
 */

import { runId } from '../../acw/run/run.ts';
import { messageOf, ServiceError } from '../../core/error/service-error.ts';
import type { CallLogStore, RunEnd, RunStore, RunWork } from '../ports/acw-store.ts';
import { AnalystFailure } from '../ports/analyst.ts';
import type { Timer } from '../ports/clock.ts';
import { MODEL_MARGIN_MS, WORK_MS_MAX } from '../ports/language-model.ts';
import { type BuiltIn, failedEnd } from './built-in.ts';
import { type FinishParts, finishDurably } from './finish.ts';
import { ModelAway } from './model-work.ts';
import { keepClaim, RunRenewal } from './run-renewal.ts';
import { MODEL_AGAIN_MS, MODEL_WAIT_MS, PUT_BACK_MS } from './runner-limits.ts';

export interface WorkParts extends FinishParts {
  readonly store: FinishParts['store'] & Pick<RunStore, 'moveRun'> & Pick<CallLogStore, 'callLog'>;
  readonly builtIn: BuiltIn;
}

/** The stop of the process; a run that is not done by then is put back. */
export interface Stopping {
  readonly now: Promise<void>;
  readonly isOver: () => boolean;
}

/** `afterMs`: when a worker should try again. */
type Outcome =
  | { readonly kind: 'end'; readonly end: RunEnd }
  | { readonly kind: 'back'; readonly afterMs: number }
  | { readonly kind: 'away' }
  | { readonly kind: 'lost' };

const LOST: Outcome = { kind: 'lost' };

/** Resolves when the work on the run is over in this process. Never rejects. */
export async function workOn(
  run: RunWork,
  parts: WorkParts,
  stopping: Stopping,
  enterModel: () => boolean,
): Promise<void> {
  const { emit } = parts;
  try {
    if (!(await keepClaim(run, parts))) return;
    const renewal = new RunRenewal(run, parts);
    const outcome = await outcomeOf({ run, enterModel }, parts, stopping, renewal);
    if (outcome.kind === 'end') await finishDurably(run, outcome.end, parts, stopping.isOver);
    await renewal.stop();
    if (outcome.kind === 'back') await giveBack(run, parts, outcome.afterMs);
    if (outcome.kind === 'away') await repeatLater(run, parts);
  } catch (error) {
    // The claim expires, and a worker claims the run again.
    emit({ name: 'store.failed', operation: 'moveRun', error: messageOf(error) });
  }
}

/**
 * Puts the run back as if no worker had claimed it. If a newer call log was stored meanwhile, the
 * run is due at once.
 */
export async function giveBack(
  { key, claim, callLogVersion, giveUpAtMs, reason }: RunWork,
  { store, clock }: Pick<WorkParts, 'store' | 'clock'>,
  afterMs: number,
): Promise<void> {
  const dueAtMs = clock.wallMs() + afterMs;
  const state = 'WAITING_CALL_LOG';
  await store.moveRun({
    run: key,
    claim,
    to: { state, dueAtMs, giveUpAtMs, callLogVersion, reason },
  });
}

/** Puts the run back because the model did not answer, and stores that reason. */
async function repeatLater(run: RunWork, parts: WorkParts): Promise<void> {
  const giveUpAtMs = modelUntilMs(run, parts.clock.wallMs());
  await giveBack({ ...run, giveUpAtMs, reason: 'MODEL_FAILED' }, parts, MODEL_AGAIN_MS);
}

/**
 * Until when the run may be repeated: at most the whole time from now, even if the clock was set
 * back.
 */
function modelUntilMs({ reason, giveUpAtMs }: RunWork, nowMs: number): number {
  const wholeMs = nowMs + MODEL_WAIT_MS;
  return reason === 'MODEL_FAILED' ? Math.min(giveUpAtMs ?? wholeMs, wholeMs) : wholeMs;
}

interface AtWork {
  readonly run: RunWork;
  readonly enterModel: () => boolean;
}

async function outcomeOf(
  at: AtWork,
  parts: WorkParts,
  stopping: Stopping,
  renewal: RunRenewal,
): Promise<Outcome> {
  const limit = timeLimit(parts);
  try {
    return await Promise.race([
      worked(at, parts),
      limit.passed,
      renewal.lost.then(() => LOST),
      stopping.now.then((): Outcome => ({ kind: 'back', afterMs: 0 })),
    ]);
  } finally {
    limit.timer.cancel();
  }
}

function timeLimit({ clock }: WorkParts): {
  readonly passed: Promise<Outcome>;
  readonly timer: Timer;
} {
  const { promise, resolve } = Promise.withResolvers<Outcome>();
  const timer = clock.after(WORK_MS_MAX, () =>
    resolve({ kind: 'end', end: failedEnd('TIME_LIMIT') }),
  );
  return { passed: promise, timer };
}

async function worked({ run, enterModel }: AtWork, parts: WorkParts): Promise<Outcome> {
  const { store, builtIn, clock } = parts;
  const untilMs = clock.monoMs() + WORK_MS_MAX - MODEL_MARGIN_MS;
  try {
    const log = await store.callLog({ projectKey: run.projectKey, callId: run.callId });
    if (log === null) return { kind: 'back', afterMs: 0 };
    const { agent } = run;
    const { direction, status } = run.call;
    const nowMs = clock.wallMs();
    const mayRepeat = nowMs + MODEL_AGAIN_MS < modelUntilMs(run, nowMs);
    const repeated = { mayRepeat, wasAway: run.reason === 'MODEL_FAILED' };
    const task = { agent, direction, status, log: log.body, enterModel, ...repeated };
    return { kind: 'end', end: await builtIn.work(task, untilMs) };
  } catch (error) {
    return afterFault(run, parts, error);
  }
}

function afterFault(run: RunWork, { emit }: WorkParts, error: unknown): Outcome {
  const later: Outcome = { kind: 'back', afterMs: PUT_BACK_MS };
  if (error instanceof ModelAway) return { kind: 'away' };
  if (error instanceof ServiceError) {
    emit({ name: 'store.failed', operation: 'callLog', error: messageOf(error) });
    return later;
  }
  const reason = error instanceof AnalystFailure ? error.reason : 'INTERNAL';
  if (reason === 'BUSY' || reason === 'CLOSED') return later;
  if (reason !== 'INTERNAL') return { kind: 'end', end: failedEnd(reason, messageOf(error)) };
  const id = runId(run.createdAtMs, run.key);
  emit({ name: 'run.faulted', runId: id, error: messageOf(error) });
  return { kind: 'end', end: failedEnd('INTERNAL') };
}
