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
    select * from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::text[], $5::text[],
      $6::text[], $7::text[], $8::text[], $9::smallint[], $10::bigint[], $11::bigint[],
      $12::bigint[], $13::bigint[], $14::text[], $15::text[])
  ), changed_calls as (
    update calls c set status = n.status, call_sid = n.call_sid, client_id = n.client_id,
      was_in_progress = n.was_in_progress, last_report_at = n.last_report_at,
      ended_at = n.ended_at, reports = n.reports, lanes = n.lanes, stale_class = n.stale_class
    from unnest($16::bigint[], $17::text[], $18::text[], $19::text[], $20::smallint[],
      $21::bigint[], $22::bigint[], $23::bigint[], $24::text[], $25::text[])
      as n (key, status, call_sid, client_id, was_in_progress, last_report_at, ended_at, reports,
        lanes, stale_class)
    where c.key = n.key
  ), new_reports as (
    insert into reports (call_key, number, received_at, occurred_at, source, report_id,
      report_id_hash, fingerprint, status, errors, applied, reason, answer)
    select * from unnest($26::bigint[], $27::bigint[], $28::bigint[], $29::bigint[], $30::text[],
      $31::text[], $32::bigint[], $33::text[], $34::text[], $35::text[], $36::smallint[],
      $37::text[], $38::text[])
  ), new_firings as (
    insert into firings (key, call_key, report_number, trigger, fired_at, text, data, errors)
    select * from unnest($39::bigint[], $40::bigint[], $41::bigint[], $42::text[], $43::bigint[],
      $44::text[], $45::text[], $46::text[])
  ), new_deliveries as (
    insert into deliveries (key, project_key, endpoint_key, call_key, firing_key, sequence,
      trigger, content_key, state, due_at, created_at)
    select * from unnest($47::bigint[], $48::bigint[], $49::bigint[], $50::bigint[],
      $51::bigint[], $52::bigint[], $53::text[], $54::text[], $55::text[], $56::bigint[],
      $57::bigint[])
  ), new_runs as (
    insert into runs (key, project_key, endpoint_key, call_key, call_id_hash, call_id, trigger,
      created_at, state)
    select *, 'QUEUED' from unnest($58::bigint[], $59::bigint[], $60::bigint[], $61::bigint[],
      $62::bigint[], $63::text[], $64::text[], $65::bigint[])
  )
  select pg_notify('ringpost', text) from unnest($66::text[]) as notices (text)`);

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
    rows.map(({ call }) => hash64(call.callId)),
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
    planned.map(({ item }) => item.report.status),
    planned.map(({ item: { report } }) =>
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
    launches.map(({ planned }) => hash64(planned.item.callId)),
    launches.map(({ planned }) => planned.item.callId),
    launches.map(({ firing }) => firing.firing.trigger),
    launches.map(({ planned }) => planned.createdAtMs),
  ];
}
