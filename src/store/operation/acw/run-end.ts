/**
 * Ends a run in one commit: its state, its result, and ACW_COMPLETED at the end of the call's
 * lanes. A run ends once; the first transaction to end it wins. If its agent was deleted before the
 * launch, the run gets only a state and a reason. The locks are those of a report: the
 * subscriptions, then the call, then the run.
 */

import type { RunState } from '../../../acw/run/run.ts';
import { planRunFired } from '../../../acw/run/run-fired.ts';
import { formatId } from '../../../core/id.ts';
import type { Ended, FinishAnswer, Run, RunEnd } from '../../../engine/ports/acw-store.ts';
import type { Asked } from '../../../engine/ports/store.ts';
import { change, type Operation, one, query, readJson } from '../../statement.ts';
import { CALL_BY_KEY, toCall } from '../call/call.ts';
import { joinFired } from '../call/fired.ts';
import { projectIntake } from '../endpoint/subscription.ts';
import { lockCalls, shareSubscriptions } from '../row-lock.ts';
import type { Session } from '../session.ts';
import { insertResult } from './acw-result.ts';
import { insertEvaluation } from './evaluation.ts';
import { presentRun, runByKey } from './run-row.ts';

/** Parameters: 1 state, 2 now, 3 reason, 4 run, 5 claim or null for any. Primary key. */
const END_RUN = query(`
  update runs set state = ?1, finished_at = ?2, reason = ?3, due_at = null, give_up_at = null,
    claim = claim + 1
  where key = ?4 and finished_at is null and claim = coalesce(?5, claim)`);

/** Parameters: launch. Primary keys. What the run fires is in the trace of what launched it. */
export const TRACE_OF_LAUNCH = query<{ traceparent: string | null }>(`
  select f.traceparent from deliveries d join firings f on f.key = d.firing_key where d.key = ?`);

export function* finishRun(session: Session, wanted: Asked<'finishRun'>): Operation<FinishAnswer> {
  const { claim, end, nowMs } = wanted;
  const run = yield* runByKey(wanted.run);
  if (run === null) return { kind: 'closed' };
  if (end.cancelled === 'untold') return yield* endUntold(run, wanted);
  const ended = yield* endRun(session, run, { end, claim, fingerprint: null, nowMs });
  if (ended === null) return { kind: 'closed' };
  return { kind: 'finished', run: yield* presentRun(run.key), ...ended };
}

function* endUntold(
  { key }: Run,
  { end, claim, nowMs }: Omit<Ending, 'fingerprint'>,
): Operation<FinishAnswer> {
  const ended = yield* change(END_RUN, 'CANCELLED', nowMs, end.reason, key, claim);
  return ended === 0 ? { kind: 'closed' } : { kind: 'untold', run: yield* presentRun(key) };
}

export interface Ending {
  readonly end: RunEnd;
  /** Null: any worker may have the claim. */
  readonly claim: number | null;
  readonly fingerprint: string | null;
  readonly nowMs: number;
}

/**
 * Returns null, and writes nothing, if the run had ended already or another worker has the claim.
 */
export function* endRun(session: Session, run: Run, ending: Ending): Operation<Ended | null> {
  const { end, claim, fingerprint, nowMs } = ending;
  const { key, projectKey, callId, endpointId: acwAgentId } = run;
  yield* shareSubscriptions(projectKey);
  yield* lockCalls([run.callKey]);
  const call = yield* one(CALL_BY_KEY, run.callKey);
  const project = yield* projectIntake(projectKey);
  // Retention keeps the calls of open runs, so this happens only if the call was deleted.
  if (call === undefined || project === null) return null;
  const state = stateOf(end);
  if ((yield* change(END_RUN, state, nowMs, end.reason, key, claim)) === 0) return null;
  const result = yield* insertResult(run, end, fingerprint, nowMs);
  if (end.evaluation !== undefined) yield* insertEvaluation(run, end.evaluation, nowMs);
  const acwResultId = formatId('acwr', nowMs, result);
  const planned = planRunFired({
    run: { callId, acwAgentId, acwResultId, isError: end.isError },
    call: toCall(call),
    codes: end.errors.map(({ code }) => code),
    lanes: readJson(call.lanes),
    subscriptions: project.subscriptions,
    serviceName: project.serviceName,
    firedAtMs: nowMs,
  });
  const traceparent = (yield* one(TRACE_OF_LAUNCH, key))?.traceparent ?? null;
  const fired = { projectKey, call, ...planned, nowMs, traceparent };
  const { made, heads } = yield* joinFired(session, fired);
  return { result, createdAtMs: nowMs, made, heads };
}

function stateOf({ isError, cancelled }: RunEnd): RunState {
  if (cancelled !== undefined) return 'CANCELLED';
  return isError ? 'FAILED' : 'SUCCEEDED';
}
