/**
 * Steps 2 to 6 as rows: one statement writes the plan of a batch, with one set per table. The calls
 * are locked and everything else is new, so this waits for no other transaction. The notice to
 * other processes is part of it and is sent with the commit.
 */
import type pg from 'pg';
import { staleClassOf } from '../../../core/call/stale.ts';
import type { CallKey, DeliveryKey, FiringKey } from '../../../core/id.ts';
import type { PlannedDelivery, PlannedFiring } from '../../../core/intake/plan.ts';
import { hash64 } from '../../operation/call/call.ts';
import { writeJsonOrNull } from '../../statement.ts';
import { prepared, run } from '../server/prepared.ts';
import type { CallState, PlannedReport } from './accept-plan.ts';

export interface CallWrite {
  readonly key: CallKey;
  readonly state: CallState;
}

export interface ReportWrite {
  readonly call: CallKey;
  readonly planned: PlannedReport;
}

export interface FiringWrite {
  readonly key: FiringKey;
  readonly call: CallKey;
  readonly reportNumber: number;
  readonly firing: PlannedFiring;
  readonly traceparent: string | null;
}

export interface DeliveryWrite {
  readonly key: DeliveryKey;
  readonly call: CallKey;
  readonly firing: FiringWrite;
  readonly planned: PlannedReport;
  readonly delivery: PlannedDelivery;
  readonly state: 'due' | 'waiting';
  readonly dueAtMs: number | null;
}

export interface Rows {
  readonly calls: readonly CallWrite[];
  readonly reports: readonly ReportWrite[];
  readonly firings: readonly FiringWrite[];
  readonly deliveries: readonly DeliveryWrite[];
}

/**
 * Parameters: 1 to 15 new calls, 16 to 25 changed calls, 26 to 38 reports, 39 to 46 firings, 47 to
 * 57 deliveries, 58 to 65 runs, 66 notices; each a column. Changed calls are found by their primary
 * key.
 */
export const WRITE = prepared(`
  with new_calls as (
    insert into calls (key, project_key, call_id_hash, call_id, direction, status, call_sid,
      client_id, was_in_progress, first_report_at, last_report_at, ended_at, reports, lanes,
      stale_class)
    select unnest($1::bigint[]), unnest($2::bigint[]), unnest($3::bigint[]), unnest($4::text[]),
      unnest($5::text[]), unnest($6::text[]), unnest($7::text[]), unnest($8::text[]),
      unnest($9::smallint[]), unnest($10::bigint[]), unnest($11::bigint[]), unnest($12::bigint[]),
      unnest($13::bigint[]), unnest($14::text[]), unnest($15::text[])
  ), changed_calls as (
    update calls c set status = n.status, call_sid = n.call_sid, client_id = n.client_id,
      was_in_progress = n.was_in_progress, last_report_at = n.last_report_at,
      ended_at = n.ended_at, reports = n.reports, lanes = n.lanes, stale_class = n.stale_class
    from (
      select unnest($16::bigint[]) as key, unnest($17::text[]) as status,
        unnest($18::text[]) as call_sid, unnest($19::text[]) as client_id,
        unnest($20::smallint[]) as was_in_progress, unnest($21::bigint[]) as last_report_at,
        unnest($22::bigint[]) as ended_at, unnest($23::bigint[]) as reports,
        unnest($24::text[]) as lanes, unnest($25::text[]) as stale_class
    ) as n
    where c.key = n.key
  ), new_reports as (
    insert into reports (call_key, number, received_at, occurred_at, source, report_id,
      report_id_hash, fingerprint, status, errors, applied, reason, answer)
    select unnest($26::bigint[]), unnest($27::bigint[]), unnest($28::bigint[]),
      unnest($29::bigint[]), unnest($30::text[]), unnest($31::text[]), unnest($32::bigint[]),
      unnest($33::text[]), unnest($34::text[]), unnest($35::text[]), unnest($36::smallint[]),
      unnest($37::text[]), unnest($38::text[])
  ), new_firings as (
    insert into firings (key, call_key, report_number, trigger, fired_at, text, data, errors,
      traceparent)
    select unnest($39::bigint[]), unnest($40::bigint[]), unnest($41::bigint[]),
      unnest($42::text[]), unnest($43::bigint[]), unnest($44::text[]), unnest($45::text[]),
      unnest($46::text[]), unnest($47::text[])
  ), new_deliveries as (
    insert into deliveries (key, project_key, endpoint_key, call_key, firing_key, sequence,
      trigger, content_key, state, due_at, created_at)
    select unnest($48::bigint[]), unnest($49::bigint[]), unnest($50::bigint[]),
      unnest($51::bigint[]), unnest($52::bigint[]), unnest($53::bigint[]), unnest($54::text[]),
      unnest($55::text[]), unnest($56::text[]), unnest($57::bigint[]), unnest($58::bigint[])
  ), new_runs as (
    insert into runs (key, project_key, endpoint_key, call_key, call_id_hash, call_id, trigger,
      created_at, state)
    select unnest($59::bigint[]), unnest($60::bigint[]), unnest($61::bigint[]),
      unnest($62::bigint[]), unnest($63::bigint[]), unnest($64::text[]), unnest($65::text[]),
      unnest($66::bigint[]), 'QUEUED'
  )
  select pg_notify('ringpost', text) from unnest($67::text[]) as notices (text)`);

export async function writeRows(
  client: pg.ClientBase,
  rows: Rows,
  notices: readonly string[],
): Promise<void> {
  await run(
    client,
    WRITE,
    ...newCalls(rows.calls.filter(({ state }) => state.key === null)),
    ...changedCalls(rows.calls.filter(({ state }) => state.key !== null)),
    ...reportColumns(rows.reports),
    ...firingColumns(rows.firings),
    ...deliveryColumns(rows.deliveries),
    ...runColumns(rows.deliveries.filter(({ delivery }) => delivery.agent)),
    notices,
  );
}

type Columns = readonly (readonly (string | number | bigint | null)[])[];

function newCalls(calls: readonly CallWrite[]): Columns {
  const rows = calls.map((write) => ({ ...write, call: callOf(write) }));
  return [
    rows.map(({ key }) => key),
    rows.map(({ state }) => state.projectKey),
    rows.map(({ state }) => state.hash),
    rows.map(({ call }) => call.callId),
    rows.map(({ call }) => call.direction),
    rows.map(({ call }) => call.status),
    rows.map(({ call }) => call.callSid),
    rows.map(({ call }) => call.clientId),
    rows.map(({ call }) => (call.wasInProgress ? 1 : 0)),
    rows.map(({ call }) => call.firstReportAtMs),
    rows.map(({ call }) => call.lastReportAtMs),
    rows.map(({ call }) => call.endedAtMs),
    rows.map(({ state }) => state.reports),
    rows.map(({ state }) => JSON.stringify(state.lanes)),
    rows.map(({ call }) => staleClassOf(call)),
  ];
}

function changedCalls(calls: readonly CallWrite[]): Columns {
  const rows = calls.map((write) => ({ ...write, call: callOf(write) }));
  return [
    rows.map(({ key }) => key),
    rows.map(({ call }) => call.status),
    rows.map(({ call }) => call.callSid),
    rows.map(({ call }) => call.clientId),
    rows.map(({ call }) => (call.wasInProgress ? 1 : 0)),
    rows.map(({ call }) => call.lastReportAtMs),
    rows.map(({ call }) => call.endedAtMs),
    rows.map(({ state }) => state.reports),
    rows.map(({ state }) => JSON.stringify(state.lanes)),
    rows.map(({ call }) => staleClassOf(call)),
  ];
}

function callOf({ state: { call } }: CallWrite): NonNullable<CallState['call']> {
  if (call === null) throw new Error('a call with a report is known');
  return call;
}

/** Stores fingerprint and answer only if the report has an id, by which it may be repeated. */
function reportColumns(reports: readonly ReportWrite[]): Columns {
  const planned = reports.map((write) => write.planned);
  const ids = planned.map(({ item }) => item.report.reportId);
  return [
    reports.map(({ call }) => call),
    planned.map(({ number }) => number),
    planned.map(({ item }) => item.receivedAtMs),
    planned.map(({ item }) => item.report.occurredAtMs),
    planned.map(({ item }) => item.source),
    ids,
    ids.map((id) => (id === null ? null : hash64(id))),
    planned.map(({ plan }) => plan.fingerprint),
    planned.map(({ plan }) => plan.report.status),
    planned.map(({ plan: { report } }) =>
      report.errors.length === 0 ? null : JSON.stringify(report.errors),
    ),
    planned.map(({ plan }) => (plan.answer.applied ? 1 : 0)),
    planned.map(({ plan }) => plan.answer.reason ?? null),
    planned.map(({ item, plan }) =>
      item.report.reportId === null ? null : writeJsonOrNull(plan.answer),
    ),
  ];
}

function firingColumns(firings: readonly FiringWrite[]): Columns {
  return [
    firings.map(({ key }) => key),
    firings.map(({ call }) => call),
    firings.map(({ reportNumber }) => reportNumber),
    firings.map(({ firing }) => firing.trigger),
    firings.map(({ firing }) => firing.firedAtMs),
    firings.map(({ firing }) => firing.text),
    firings.map(({ firing }) => firing.data),
    firings.map(({ firing }) => firing.errors),
    firings.map(({ traceparent }) => traceparent),
  ];
}

function deliveryColumns(deliveries: readonly DeliveryWrite[]): Columns {
  return [
    deliveries.map(({ key }) => key),
    deliveries.map(({ planned }) => planned.item.projectKey),
    deliveries.map(({ delivery }) => delivery.endpoint),
    deliveries.map(({ call }) => call),
    deliveries.map(({ firing }) => firing.key),
    deliveries.map(({ delivery }) => delivery.sequence),
    deliveries.map(({ firing }) => firing.firing.trigger),
    deliveries.map(({ delivery }) => delivery.contentKey),
    deliveries.map(({ state }) => state),
    deliveries.map(({ dueAtMs }) => dueAtMs),
    deliveries.map(({ planned }) => planned.createdAtMs),
  ];
}

/** The runs of deliveries that launch an agent; usually none. */
function runColumns(launches: readonly DeliveryWrite[]): Columns {
  return [
    launches.map(({ key }) => key),
    launches.map(({ planned }) => planned.item.projectKey),
    launches.map(({ delivery }) => delivery.endpoint),
    launches.map(({ call }) => call),
    launches.map(({ planned }) => planned.state.hash),
    launches.map(({ planned }) => planned.item.callId),
    launches.map(({ firing }) => firing.firing.trigger),
    launches.map(({ planned }) => planned.createdAtMs),
  ];
}
