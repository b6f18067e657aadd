/**
 * Step 1, what becomes of a platform's genuine request: its hints are kept, its reports accepted in
 * one transaction, its call log stored, in this order, so that the platform may send all of it
 * again if something could not be stored. What overtook the report that begins its call is kept
 * until that comes (S2.28); what the rules refuse is told to the operator and not to the platform,
 * which could only send it again.
 */

import { CALL_LOG_BYTES_MAX } from '../acw/call-log/call-log.ts';
import type { CallFacts } from '../core/call/facts.ts';
import { KEPT_REPORTS_MAX } from '../core/call/kept-report.ts';
import { plausibleFacts } from '../core/call/plausible-facts.ts';
import { ServiceError } from '../core/error/service-error.ts';
import { utf8Bytes } from '../core/text.ts';
import type { CallLogService } from './acw/call-log-service.ts';
import type { Intake } from './intake.ts';
import type { CallLogStore } from './ports/acw-store.ts';
import type { Emit } from './ports/emit.ts';
import type { IngestCallLog, IngestReport, Taken } from './ports/ingest-adapter.ts';
import type { Source } from './ports/manage-store.ts';
import type { KeptOutcome, ReportItem, ReportReceipt, ReportStore } from './ports/report-store.ts';

export interface PlatformIntakeParts {
  readonly store: Pick<ReportStore, 'keepHints' | 'keepReports'> & Pick<CallLogStore, 'callLog'>;
  readonly intake: Intake;
  readonly callLogs: Pick<CallLogService, 'put'>;
  readonly emit: Emit;
}

/** What became of the request. */
export interface Outcome {
  readonly text: string;
  /** Its call was deleted by request, so nothing is kept. */
  readonly deleted: boolean;
  /** Of which something was kept. */
  readonly callIds: readonly string[];
}

export interface PlatformIntake {
  /**
   * Rejects if something could not be stored; the platform may try again. `caller`: as in
   * `ReportItem`.
   */
  take(
    source: Pick<Source, 'projectKey' | 'id'>,
    taken: Taken,
    receivedAtMs: number,
    caller?: string,
  ): Promise<Outcome>;
}

const FULL =
  `${KEPT_REPORTS_MAX} reports of the call wait already, and none says whether it is inbound or ` +
  'outbound. Let the platform send the events with which a call begins.';
const REUSED =
  'not applied: REPORT_ID_REUSED: Another report of this call had this id. It is kept until the ' +
  'call begins.';
const DELETED = 'not applied: CALL_REMOVED: The call was deleted by request.';

/** A call that begins between the two transactions does so once. */
const TRIES_MAX = 3;

export function createPlatformIntake({
  store,
  intake,
  callLogs,
  emit,
}: PlatformIntakeParts): PlatformIntake {
  /** What the call's direction is needed for is kept until a report says it (S2.28). */
  async function acceptOrKeep(items: readonly ReportItem[]): Promise<readonly string[]> {
    const told: string[] = [];
    let left = items;
    for (let tries = 0; left.length > 0 && tries < TRIES_MAX; tries += 1) {
      const receipts = await intake.accept(left);
      const pairs = left.map((one, index) => [one, receipts[index]] as const);
      const early = pairs.filter(([, receipt]) => isEarly(receipt)).map(([one]) => one);
      const rest = pairs.filter(([, receipt]) => !isEarly(receipt));
      told.push(...rest.flatMap(([one, receipt]) => tellAll(one, receipt)));
      if (early.length === 0) return told;
      const outcomes = await store.keepReports({ items: early });
      const kept = early.map((one, index) => [one, outcomes[index]] as const);
      left = kept.filter(([, outcome]) => outcome === 'begun').map(([one]) => one);
      const done = kept.filter(([, outcome]) => outcome !== 'begun');
      told.push(...done.map(([one, outcome]) => tellKept(one, outcome)));
      const lost = done.filter(([, outcome]) => outcome === 'full').length;
      if (lost > 0) emit({ name: 'ingest.lost', count: lost });
    }
    if (left.length === 0) return told;
    throw new ServiceError('STORAGE_UNAVAILABLE', 'The call began and was removed. Send it again.');
  }

  async function keepLog(
    projectKey: Source['projectKey'],
    { callId, log }: IngestCallLog,
  ): Promise<string> {
    const body = JSON.stringify(log);
    const bytes = utf8Bytes(body);
    if (bytes > CALL_LOG_BYTES_MAX) return `log of ${callId}: not kept: it has ${bytes} bytes`;
    // A platform that tries again sends the same log, which is no new version.
    const kept = await store.callLog({ projectKey, callId });
    if (kept?.body === body) return `log of ${callId}: known`;
    try {
      const { turns } = await callLogs.put(projectKey, callId, log, body, null);
      return `log of ${callId}: ${turns} turns`;
    } catch (error) {
      return tellLog(callId, error);
    }
  }

  return {
    async take({ projectKey, id }, { hints, reports, callLog, why }, receivedAtMs, caller) {
      const told: string[] = [];
      if (hints.length > 0) {
        await store.keepHints({ projectKey, hints, receivedAtMs });
        told.push(...hints.map(({ callId, hint }) => `${hint} of ${callId}: kept`));
      }
      if (reports.length > 0) {
        const origin = { projectKey, source: `ingest:${id}`, receivedAtMs, caller } as const;
        const made = reports.map(item);
        const items = made.map(({ given }) => ({ ...origin, ...given }));
        told.push(...(await acceptOrKeep(items)));
        told.push(...made.flatMap(({ leftOut }) => leftOut));
      }
      if (callLog !== null) told.push(await keepLog(projectKey, callLog));
      if (told.length === 0) told.push(`ignored: ${why ?? 'Nothing follows from it.'}`);
      const deleted = told.includes(DELETED);
      const named = [...hints, ...reports, ...(callLog === null ? [] : [callLog])];
      const callIds = deleted ? [] : [...new Set(named.map(({ callId }) => callId))];
      return { text: [...new Set(told)].join('; '), deleted, callIds };
    },
  };
}

function item({ callId, report: said, variants, facts }: IngestReport) {
  const { metadataLeftOut = 0, ...ours } = facts;
  const kept = Object.keys(ours).length === 0 ? null : plausibleFacts(ours);
  const report = kept === null ? said : { ...said, facts: kept };
  const given = variants.length === 0 ? { callId, report } : { callId, report, variants };
  const left = metadataLeftOut + entriesIn(ours) - entriesIn(kept);
  return { given, leftOut: left === 0 ? [] : [`metadata of ${callId}: ${left} left out`] };
}

function entriesIn(facts: CallFacts | null): number {
  return Object.keys(facts?.metadata ?? {}).length;
}

function isEarly(receipt: ReportReceipt | undefined): boolean {
  return receipt?.kind === 'refused' && receipt.code === 'DIRECTION_REQUIRED';
}

function tellKept({ callId, report }: ReportItem, outcome: KeptOutcome | undefined): string {
  if (outcome === 'deleted') return DELETED;
  if (outcome === 'reused') return REUSED;
  const what = `${report.status ?? 'facts'} of ${callId}`;
  return outcome === 'kept' ? `${what}: kept until its call begins` : `${what}: not kept: ${FULL}`;
}

/** With what was kept until this report began the call. */
function tellAll(item: ReportItem, receipt: ReportReceipt | undefined): readonly string[] {
  const kept = (receipt?.kind === 'accepted' ? receipt.kept : null) ?? [];
  return [
    tell(item, receipt),
    ...kept.map((each) => `kept before: ${tell(each.item, each.receipt)}`),
  ];
}

function tell({ callId, report }: ReportItem, receipt: ReportReceipt | undefined): string {
  if (receipt === undefined) throw new Error('a report without a receipt');
  // A later try of the same callback could not be accepted either.
  if (receipt.kind === 'refused' && receipt.code === 'CALL_REMOVED') return DELETED;
  if (receipt.kind === 'refused') return `not applied: ${receipt.code}: ${receipt.detail}`;
  const { applied, reason, callStatus } = receipt.answer;
  const besides = report.errors.length > 0 ? 'errors' : 'facts';
  if (!applied) return `${report.status ?? besides} of ${callId}: not applied: ${reason}`;
  // The status that fits what was known of the call.
  return `${report.status === null ? besides : callStatus} of ${callId}: applied`;
}

/** Throws what is no refusal of the log: the platform may try again. */
function tellLog(callId: string, error: unknown): string {
  if (!(error instanceof ServiceError)) throw error;
  if (error.code === 'CALL_REMOVED') return DELETED;
  if (error.code !== 'INVALID_INPUT' && error.code !== 'DIRECTION_CHANGED') throw error;
  const [field] = error.fields;
  const where = field === undefined ? '' : ` ${field.field}: ${field.message}`;
  return `log of ${callId}: not kept: ${error.message}${where}`;
}
