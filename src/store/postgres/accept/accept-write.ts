/**
 * Steps 2 to 6 as rows: one statement writes the plan of a batch, with one set per table. The calls
 * are locked and everything else is new, so this waits for no other transaction. The notice to
 * other processes is part of it and is sent with the commit.
 */
import type pg from 'pg';
import { factsJson } from '../../../core/call/facts.ts';
import { staleClassOf } from '../../../core/call/stale.ts';
import { changedTerms, type TermChange } from '../../../core/call/terms.ts';
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
 * Parameters: 1 to 16 new calls, 17 to 27 changed calls, 28 to 41 reports, 42 to 51 firings, 52 to
 * 62 deliveries, 63 to 70 runs, 71 to 74 new terms, 75 to 78 old ones, 79 notices; each a column.
 * Changed calls and old terms are found by their primary keys; no term is new and old at once.
 */
export const WRITE = prepared(`
  with new_calls as (
    insert into calls (key, project_key, call_id_hash, call_id, direction, status, call_sid,
      client_id, was_in_progress, first_report_at, last_report_at, ended_at, reports, lanes,
      stale_class, facts)
    select unnest($1::bigint[]), unnest($2::bigint[]), unnest($3::bigint[]), unnest($4::text[]),
      unnest($5::text[]), unnest($6::text[]), unnest($7::text[]), unnest($8::text[]),
      unnest($9::smallint[]), unnest($10::bigint[]), unnest($11::bigint[]), unnest($12::bigint[]),
      unnest($13::bigint[]), unnest($14::text[]), unnest($15::text[]), unnest($16::text[])
  ), changed_calls as (
    update calls c set status = n.status, call_sid = n.call_sid, client_id = n.client_id,
      was_in_progress = n.was_in_progress, last_report_at = n.last_report_at,
      ended_at = n.ended_at, reports = n.reports, lanes = n.lanes, stale_class = n.stale_class,
      facts = n.facts
    from (
      select unnest($17::bigint[]) as key, unnest($18::text[]) as status,
        unnest($19::text[]) as call_sid, unnest($20::text[]) as client_id,
        unnest($21::smallint[]) as was_in_progress, unnest($22::bigint[]) as last_report_at,
        unnest($23::bigint[]) as ended_at, unnest($24::bigint[]) as reports,
        unnest($25::text[]) as lanes, unnest($26::text[]) as stale_class,
        unnest($27::text[]) as facts
    ) as n
    where c.key = n.key
  ), new_reports as (
    insert into reports (call_key, number, received_at, occurred_at, source, report_id,
      report_id_hash, fingerprint, status, errors, applied, reason, answer, facts)
    select unnest($28::bigint[]), unnest($29::bigint[]), unnest($30::bigint[]),
      unnest($31::bigint[]), unnest($32::text[]), unnest($33::text[]), unnest($34::bigint[]),
      unnest($35::text[]), unnest($36::text[]), unnest($37::text[]), unnest($38::smallint[]),
      unnest($39::text[]), unnest($40::text[]), unnest($41::text[])
  ), new_firings as (
    insert into firings (key, call_key, report_number, trigger, fired_at, text, data, errors,
      traceparent, facts)
    select unnest($42::bigint[]), unnest($43::bigint[]), unnest($44::bigint[]),
      unnest($45::text[]), unnest($46::bigint[]), unnest($47::text[]), unnest($48::text[]),
      unnest($49::text[]), unnest($50::text[]), unnest($51::text[])
  ), new_deliveries as (
    insert into deliveries (key, project_key, endpoint_key, call_key, firing_key, sequence,
      trigger, content_key, state, due_at, created_at)
    select unnest($52::bigint[]), unnest($53::bigint[]), unnest($54::bigint[]),
      unnest($55::bigint[]), unnest($56::bigint[]), unnest($57::bigint[]), unnest($58::text[]),
      unnest($59::text[]), unnest($60::text[]), unnest($61::bigint[]), unnest($62::bigint[])
  ), new_runs as (
    insert into runs (key, project_key, endpoint_key, call_key, call_id_hash, call_id, trigger,
      created_at, state)
    select unnest($63::bigint[]), unnest($64::bigint[]), unnest($65::bigint[]),
      unnest($66::bigint[]), unnest($67::bigint[]), unnest($68::text[]), unnest($69::text[]),
      unnest($70::bigint[]), 'QUEUED'
  ), new_terms as (
    insert into call_terms (project_key, term, called_at, call_key)
    select unnest($71::bigint[]), unnest($72::text[]), unnest($73::bigint[]), unnest($74::bigint[])
  ), old_terms as (
    delete from call_terms t
    using unnest($75::bigint[], $76::text[], $77::bigint[], $78::bigint[])
      as o (project_key, term, called_at, call_key)
    where t.project_key = o.project_key and t.term = o.term and t.called_at = o.called_at
      and t.call_key = o.call_key
  )
  select pg_notify('ringpost', text) from unnest($79::text[]) as notices (text)`);

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
    ...termColumns(rows.calls, 'added'),
    ...termColumns(rows.calls, 'removed'),
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
    rows.map(({ call }) => (call.facts === null ? null : factsJson(call.facts))),
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
    rows.map(({ call }) => (call.facts === null ? null : factsJson(call.facts))),
  ];
}

/** Usually none. */
function termColumns(calls: readonly CallWrite[], which: keyof TermChange): Columns {
  const rows = calls.flatMap((write) => {
    const call = callOf(write);
    const { projectKey, storedFacts } = write.state;
    const terms = changedTerms(storedFacts, call.facts)[which];
    return terms.map((term) => [projectKey, term, call.firstReportAtMs, write.key] as const);
  });
  return [
    rows.map(([projectKey]) => projectKey),
    rows.map(([, term]) => term),
    rows.map(([, , calledAtMs]) => calledAtMs),
    rows.map(([, , , key]) => key),
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
    planned.map(({ item: { report } }) => (report.facts ? factsJson(report.facts) : null)),
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
    firings.map(({ firing }) => firing.facts),
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
    deliveries.map(({ delivery }) => delivery.bodyForm),
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
