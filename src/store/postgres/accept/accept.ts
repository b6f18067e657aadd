/**
 * Steps 2 to 6 on PostgreSQL: many reports in one transaction, in sets. Seven statements whatever
 * the number of reports, in three round trips on a connection that pipelines: begin, locks and
 * reads; keys and open lanes; rows, figures and commit. Each item has the same result as in
 * `sqlite/accept.ts`. Must never decide by rows that were read before the locks.
 */
import type pg from 'pg';
import { ServiceError } from '../../../core/error/service-error.ts';
import type { EndpointKey } from '../../../core/id.ts';
import type { PlannedDelivery, PlannedFiring } from '../../../core/intake/plan.ts';
import { stateOnJoin } from '../../../core/lane/lane.ts';
import type { Head } from '../../../engine/ports/dispatch-store.ts';
import type { Planned, ReportItem, ReportReceipt } from '../../../engine/ports/report-store.ts';
import { machineMs } from '../../../thread/machine-time.ts';
import { newHead } from '../../operation/delivery/lane.ts';
import { StatsBuffer } from '../../operation/stats-buffer.ts';
import { addCounters } from '../counters.ts';
import { noticeTexts } from '../notice/notice.ts';
import { prepared, run } from '../server/prepared.ts';
import { type Keys, takeKeys } from './accept-keys.ts';
import { type Decision, decide, type PlannedReport } from './accept-plan.ts';
import { callName, type Known, lockAndRead } from './accept-read.ts';
import {
  type CallWrite,
  type DeliveryWrite,
  type FiringWrite,
  type ReportWrite,
  writeRows,
} from './accept-write.ts';

export interface AcceptContext {
  /** Which of the counter rows this process writes. */
  readonly stripe: number;
  /** Part of every notice, so that a process ignores its own. */
  readonly processId: number;
}

/** The result for one caller. A failure concerns this caller alone; nothing of it was planned. */
export type AcceptResult =
  | { readonly ok: true; readonly receipts: readonly ReportReceipt[] }
  | { readonly ok: false; readonly error: ServiceError };

type Batch = readonly ReportItem[];

/** Runs a transaction. Returns one result per caller, in order; throws if none has one. */
export async function acceptBatch(
  client: pg.ClientBase,
  batches: readonly Batch[],
  context: AcceptContext,
): Promise<readonly AcceptResult[]> {
  const items = batches.flat();
  if (items.length === 0) return batches.map(() => ({ ok: true, receipts: [] }));
  const fromMs = machineMs();
  const [, known] = await Promise.all([client.query('begin'), lockAndRead(client, items)]);
  const decided = batches.map((batch) => (isKnown(batch, known) ? decideAll(batch, known) : null));
  const planned = decided.flatMap((decisions) => decisions ?? []).flatMap(plannedOf);
  const times = { fromMs, untilMs: machineMs() };
  const receipts = await writeAndCommit(client, planned, context);
  return decided.map((decisions) => {
    if (decisions === null) {
      return { ok: false, error: new ServiceError('NOT_FOUND', 'The project does not exist.') };
    }
    return {
      ok: true,
      receipts: decisions.map((decision) => receiptOf(decision, receipts, times)),
    };
  });
}

function isKnown(batch: Batch, { projects }: Known): boolean {
  return batch.every(({ projectKey }) => projects.has(projectKey));
}

function decideAll(batch: Batch, { calls, projects }: Known): readonly Decision[] {
  return batch.map((item) => {
    const state = calls.get(callName(item.projectKey, item.callId));
    const project = projects.get(item.projectKey);
    if (state === undefined || project === undefined) throw new Error('every item was read for');
    return decide(item, state, project);
  });
}

/** The report, and behind it what was kept until it began its call. */
function plannedOf(decision: Decision): readonly PlannedReport[] {
  if (decision.kind !== 'planned') return [];
  return [decision, ...decision.kept.flatMap((each) => plannedOf(each.decision))];
}

function receiptOf(
  decision: Decision,
  receipts: ReadonlyMap<PlannedReport, ReportReceipt>,
  planned: Planned,
): ReportReceipt {
  if (decision.kind === 'answered') return decision.receipt;
  const receipt = receipts.get(decision);
  if (receipt === undefined) throw new Error('what was planned was written');
  if (receipt.kind === 'refused') return receipt;
  const kept = decision.kept.map((each) => ({
    item: each.item,
    receipt: receiptOf(each.decision, receipts, planned),
  }));
  return {
    ...receipt,
    ...(decision.item.traceparent === undefined ? {} : { planned }),
    ...(kept.length === 0 ? {} : { kept }),
  };
}

async function writeAndCommit(
  client: pg.ClientBase,
  planned: readonly PlannedReport[],
  { stripe, processId }: AcceptContext,
): Promise<ReadonlyMap<PlannedReport, ReportReceipt>> {
  if (planned.length === 0) {
    await client.query('commit');
    return new Map();
  }
  const draft = new Draft(await takeKeys(client, planned));
  for (const report of planned) draft.add(report);
  const notices = noticeTexts({ from: processId, heads: draft.headed, changed: [] });
  // If an earlier statement fails, the commit that was sent after it rolls back.
  await Promise.all([
    writeRows(client, draft, notices),
    ...planned.filter(({ kept }) => kept.length > 0).map((begun) => takeKept(client, begun)),
    addCounters(client, draft.stats, stripe),
    client.query('commit'),
  ]);
  return draft.receipts;
}

/** Parameters: hash, project, call id. The unique index, under the lock of the hash. */
const TAKE_KEPT = prepared(`
  delete from kept_reports where call_id_hash = $1 and project_key = $2 and call_id = $3`);

/** Of few calls anything was kept. */
function takeKept(client: pg.ClientBase, { state, item }: PlannedReport): Promise<unknown> {
  return run(client, TAKE_KEPT, state.hash, state.projectKey, item.callId);
}

/** Collects the rows and receipts of a batch, report by report. */
class Draft {
  readonly stats = new StatsBuffer();
  readonly receipts = new Map<PlannedReport, ReportReceipt>();
  readonly reports: ReportWrite[] = [];
  readonly firings: FiringWrite[] = [];
  readonly deliveries: DeliveryWrite[] = [];
  /** Endpoints with a new head. */
  readonly headed: EndpointKey[] = [];
  readonly #calls = new Map<PlannedReport['state'], CallWrite>();
  readonly #keys: Keys;

  constructor(keys: Keys) {
    this.#keys = keys;
  }

  /** Each call once, as it is after its last report. */
  get calls(): readonly CallWrite[] {
    return [...this.#calls.values()];
  }

  add(planned: PlannedReport): void {
    const { state, plan, number } = planned;
    const { traceparent = null } = planned.item;
    const call = this.#keys.call(state);
    this.#calls.set(state, { key: call, state });
    this.reports.push({ call, planned });
    const made: EndpointKey[] = [];
    const heads: Head[] = [];
    for (const firing of plan.firings) {
      const key = this.#keys.firing();
      const fired = { key, call, reportNumber: number, firing, traceparent };
      this.firings.push(fired);
      for (const delivery of firing.deliveries) {
        made.push(delivery.endpoint);
        const row = this.#deliver(planned, fired, delivery);
        if (row.state === 'due') heads.push(headOf(row, firing));
      }
    }
    this.receipts.set(planned, { kind: 'accepted', answer: plan.answer, made, heads });
  }

  #deliver(planned: PlannedReport, firing: FiringWrite, delivery: PlannedDelivery): DeliveryWrite {
    const { item, createdAtMs } = planned;
    const { endpoint } = delivery;
    const isHead = this.#keys.open(endpoint, firing.call);
    const row: DeliveryWrite = {
      key: this.#keys.delivery(),
      call: firing.call,
      firing,
      planned,
      delivery,
      state: stateOnJoin(!isHead),
      dueAtMs: isHead ? item.receivedAtMs : null,
    };
    this.deliveries.push(row);
    if (isHead) this.headed.push(endpoint);
    this.stats.at(item.projectKey, endpoint, createdAtMs).made += 1;
    this.stats.open(item.projectKey, endpoint, 1);
    return row;
  }
}

function headOf(row: DeliveryWrite, firing: PlannedFiring): Head {
  const { item, createdAtMs } = row.planned;
  const { projectKey, callId, receivedAtMs: dueAtMs, traceparent = null } = item;
  const { endpoint, sequence, bodyForm } = row.delivery;
  const made = { delivery: row.key, createdAtMs, projectKey, endpoint, call: row.call };
  const { key } = row.firing;
  const place = { callId, firing: key, sequence, dueAtMs, bodyForm, traceparent };
  return newHead({ ...made, ...place }, firing);
}
