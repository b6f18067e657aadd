/**
 * The suite that every store passes. It knows only the port; `test/store/<engine>/` runs it on
 * each engine and in each way that the engine can be opened.
 */
import { describe } from 'node:test';
import { acwEndConformance } from './conformance/acw-end.ts';
import { acwListConformance } from './conformance/acw-list.ts';
import { acwResultConformance } from './conformance/acw-result.ts';
import { acwRetentionConformance } from './conformance/acw-retention.ts';
import { acwRunConformance } from './conformance/acw-run.ts';
import { alertConformance } from './conformance/alert.ts';
import { bulkConformance } from './conformance/bulk.ts';
import { bulkJobConformance } from './conformance/bulk-job.ts';
import { callDeletionConformance } from './conformance/call-deletion.ts';
import { callFactConformance } from './conformance/call-fact.ts';
import { callLogConformance } from './conformance/call-log.ts';
import { clientDeletionConformance } from './conformance/client-deletion.ts';
import { clockRepairConformance } from './conformance/clock-repair.ts';
import { decidedConformance } from './conformance/decided.ts';
import { emailChangeConformance } from './conformance/email-change.ts';
import { erasureConformance } from './conformance/erasure.ts';
import { hintConformance } from './conformance/hint.ts';
import { instanceConformance } from './conformance/instance.ts';
import { intakeConformance } from './conformance/intake.ts';
import { invitationConformance } from './conformance/invitation.ts';
import { issueConformance } from './conformance/issue.ts';
import { keptErasureConformance } from './conformance/kept-erasure.ts';
import { keptReportConformance } from './conformance/kept-report.ts';
import { keyCheckConformance } from './conformance/key-check.ts';
import { keyedRequestConformance } from './conformance/keyed-request.ts';
import { laneConformance } from './conformance/lane.ts';
import { leaseConformance } from './conformance/lease.ts';
import { manageConformance } from './conformance/manage.ts';
import { manualConformance } from './conformance/manual.ts';
import { manualAttemptConformance } from './conformance/manual-attempt.ts';
import { passkeyConformance } from './conformance/passkey.ts';
import { passwordResetConformance } from './conformance/password-reset.ts';
import { peopleConformance } from './conformance/people.ts';
import { queryConformance } from './conformance/query.ts';
import { randomConformance } from './conformance/random.ts';
import { replayConformance } from './conformance/replay.ts';
import { retentionConformance } from './conformance/retention.ts';
import { scorecardConformance } from './conformance/scorecard.ts';
import { searchConformance } from './conformance/search.ts';
import { secondFactorConformance } from './conformance/second-factor.ts';
import { traceConformance } from './conformance/trace.ts';
import { trendConformance } from './conformance/trend.ts';
import type { OpenStore } from './given.ts';

/** `randomRuns`: fewer if a store is slow to open. */
export function storeConformance(name: string, open: OpenStore, randomRuns: number): void {
  describe(`store conformance: ${name}`, () => {
    intakeConformance(open);
    hintConformance(open);
    keptErasureConformance(open);
    keptReportConformance(open);
    laneConformance(open);
    leaseConformance(open);
    clockRepairConformance(open);
    manualConformance(open);
    manualAttemptConformance(open);
    bulkConformance(open);
    manageConformance(open);
    decidedConformance(open);
    queryConformance(open);
    searchConformance(open);
    callFactConformance(open);
    retentionConformance(open);
    callDeletionConformance(open);
    instanceConformance(open);
    keyCheckConformance(open);
    keyedRequestConformance(open);
    peopleConformance(open);
    passkeyConformance(open);
    invitationConformance(open);
    emailChangeConformance(open);
    passwordResetConformance(open);
    secondFactorConformance(open);
    issueConformance(open);
    alertConformance(open);
    bulkJobConformance(open);
    clientDeletionConformance(open);
    erasureConformance(open);
    replayConformance(open);
    acwRunConformance(open);
    acwEndConformance(open);
    acwResultConformance(open);
    acwListConformance(open);
    acwRetentionConformance(open);
    callLogConformance(open);
    scorecardConformance(open);
    traceConformance(open);
    trendConformance(open);
    randomConformance(open, randomRuns);
  });
}
