/**
 * Steps 2 to 6 in one transaction: loads the call, its lane counters and the project's
 * subscriptions, lets the pure `planReport` decide, and writes the plan. It decides only whether a
 * lane is empty, which makes a new delivery its head.
 */

import { type CallFacts, factsJson } from '../../core/call/facts.ts';
import { REPORT_ID_DAYS } from '../../core/call/report.ts';
import { isStale, staleClassOf } from '../../core/call/stale.ts';
import { changedTerms } from '../../core/call/terms.ts';
import type { Call } from '../../core/call/transition.ts';
import { ServiceError } from '../../core/error/service-error.ts';
import {
  asKey,
  type CallKey,
  type DeliveryKey,
  type EndpointKey,
  type FiringKey,
  type ProjectKey,
} from '../../core/id.ts';
import {
  type IntakeContext,
  type IntakePlan,
  type PlannedFiring,
  planReport,
  type ReportAnswer,
} from '../../core/intake/plan.ts';
import { stateOnJoin } from '../../core/lane/lane.ts';
import { DAY_MS } from '../../core/time.ts';
import type { Head } from '../../engine/ports/dispatch-store.ts';
import type { ReportItem, ReportReceipt } from '../../engine/ports/report-store.ts';
import {
  CALL_BY_ID,
  DELETE_TERM,
  DELETED_CALL,
  HINTS_OF,
  hash64,
  INSERT_TERM,
  type StoredCall,
  toStoredCall,
} from '../operation/call/call.ts';
import {
  INSERT_DELIVERY,
  INSERT_FIRING,
  INSERT_RUN,
  LANE_HEAD,
  newHead,
} from '../operation/delivery/lane.ts';
import type { ProjectIntake } from '../operation/endpoint/subscription.ts';
import { query, readJson, type SqlValue } from '../statement.ts';
import type { Connection } from './connection.ts';
import type { WriteSession } from './session.ts';

type AcceptedPlan = Extract<IntakePlan, { kind: 'accepted' }>;
export type AcceptedReceipt = Extract<ReportReceipt, { kind: 'accepted' }>;

/** Parameters: call, hash, report id, oldest time. reports_by_id; the full id is compared. */
export const EARLIER_REPORT = query<{ fingerprint: string; answer: string }>(`
  select fingerprint, answer from reports indexed by reports_by_id
  where call_key = ? and report_id_hash = ? and report_id = ? and received_at >= ?
  order by number desc limit 1`);

const INSERT_REPORT = query(`
  insert into reports (call_key, number, received_at, occurred_at, source, report_id,
    report_id_hash, fingerprint, status, errors, applied, reason, answer)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);

/** Parameters: facts, call, number. Primary key. Apart: a report without facts costs nothing. */
const REPORT_FACTS = query('update reports set facts = ? where call_key = ? and number = ?');

/** `onBegun` is asked for the first report of a call, with the hash of its id. */
export function acceptReport(
  session: WriteSession,
  item: ReportItem,
  onBegun: (receipt: AcceptedReceipt, item: ReportItem, hash: bigint) => AcceptedReceipt,
): ReportReceipt {
  const { db } = session;
  const project = session.project(item.projectKey);
  if (project === null) throw new ServiceError('NOT_FOUND', 'The project does not exist.');
  const hash = hash64(item.callId);
  const stored = findCall(db, item, hash);
  if (item.source === 'stale' && !isSilent(stored, project, item)) return leftAlone(stored, item);
  const context: IntakeContext = {
    callId: item.callId,
    call: stored?.call ?? null,
    wasDeleted: stored === null && wasDeleted(session, item.projectKey, hash),
    reports: stored?.reports ?? 0,
    lanes: stored?.lanes ?? {},
    subscriptions: project.subscriptions,
    serviceName: project.serviceName,
    closed: item.source === 'stale' ? null : project.closed,
    earlier: stored === null ? null : earlierReport(session, stored.key, item),
    receivedAtMs: item.receivedAtMs,
    ...variantsOf(session, item, hash),
  };
  const plan = planReport(context, item.report);
  switch (plan.kind) {
    case 'refused':
      return { kind: 'refused', code: plan.code, detail: plan.detail, field: plan.field };
    case 'repeated':
      return { kind: 'accepted', answer: plan.answer, made: [], heads: [] };
    case 'accepted': {
      const receipt = write(session, item, { hash, stored }, plan);
      return stored === null ? onBegun(receipt, item, hash) : receipt;
    }
  }
}

/** Hints are read only for a report that asks for them. */
function variantsOf(
  { db }: WriteSession,
  { projectKey, callId, variants }: ReportItem,
  hash: bigint,
): Pick<IntakeContext, 'variants' | 'hints'> {
  if (variants === undefined) return {};
  if (variants.every(({ hint }) => hint === null)) return { variants };
  const hints = db.all(HINTS_OF, hash, projectKey, callId).map(({ hint }) => hint);
  return { variants, hints };
}

/** Whether the call is still stale: a report that came after the sweep read it keeps it open. */
function isSilent(stored: StoredCall | null, project: ProjectIntake, item: ReportItem): boolean {
  return stored !== null && isStale(stored.call, project.stale, item.receivedAtMs);
}

/** Asked for the first report of a call: 0.2 of the 25 microseconds that a report takes. */
function wasDeleted({ db }: WriteSession, projectKey: ProjectKey, hash: bigint): boolean {
  return db.one(DELETED_CALL, hash, projectKey) !== undefined;
}

function leftAlone(stored: StoredCall | null, { callId }: ReportItem): ReportReceipt {
  const callStatus = stored?.call.status ?? null;
  const answer = { callId, applied: false, callStatus, triggers: [] };
  return { kind: 'accepted', answer, made: [], heads: [] };
}

function earlierReport(
  { db }: WriteSession,
  call: CallKey,
  item: ReportItem,
): IntakeContext['earlier'] {
  const { reportId } = item.report;
  if (reportId === null) return null;
  const oldest = (item.judgedAtMs ?? item.receivedAtMs) - REPORT_ID_DAYS * DAY_MS;
  const row = db.one(EARLIER_REPORT, call, hash64(reportId), reportId, oldest);
  if (row === undefined) return null;
  return { fingerprint: row.fingerprint, answer: readJson<ReportAnswer>(row.answer) };
}

interface FoundCall {
  readonly hash: bigint;
  readonly stored: StoredCall | null;
}

function write(
  session: WriteSession,
  item: ReportItem,
  { hash, stored }: FoundCall,
  plan: AcceptedPlan,
): AcceptedReceipt {
  const number = (stored?.reports ?? 0) + 1;
  const columns = changingColumns(plan, number);
  let call: CallKey;
  if (stored === null) {
    const { callId, direction, firstReportAtMs } = plan.call;
    const named = [item.projectKey, hash, callId, direction, firstReportAtMs] as const;
    call = asKey(session.db.insert(INSERT_CALL, ...named, ...columns));
  } else {
    call = stored.key;
    session.db.run(UPDATE_CALL, ...columns, call);
  }
  insertReport(session, item, call, number, plan);
  if (item.report.facts) {
    changeFacts(session.db, item.projectKey, call, stored?.call.facts ?? null, plan.call);
  }
  const lanes = new OpenLanes(session, call, stored === null);
  const made: EndpointKey[] = [];
  const heads: Head[] = [];
  // If the wall clock went back, a delivery must not look older than its predecessor. It is due by
  // the present clock, because otherwise it would wait until the clock has caught up.
  const createdAtMs = Math.max(item.receivedAtMs, stored?.call.lastReportAtMs ?? 0);
  for (const firing of plan.firings) {
    const key = insertFiring(session, item, { call, number, firing });
    for (const delivery of firing.deliveries) {
      const head = insertDelivery(
        session,
        item,
        { call, key, firing, createdAtMs, lanes },
        delivery,
      );
      made.push(delivery.endpoint);
      if (head !== null) heads.push(head);
    }
  }
  return { kind: 'accepted', answer: plan.answer, made, heads };
}

/** Which lanes of one call have an open delivery; reads the index at most once per lane. */
class OpenLanes {
  readonly #session: WriteSession;
  readonly #call: CallKey;
  readonly #isNew: boolean;
  readonly #opened: EndpointKey[] = [];

  constructor(session: WriteSession, call: CallKey, isNew: boolean) {
    this.#session = session;
    this.#call = call;
    this.#isNew = isNew;
  }

  /** Returns true if the lane was empty; it counts as open from now on. */
  open(endpoint: EndpointKey, sequence: number): boolean {
    if (this.#isNew) return sequence === 1;
    if (this.#opened.includes(endpoint)) return false;
    this.#opened.push(endpoint);
    return sequence === 1 || this.#session.db.one(LANE_HEAD, endpoint, this.#call) === undefined;
  }
}

function insertReport(
  { db }: WriteSession,
  item: ReportItem,
  call: CallKey,
  number: number,
  plan: AcceptedPlan,
): void {
  const { report } = plan;
  db.run(
    INSERT_REPORT,
    call,
    number,
    item.receivedAtMs,
    report.occurredAtMs,
    item.source,
    report.reportId,
    report.reportId === null ? null : hash64(report.reportId),
    plan.fingerprint,
    report.status,
    report.errors.length === 0 ? null : JSON.stringify(report.errors),
    plan.answer.applied ? 1 : 0,
    plan.answer.reason ?? null,
    report.reportId === null ? null : JSON.stringify(plan.answer),
  );
  if (report.facts) db.run(REPORT_FACTS, factsJson(report.facts), call, number);
}

function insertFiring(
  { db }: WriteSession,
  item: ReportItem,
  of: { readonly call: CallKey; readonly number: number; readonly firing: PlannedFiring },
): FiringKey {
  const { trigger, firedAtMs, text, data, errors, facts } = of.firing;
  const rendered = [trigger, firedAtMs, text, data, errors] as const;
  const traced = item.traceparent ?? null;
  return asKey(db.insert(INSERT_FIRING, of.call, of.number, ...rendered, traced, facts));
}

interface FiredContext {
  readonly call: CallKey;
  readonly key: FiringKey;
  readonly firing: PlannedFiring;
  readonly createdAtMs: number;
  readonly lanes: OpenLanes;
}

function insertDelivery(
  session: WriteSession,
  item: ReportItem,
  { call, key, firing, createdAtMs, lanes }: FiredContext,
  { endpoint, sequence, bodyForm, agent }: PlannedFiring['deliveries'][number],
): Head | null {
  const { projectKey, callId, receivedAtMs: dueAtMs, traceparent = null } = item;
  const isHead = lanes.open(endpoint, sequence);
  const delivery = session.db.insert(
    INSERT_DELIVERY,
    projectKey,
    endpoint,
    call,
    key,
    sequence,
    firing.trigger,
    bodyForm,
    stateOnJoin(!isHead),
    isHead ? dueAtMs : null,
    createdAtMs,
  );
  if (agent) {
    const of = [projectKey, endpoint, call, hash64(callId), callId] as const;
    session.db.run(INSERT_RUN, delivery, ...of, firing.trigger, createdAtMs);
  }
  session.stats.at(projectKey, endpoint, createdAtMs).made += 1;
  session.stats.open(projectKey, endpoint, 1);
  if (!isHead) return null;
  const made = { delivery: asKey<DeliveryKey>(delivery), createdAtMs, projectKey, endpoint, call };
  const place = { callId, firing: key, sequence, dueAtMs, bodyForm, traceparent };
  return newHead({ ...made, ...place }, firing);
}

function changeFacts(
  db: Connection,
  projectKey: ProjectKey,
  key: CallKey,
  before: CallFacts | null,
  { facts, firstReportAtMs }: Call,
): void {
  if (facts !== null) db.run(CALL_FACTS, factsJson(facts), key);
  const { added, removed } = changedTerms(before, facts);
  for (const term of removed) db.run(DELETE_TERM, projectKey, term, firstReportAtMs, key);
  for (const term of added) db.run(INSERT_TERM, projectKey, term, firstReportAtMs, key);
}

const INSERT_CALL = query(`
  insert into calls (project_key, call_id_hash, call_id, direction, first_report_at, status,
    call_sid, client_id, was_in_progress, last_report_at, ended_at, reports, lanes, stale_class)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);

/** Parameters: as named, key last. Primary key. The time of the last report never goes back. */
const UPDATE_CALL = query(`
  update calls set status = ?1, call_sid = ?2, client_id = ?3, was_in_progress = ?4,
    last_report_at = case when last_report_at > ?5 then last_report_at else ?5 end,
    ended_at = ?6, reports = ?7, lanes = ?8, stale_class = ?9
  where key = ?10`);

/** Parameters: facts, call. Primary key. */
const CALL_FACTS = query('update calls set facts = ? where key = ?');

function findCall(
  db: Connection,
  { projectKey, callId }: ReportItem,
  hash: bigint,
): StoredCall | null {
  const row = db.one(CALL_BY_ID, projectKey, hash, callId);
  return row === undefined ? null : toStoredCall(row);
}

/** What a report may change of its call, in the order of both statements. */
function changingColumns({ call, lanes }: AcceptedPlan, reports: number): readonly SqlValue[] {
  return [
    call.status,
    call.callSid,
    call.clientId,
    call.wasInProgress ? 1 : 0,
    call.lastReportAtMs,
    call.endedAtMs,
    reports,
    JSON.stringify(lanes),
    staleClassOf(call),
  ];
}
