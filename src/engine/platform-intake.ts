/**
 * Step 1, what becomes of a platform's genuine request: its hints are kept, its reports accepted in
 * one transaction, its call log stored, in this order, so that the platform may send all of it
 * again if something could not be stored. What the rules refuse is told to the operator and not to
 * the platform, which could only send it again.
 */

import { CALL_LOG_BYTES_MAX } from '../acw/call-log/call-log.ts';
import { type CallFacts, shownFacts } from '../core/call/facts.ts';
import { plausibleFacts } from '../core/call/plausible-facts.ts';
import { ServiceError } from '../core/error/service-error.ts';
import { utf8Bytes } from '../core/text.ts';
import { TIME_MS_MAX } from '../core/time.ts';
import type { CallLogService } from './acw/call-log-service.ts';
import type { Intake } from './intake.ts';
import type { IngestCallLog, IngestReport, Taken } from './ports/ingest-adapter.ts';
import type { Source } from './ports/manage-store.ts';
import type { ReportReceipt, ReportStore } from './ports/report-store.ts';

export interface PlatformIntakeParts {
  readonly store: Pick<ReportStore, 'keepHints'>;
  readonly intake: Intake;
  readonly callLogs: Pick<CallLogService, 'put' | 'get'>;
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

/** Not the sentence for a platform that reports by itself: an operator cannot send a direction. */
const NO_DIRECTION =
  'This request does not say whether the call is inbound or outbound, and no request that says ' +
  'it was taken before. Let the platform send the events with which a call begins.';
const DELETED = 'not applied: CALL_REMOVED: The call was deleted by request.';

export function createPlatformIntake({
  store,
  intake,
  callLogs,
}: PlatformIntakeParts): PlatformIntake {
  return {
    async take({ projectKey, id }, { hints, reports, callLog, why }, receivedAtMs, caller) {
      const told: string[] = [];
      if (hints.length > 0) {
        await store.keepHints({ projectKey, hints, receivedAtMs });
        told.push(...hints.map(({ callId, hint }) => `${hint} of ${callId}: kept`));
      }
      if (reports.length > 0) {
        const origin = { projectKey, source: `ingest:${id}`, receivedAtMs, caller } as const;
        const items = reports.map((each) => ({ ...origin, ...item(each) }));
        const receipts = await intake.accept(items);
        const pairs = reports.map((report, index) => [report, receipts[index]] as const);
        told.push(...pairs.map(([report, receipt]) => tell(report, receipt)));
      }
      if (callLog !== null) told.push(await keepLog(callLogs, projectKey, callLog));
      if (told.length === 0) told.push(`ignored: ${why ?? 'Nothing follows from it.'}`);
      const deleted = told.includes(DELETED);
      const named = [...hints, ...reports, ...(callLog === null ? [] : [callLog])];
      const callIds = deleted ? [] : [...new Set(named.map(({ callId }) => callId))];
      return { text: [...new Set(told)].join('; '), deleted, callIds };
    },
  };
}

function item({ callId, report: said, variants, facts }: IngestReport) {
  const kept = Object.keys(facts).length === 0 ? null : keptOf(facts);
  const report = kept === null ? said : { ...said, facts: kept };
  return variants.length === 0 ? { callId, report } : { callId, report, variants };
}

/** What the rules of facts let pass; so a time that ISO 8601 cannot write is left out. */
function keptOf({ answeredAtMs, endedAtMs, ...facts }: CallFacts): CallFacts | null {
  const times = Object.entries({ answeredAtMs, endedAtMs }).filter(
    ([, atMs]) => atMs !== undefined && atMs >= 0 && atMs <= TIME_MS_MAX,
  );
  return plausibleFacts(shownFacts({ ...facts, ...Object.fromEntries(times) }));
}

function tell({ callId, report }: IngestReport, receipt: ReportReceipt | undefined): string {
  if (receipt === undefined) throw new Error('a report without a receipt');
  // A later try of the same callback could not be accepted either.
  if (receipt.kind === 'refused' && receipt.code === 'CALL_REMOVED') return DELETED;
  if (receipt.kind === 'refused' && receipt.code === 'DIRECTION_REQUIRED') {
    return `${report.status ?? 'facts'} of ${callId}: not applied: ${NO_DIRECTION}`;
  }
  if (receipt.kind === 'refused') return `not applied: ${receipt.code}: ${receipt.detail}`;
  const { applied, reason, callStatus } = receipt.answer;
  const besides = report.errors.length > 0 ? 'errors' : 'facts';
  if (!applied) return `${report.status ?? besides} of ${callId}: not applied: ${reason}`;
  // The status that fits what was known of the call.
  return `${report.status === null ? besides : callStatus} of ${callId}: applied`;
}

async function keepLog(
  callLogs: Pick<CallLogService, 'put' | 'get'>,
  projectKey: Source['projectKey'],
  { callId, log }: IngestCallLog,
): Promise<string> {
  const body = JSON.stringify(log);
  const bytes = utf8Bytes(body);
  if (bytes > CALL_LOG_BYTES_MAX) return `log of ${callId}: not kept: it has ${bytes} bytes`;
  try {
    // A platform that tries again sends the same log, which is no new version.
    if (await isKept(callLogs, projectKey, callId, body)) return `log of ${callId}: known`;
    const { turns } = await callLogs.put(projectKey, callId, log, body, null);
    return `log of ${callId}: ${turns} turns`;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    if (error.code === 'CALL_REMOVED') return DELETED;
    if (error.code !== 'INVALID_INPUT' && error.code !== 'DIRECTION_CHANGED') throw error;
    const [field] = error.fields;
    const where = field === undefined ? '' : ` ${field.field}: ${field.message}`;
    return `log of ${callId}: not kept: ${error.message}${where}`;
  }
}

async function isKept(
  callLogs: Pick<CallLogService, 'get'>,
  projectKey: Source['projectKey'],
  callId: string,
  body: string,
): Promise<boolean> {
  try {
    return (await callLogs.get(projectKey, callId)).body === body;
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'CALL_LOG_NOT_FOUND') return false;
    throw error;
  }
}
