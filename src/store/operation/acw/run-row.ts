/**
 * How a run is read: the columns, the joins and their meaning. The row of its agent is never
 * removed; its call and its launch may be, and the run is shown without them.
 */
import type { RunReason, RunState } from '../../../acw/run/run.ts';
import type { EndpointSettings } from '../../../core/endpoint/endpoint.ts';
import {
  type CallKey,
  type EndpointKey,
  formatId,
  type ProjectKey,
  type ResultKey,
  type RunKey,
} from '../../../core/id.ts';
import type { Trigger } from '../../../core/trigger/trigger.ts';
import type { Run } from '../../../engine/ports/acw-store.ts';
import { type Operation, one, query, readJson } from '../../statement.ts';

export interface RunRow {
  readonly key: RunKey;
  readonly created_at: number;
  readonly project_key: ProjectKey;
  readonly endpoint_key: EndpointKey;
  readonly endpoint_created_at: number;
  readonly endpoint_settings: string;
  readonly call_key: CallKey;
  readonly call_id: string;
  readonly trigger: Trigger;
  readonly state: RunState;
  readonly claim: number;
  readonly deaths: number;
  readonly started_at: number | null;
  readonly finished_at: number | null;
  readonly give_up_at: number | null;
  readonly reason: RunReason | null;
  readonly launch_cancelled: number;
  readonly result_key: ResultKey | null;
  readonly result_created_at: number | null;
}

/** `r` is the run, `e` its agent, `d` its launch, `a` its result. */
export const RUN_COLUMNS = `r.key, r.created_at, r.project_key, r.endpoint_key,
  e.created_at endpoint_created_at, e.settings endpoint_settings, r.call_key, r.call_id, r.trigger,
  r.state, r.claim, r.deaths, r.started_at, r.finished_at, r.give_up_at, r.reason,
  case when r.state = 'QUEUED' and coalesce(d.state, 'cancelled') = 'cancelled' then 1 else 0 end
    launch_cancelled,
  a.key result_key, a.created_at result_created_at`;

export const RUN_JOINS = `join endpoints e on e.key = r.endpoint_key
  left join deliveries d on d.key = r.key
  left join acw_results a on a.run_key = r.key`;

/** Parameters: run. Primary keys, and the unique index of results. */
export const RUN_BY_KEY = query<RunRow>(`
  select ${RUN_COLUMNS} from runs r ${RUN_JOINS} where r.key = ?`);

export function* runByKey(key: RunKey): Operation<Run | null> {
  const row = yield* one(RUN_BY_KEY, key);
  return row === undefined ? null : toRun(row);
}

/** The run as it is after a change in the same transaction, so it exists. */
export function* presentRun(key: RunKey): Operation<Run> {
  const run = yield* runByKey(key);
  if (run === null) throw new Error('a run that was changed is there');
  return run;
}

export function toRun(row: RunRow): Run {
  // Reads only settings that every version has written.
  const { name, kind } = readJson<EndpointSettings>(row.endpoint_settings);
  return {
    key: row.key,
    createdAtMs: row.created_at,
    projectKey: row.project_key,
    endpoint: row.endpoint_key,
    endpointId: formatId('ep', row.endpoint_created_at, row.endpoint_key),
    agentName: name,
    kind,
    callKey: row.call_key,
    callId: row.call_id,
    trigger: row.trigger,
    state: row.state,
    launchCancelled: row.launch_cancelled === 1,
    startedAtMs: row.started_at,
    finishedAtMs: row.finished_at,
    giveUpAtMs: row.give_up_at,
    reason: row.reason,
    result:
      row.result_key === null || row.result_created_at === null
        ? null
        : { key: row.result_key, createdAtMs: row.result_created_at },
  };
}
