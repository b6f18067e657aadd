/**
 * A run by hand (S9.21): repeats a firing of the call under a new `webhook-id`, for one agent, at
 * the end of its lane. The bytes are those of the firing; nothing that has ended is reopened.
 */

import { runId, runKeyOf } from '../../../acw/run/run.ts';
import type { Endpoint } from '../../../core/endpoint/endpoint.ts';
import { isAgent } from '../../../core/endpoint/endpoint.ts';
import type { CallKey, RunKey } from '../../../core/id.ts';
import { joinLanes, type Subscription } from '../../../core/intake/plan.ts';
import { type StoredFiring, writeForm } from '../../../core/payload/render.ts';
import type { Trigger } from '../../../core/trigger/trigger.ts';
import type { RunStore } from '../../../engine/ports/acw-store.ts';
import type { Asked } from '../../../engine/ports/store.ts';
import { type Operation, one, query, readJson } from '../../statement.ts';
import { writeAudit } from '../audit.ts';
import { CALL_BY_KEY, findCallRow } from '../call/call.ts';
import { joinFired } from '../call/fired.ts';
import { endpoint } from '../endpoint/endpoint.ts';
import { lockCalls, shareEndpoints } from '../row-lock.ts';
import type { Session } from '../session.ts';
import { presentRun, runByKey } from './run-row.ts';

interface FiringRow {
  readonly trigger: Trigger;
  readonly fired_at: number;
  readonly text: string;
  readonly data: string;
  readonly errors: string | null;
  readonly traceparent: string | null;
  readonly facts: string | null;
}

/** Parameters: launch. Primary keys. */
export const FIRING_OF_RUN = query<FiringRow>(`
  select f.trigger, f.fired_at, f.text, f.data, f.errors, f.traceparent, f.facts
  from deliveries d join firings f on f.key = d.firing_key where d.key = ?`);

/**
 * Parameters: call. firings_by_call: those of one call. The last CALL_LOG_CREATED, else the last
 * firing of a report. The sum keeps a planner from walking all firings.
 */
export const LAST_FIRING = query<FiringRow>(`
  select trigger, fired_at, text, data, errors, traceparent, facts from firings
  where call_key = ? and report_number > 0
  order by case when trigger = 'CALL_LOG_CREATED' then 0 else 1 end, key + 0 desc limit 1`);

export function* launchAgain(
  session: Session,
  wanted: Asked<'launchAgain'>,
): Operation<Awaited<ReturnType<RunStore['launchAgain']>>> {
  const { projectKey, audit, nowMs } = wanted;
  // If the agent is deleted at this moment, that commits either before or after this.
  yield* shareEndpoints([wanted.endpoint]);
  const agent = yield* endpoint({ projectKey, key: wanted.endpoint });
  const key = yield* callOf(wanted);
  if (key === null || agent === null || !isLaunchable(agent)) return null;
  yield* lockCalls([key]);
  const call = yield* one(CALL_BY_KEY, key);
  const found = yield* firingFor(key, wanted.run);
  if (call === undefined || found === null) return null;
  const { traceparent, ...rendered } = found;
  const lanes = readJson<Record<string, number>>(call.lanes);
  const { trigger } = rendered;
  const itself = { ...subscribed(agent), triggers: new Set([trigger]), agent: true };
  const firing = { ...rendered, deliveries: joinLanes([itself], trigger, null, lanes) };
  const joined = yield* joinFired(session, { projectKey, call, firing, lanes, nowMs, traceparent });
  const [launch] = joined.deliveries;
  if (launch === undefined) throw new Error('the agent ticks what is fired for it');
  const made = runKeyOf(launch);
  yield* writeAudit(projectKey, audit, runId(joined.createdAtMs, made));
  return { run: yield* presentRun(made), heads: joined.heads };
}

function subscribed(agent: Endpoint): Pick<Subscription, 'endpoint' | 'filter' | 'bodyForm'> {
  return { endpoint: agent.key, filter: null, bodyForm: writeForm(agent) };
}

function isLaunchable({ kind, deletedAtMs }: Endpoint): boolean {
  return deletedAtMs === null && isAgent(kind);
}

/** The call of the named run, if the run belongs to this call and agent. */
function* callOf(wanted: Asked<'launchAgain'>): Operation<CallKey | null> {
  const { projectKey, callId, endpoint } = wanted;
  if (wanted.run === null) return (yield* findCallRow(projectKey, callId))?.key ?? null;
  const run = yield* runByKey(wanted.run);
  if (run === null || run.projectKey !== projectKey) return null;
  return run.callId === callId && run.endpoint === endpoint ? run.callKey : null;
}

function* firingFor(
  call: CallKey,
  run: RunKey | null,
): Operation<(StoredFiring & Pick<FiringRow, 'traceparent'>) | null> {
  const row = run === null ? yield* one(LAST_FIRING, call) : yield* one(FIRING_OF_RUN, run);
  if (row === undefined) return null;
  const { fired_at: firedAtMs, ...rest } = row;
  return { ...rest, firedAtMs };
}
