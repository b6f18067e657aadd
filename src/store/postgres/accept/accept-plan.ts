/**
 * Steps 2 to 6 of a batch in memory: the pure planner decides item by item, in order, and the state
 * of a call is carried from item to item, so that a call with many reports in one batch ends as it
 * would with one transaction each. Reads and writes nothing.
 */

import type { CallFacts } from '../../../core/call/facts.ts';
import { type Hint, REPORT_ID_DAYS } from '../../../core/call/report.ts';
import { isStale } from '../../../core/call/stale.ts';
import type { Call } from '../../../core/call/transition.ts';
import type { CallKey, ProjectKey } from '../../../core/id.ts';
import {
  type IntakeContext,
  type IntakePlan,
  planReport,
  type ReportAnswer,
} from '../../../core/intake/plan.ts';
import { DAY_MS } from '../../../core/time.ts';
import type { ReportItem, ReportReceipt } from '../../../engine/ports/report-store.ts';
import type { StoredCall } from '../../operation/call/call.ts';
import type { ProjectIntake } from '../../operation/endpoint/subscription.ts';

/** The decision for an item: an answer, or rows to write first. */
export type Decision =
  | { readonly kind: 'answered'; readonly receipt: ReportReceipt }
  | PlannedReport;

export interface PlannedReport {
  readonly kind: 'planned';
  readonly item: ReportItem;
  readonly state: CallState;
  /** The number of the report on the call's timeline. */
  readonly number: number;
  readonly createdAtMs: number;
  readonly plan: Extract<IntakePlan, { kind: 'accepted' }>;
  /** What was kept until this report began the call. */
  readonly kept: readonly KeptDecision[];
}

interface KeptDecision {
  readonly item: ReportItem;
  readonly decision: Decision;
}

interface Earlier {
  readonly receivedAtMs: number;
  readonly fingerprint: string | null;
  readonly answer: ReportAnswer;
}

/** The state of a call after the items so far. */
export class CallState {
  readonly projectKey: ProjectKey;
  /** Of the call's id. */
  readonly hash: bigint;
  /** Null: this batch creates the call. */
  readonly key: CallKey | null;
  call: Call | null;
  /** What the index of terms was made of. */
  readonly storedFacts: CallFacts | null;
  /** Whether a former call with this id was deleted by request. */
  readonly wasDeleted: boolean;
  reports: number;
  lanes: Readonly<Record<string, number>>;
  changed = false;
  /** What was said of the call before; read only if a report of the batch asks for it. */
  hints: readonly Hint[] = [];
  /** What was kept until the call begins, in order; emptied by the report that begins it. */
  kept: readonly ReportItem[] = [];
  /** Earlier reports by report id, oldest first. */
  readonly #earlier = new Map<string, Earlier[]>();

  constructor(
    { projectKey, hash }: Pick<CallState, 'projectKey' | 'hash'>,
    stored: StoredCall | null,
    wasDeleted: boolean,
  ) {
    this.projectKey = projectKey;
    this.hash = hash;
    this.wasDeleted = wasDeleted;
    this.key = stored?.key ?? null;
    this.call = stored?.call ?? null;
    this.storedFacts = stored?.call.facts ?? null;
    this.reports = stored?.reports ?? 0;
    this.lanes = stored?.lanes ?? {};
  }

  remember(
    id: string,
    receivedAtMs: number,
    fingerprint: string | null,
    answer: ReportAnswer,
  ): void {
    const present = this.#earlier.get(id);
    const entry = { receivedAtMs, fingerprint, answer };
    if (present === undefined) this.#earlier.set(id, [entry]);
    else present.push(entry);
  }

  earlier(id: string | null, judgedAtMs: number): IntakeContext['earlier'] {
    if (id === null) return null;
    const oldestMs = judgedAtMs - REPORT_ID_DAYS * DAY_MS;
    const found = this.#earlier.get(id)?.findLast((entry) => entry.receivedAtMs >= oldestMs);
    return found === undefined ? null : { fingerprint: found.fingerprint, answer: found.answer };
  }
}

/** The reports that were kept until this one begins the call follow it, as if they came now. */
export function decide(item: ReportItem, state: CallState, project: ProjectIntake): Decision {
  const decision = decideOne(item, state, project);
  if (decision.kind !== 'planned' || state.kept.length === 0) return decision;
  const waiting = state.kept;
  state.kept = [];
  const kept = waiting.map((one) => ({ item: one, decision: decideOne(one, state, project) }));
  return { ...decision, kept };
}

function decideOne(item: ReportItem, state: CallState, project: ProjectIntake): Decision {
  if (item.source === 'stale' && !isSilent(state, project, item)) {
    return { kind: 'answered', receipt: leftAlone(state, item) };
  }
  const { reportId } = item.report;
  const context: IntakeContext = {
    callId: item.callId,
    call: state.call,
    wasDeleted: state.wasDeleted,
    reports: state.reports,
    lanes: state.lanes,
    subscriptions: project.subscriptions,
    serviceName: project.serviceName,
    closed: item.source === 'stale' ? null : project.closed,
    earlier: state.earlier(reportId, item.judgedAtMs ?? item.receivedAtMs),
    receivedAtMs: item.receivedAtMs,
    ...(item.variants === undefined ? {} : { variants: item.variants, hints: state.hints }),
  };
  const plan = planReport(context, item.report);
  switch (plan.kind) {
    case 'refused': {
      const { code, detail, field } = plan;
      return { kind: 'answered', receipt: { kind: 'refused', code, detail, field } };
    }
    case 'repeated':
      return { kind: 'answered', receipt: accepted(plan.answer) };
    case 'accepted':
      return carryOn(item, state, plan);
  }
}

/** Whether the call is still stale: a report that came after the sweep read it keeps it open. */
function isSilent({ call }: CallState, { stale }: ProjectIntake, item: ReportItem): boolean {
  return call !== null && isStale(call, stale, item.receivedAtMs);
}

function leftAlone({ call }: CallState, { callId }: ReportItem): ReportReceipt {
  return accepted({ callId, applied: false, callStatus: call?.status ?? null, triggers: [] });
}

function accepted(answer: ReportAnswer): ReportReceipt {
  return { kind: 'accepted', answer, made: [], heads: [] };
}

function carryOn(item: ReportItem, state: CallState, plan: PlannedReport['plan']): PlannedReport {
  const lastReportAtMs = state.call?.lastReportAtMs ?? 0;
  state.reports += 1;
  state.lanes = plan.lanes;
  state.changed = true;
  // The time of the last report never goes back.
  const lastMs = Math.max(lastReportAtMs, plan.call.lastReportAtMs);
  state.call = { ...plan.call, lastReportAtMs: lastMs };
  const { reportId } = item.report;
  if (reportId !== null) {
    state.remember(reportId, item.receivedAtMs, plan.fingerprint, plan.answer);
  }
  // If the wall clock went back, a delivery must not look older than its predecessor. It is due by
  // the present clock, because otherwise it would wait until the clock has caught up.
  const createdAtMs = Math.max(item.receivedAtMs, lastReportAtMs);
  return { kind: 'planned', item, state, number: state.reports, createdAtMs, plan, kept: [] };
}
