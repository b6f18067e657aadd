/**
 * Every operation that the stores share, one row each, under the name of its method in the ports:
 * its generator and how it is performed. Both stores make their methods of these rows, so a new
 * read needs a method of a port, a generator and a row. Operations that each store performs in its
 * own way (accept, settle, shard ownership) are not here.
 */

import type { Store } from '../../engine/ports/store.ts';
import { result, results } from './acw/acw-result.ts';
import {
  callLog,
  callLogFacts,
  callLogOutlook,
  deleteCallLog,
  putCallLog,
} from './acw/call-log.ts';
import { evaluationStats } from './acw/evaluation.ts';
import { claimRuns, moveRun, nextRunAtMs, openRuns, repairRuns } from './acw/run.ts';
import { launchAgain } from './acw/run-again.ts';
import { finishRun } from './acw/run-end.ts';
import { run, runs } from './acw/run-list.ts';
import { postResult } from './acw/run-post.ts';
import { runStats } from './acw/run-stats.ts';
import {
  createScorecard,
  deleteScorecard,
  reviseScorecard,
  scorecard,
  scorecards,
  setDefaultScorecard,
} from './acw/scorecard.ts';
import {
  alert,
  alertCounts,
  alerts,
  liveAlerts,
  markAlert,
  stepAlerts,
  tellAlerts,
} from './alert/alert.ts';
import { alertFacts, keepCertificate, uncheckedCertificates } from './alert/alert-facts.ts';
import { takeAlertTurn } from './alert/alert-turn.ts';
import {
  createMaintenanceWindow,
  deleteMaintenanceWindow,
  maintenanceWindows,
} from './alert/maintenance-window.ts';
import { claimNotices, noticesOf, settleNotice } from './alert/notice.ts';
import { noteAudit } from './audit.ts';
import { audit } from './audit-page.ts';
import { backlogSteps, backlogs, keepBacklogs } from './backlog-sample.ts';
import { deleteCall } from './call/call-deletion.ts';
import { call, calls } from './call/call-list.ts';
import { newestFiring } from './call/firing.ts';
import { keepHints } from './call/hint.ts';
import { keepReports } from './call/kept-report.ts';
import { callOfFiring, searchCalls } from './call/search.ts';
import { staleCalls } from './call/stale-call.ts';
import { timeline } from './call/timeline.ts';
import { triggerCounts } from './call/trigger-count.ts';
import { itsEndpoint, itsEndpoints, itself, itsKeys, newHeads, revokedKeys } from './concerned.ts';
import { cancelOpen } from './delivery/bulk.ts';
import {
  abortBulk,
  bulkItems,
  bulkJob,
  bulkJobs,
  createBulk,
  openBulk,
} from './delivery/bulk-job.ts';
import { stepBulk } from './delivery/bulk-step.ts';
import { countBulk } from './delivery/bulk-walk.ts';
import { cancelDelivery, retryDelivery } from './delivery/delivery-change.ts';
import { delivery } from './delivery/delivery-detail.ts';
import { deliveries } from './delivery/delivery-list.ts';
import { failures, issueMarks, markIssue } from './delivery/issue.ts';
import {
  dropLeases,
  laneLease,
  lapsedLeases,
  leasedMessages,
  takeMessages,
} from './delivery/lease.ts';
import { readyHeads } from './delivery/ready-heads.ts';
import { replayCall, replayDelivery, skipHead } from './delivery/replay.ts';
import {
  createEndpoint,
  deleteEndpoint,
  endpoint,
  endpoints,
  setEnabled,
  updateEndpoint,
} from './endpoint/endpoint.ts';
import { runtime } from './endpoint/endpoint-runtime.ts';
import { callStats, endpointStats } from './endpoint/endpoint-stats.ts';
import { healthOf } from './endpoint/health.ts';
import { beginKeyed, dropKeyed, keepAnswer } from './keyed-request.ts';
import {
  askEmailChange,
  confirmEmailChange,
  dropEmailChange,
  emailChangeByHash,
  emailChangeOf,
  emailChangesIn,
} from './people/email-change.ts';
import {
  admit,
  createInvitation,
  deleteInvitation,
  invitationByHash,
  invitations,
  invitationsFor,
} from './people/invitation.ts';
import { keyPeople } from './people/member-keys.ts';
import { members, removeMember, setRole } from './people/membership.ts';
import {
  addPasskey,
  passkeyByCredential,
  passkeysOf,
  removePasskey,
  usePasskey,
} from './people/passkey.ts';
import {
  createHostReset,
  createPasswordReset,
  passwordResetByHash,
  resetPassword,
} from './people/password-reset.ts';
import { removePastPeople } from './people/past-people.ts';
import {
  confirmAuthenticator,
  keepAuthenticator,
  removeAuthenticator,
  removeMemberSecondFactors,
  replaceRecoveryCodes,
  secondFactorOf,
  takeRecoveryCode,
  takeStep,
} from './people/second-factor.ts';
import { addSetupToken, completeSetup, isSetupNeeded, isSetupToken } from './people/setup.ts';
import { forgiveSignIn, trySignIn } from './people/sign-in-try.ts';
import {
  createSession,
  endSessions,
  membershipsOf,
  proveSession,
  sessionByHash,
  sessionsOf,
  touchSession,
} from './people/signed-in.ts';
import { updateUser, userByEmail, userBySubject } from './people/user.ts';
import {
  apiKeyByHash,
  apiKeys,
  createApiKey,
  revokeApiKey,
  touchApiKeys,
} from './project/api-key.ts';
import {
  createInstanceKey,
  instanceKeyByHash,
  instanceKeys,
  revokeInstanceKey,
  touchInstanceKey,
} from './project/instance-key.ts';
import {
  changeInstanceProject,
  countCalls,
  createInstanceProject,
  instanceProjects,
  keepCount,
  projectFigures,
  projectsToCount,
} from './project/instance-project.ts';
import {
  authenticators,
  endKeyRotation,
  keptAnswers,
  keyCheck,
  keyRings,
  keyRotation,
  noteKeyRing,
  putKeyCheck,
  resealAnswer,
  resealAuthenticator,
} from './project/key-check.ts';
import {
  createProject,
  ensureProject,
  project,
  projects,
  updateProject,
} from './project/project.ts';
import {
  ageSigningKeys,
  putSigningKeys,
  resealSigningKey,
  signingKeys,
} from './project/signing-key.ts';
import {
  createSource,
  deleteSource,
  noteSourceRequests,
  source,
  sourceRequests,
  sources,
  updateSource,
} from './project/source.ts';
import { removeExpired } from './retention/retention.ts';
import { removedCall } from './retention/retention-removed.ts';
import {
  type AnyChange,
  type AnyRead,
  type ChangeRow,
  change,
  noting,
  type ReadRow,
  read,
  snapshot,
} from './row.ts';
import { stats } from './stats.ts';
import { importUnderWay } from './transfer/transfer.ts';

/**
 * Methods for which each store has its own code, because of speed or because several processes
 * write.
 */
export type OwnName =
  | 'accept'
  | 'settle'
  | 'own'
  | 'release'
  | 'watch'
  | 'announce'
  | 'endpointsWithHeads'
  | 'repairHeads'
  | 'condition'
  | 'close';

type RowOf<Method> = Method extends (argument: infer Argument) => Promise<infer Value>
  ? ReadRow<Argument, Value> | ChangeRow<Argument, Value>
  : never;

/** A row for each method of the ports except the stores' own, with its types: checked by tsc. */
type Rows = { readonly [Name in Exclude<keyof Store, OwnName>]: RowOf<Store[Name]> };

export const CATALOGUE = {
  staleCalls: read('dispatch', staleCalls),
  keepHints: change(keepHints, { weight: ({ hints }) => hints.length }),
  keepReports: change(keepReports, { weight: ({ items }) => items.length }),
  runtime: read('dispatch', runtime),
  readyHeads: read('dispatch', readyHeads),
  nextRunAtMs: read('dispatch', nextRunAtMs),
  // On the dispatch pool, because attempts wait for these keys.
  signingKeys: read('dispatch', signingKeys),

  takeMessages: change(takeMessages),
  leasedMessages: read('lookUps', leasedMessages),
  laneLease: read('lookUps', laneLease),
  lapsedLeases: read('dispatch', lapsedLeases),
  dropLeases: change(dropLeases, {
    concerns: (dropped, { endpoint }) => ({
      heads: dropped.length === 0 || endpoint === null ? [] : [endpoint],
    }),
  }),

  createEndpoint: noting(createEndpoint, { concerns: itself }),
  updateEndpoint: noting(updateEndpoint, { concerns: itself }),
  setEnabled: noting(setEnabled, { concerns: itself }),
  deleteEndpoint: noting(deleteEndpoint, {
    concerns: (deleted, { key }) => ({ changed: deleted ? [key] : [] }),
  }),
  endpoint: read('lookUps', endpoint),
  endpoints: read('lookUps', endpoints),
  healthOf: read('lookUps', healthOf),
  stats: snapshot('queries', stats),
  endpointStats: snapshot('queries', endpointStats),

  retryDelivery: noting(retryDelivery, { concerns: itsEndpoint }),
  cancelDelivery: noting(cancelDelivery, { concerns: itsEndpoint }),
  cancelOpen: noting(cancelOpen, { concerns: itsEndpoints, weight: ({ limit }) => limit }),
  replayDelivery: noting(replayDelivery, { concerns: newHeads }),
  replayCall: noting(replayCall, { concerns: newHeads }),
  skipHead: noting(skipHead, {
    concerns: (skipped, { endpoint }) => ({ changed: skipped === null ? [] : [endpoint] }),
  }),
  deliveries: read('queries', deliveries),
  delivery: snapshot('queries', delivery),

  failures: read('queries', failures),
  issueMarks: read('queries', issueMarks),
  markIssue: change(markIssue),

  takeAlertTurn: change(takeAlertTurn),
  // Asked every 30 s: the reader of lists need not start for them (decision 52).
  alertFacts: snapshot('lookUps', alertFacts),
  liveAlerts: read('lookUps', liveAlerts),
  maintenanceWindows: read('lookUps', maintenanceWindows),
  stepAlerts: change(stepAlerts, {
    weight: ({ opened, changed }) => opened.length + changed.length,
  }),
  tellAlerts: change(tellAlerts, {
    weight: ({ alerts, notices }) => alerts.length + notices.length,
  }),
  claimNotices: change(claimNotices, { weight: ({ limit }) => limit }),
  settleNotice: change(settleNotice),
  alerts: read('queries', alerts),
  alertCounts: read('lookUps', alertCounts),
  alert: read('lookUps', alert),
  noticesOf: read('queries', noticesOf),
  markAlert: change(markAlert),
  createMaintenanceWindow: change(createMaintenanceWindow),
  deleteMaintenanceWindow: change(deleteMaintenanceWindow),
  uncheckedCertificates: read('queries', uncheckedCertificates),
  keepCertificate: change(keepCertificate),

  createBulk: change(createBulk),
  abortBulk: change(abortBulk),
  stepBulk: noting(stepBulk, {
    concerns: (step) => ({ changed: step?.endpoints ?? [] }),
    weight: ({ limit }) => limit,
  }),
  countBulk: read('queries', countBulk),
  bulkJob: read('queries', bulkJob),
  bulkJobs: read('queries', bulkJobs),
  bulkItems: read('queries', bulkItems),
  openBulk: read('lookUps', openBulk),

  call: read('queries', call),
  calls: read('queries', calls),
  searchCalls: snapshot('queries', searchCalls),
  callOfFiring: read('queries', callOfFiring),
  newestFiring: read('queries', newestFiring),
  timeline: snapshot('queries', timeline),
  triggerCounts: read('queries', triggerCounts),
  callStats: read('queries', callStats),
  deleteCall: noting(deleteCall, {
    concerns: (deleted) => (deleted.kind === 'deleted' ? { changed: deleted.endpoints } : {}),
  }),
  removedCall: read('lookUps', removedCall),
  removeExpired: change(removeExpired),

  claimRuns: change(claimRuns),
  moveRun: change(moveRun),
  repairRuns: change(repairRuns),
  finishRun: noting(finishRun, { concerns: newHeads }),
  postResult: noting(postResult, { concerns: newHeads }),
  launchAgain: noting(launchAgain, { concerns: newHeads }),
  run: read('lookUps', run),
  runs: read('queries', runs),
  openRuns: snapshot('queries', openRuns),
  result: read('lookUps', result),
  results: read('queries', results),

  putCallLog: change(putCallLog),
  deleteCallLog: change(deleteCallLog),
  callLog: read('lookUps', callLog),
  callLogFacts: read('lookUps', callLogFacts),
  callLogOutlook: read('lookUps', callLogOutlook),

  createScorecard: change(createScorecard),
  reviseScorecard: change(reviseScorecard),
  setDefaultScorecard: change(setDefaultScorecard),
  deleteScorecard: change(deleteScorecard),
  scorecard: read('lookUps', scorecard),
  scorecards: read('lookUps', scorecards),

  keepBacklogs: change(keepBacklogs, { weight: ({ backlogs }) => backlogs.length }),
  backlogs: snapshot('queries', backlogs),
  backlogSteps: read('queries', backlogSteps),
  runStats: read('queries', runStats),
  evaluationStats: snapshot('queries', evaluationStats),

  createProject: change(createProject),
  ensureProject: change(ensureProject),
  updateProject: noting(updateProject),
  project: read('lookUps', project),
  projects: read('lookUps', projects),

  createInstanceKey: change(createInstanceKey),
  instanceKeyByHash: read('lookUps', instanceKeyByHash),
  instanceKeys: read('lookUps', instanceKeys),
  revokeInstanceKey: change(revokeInstanceKey),
  touchInstanceKey: change(touchInstanceKey),
  createInstanceProject: change(createInstanceProject),
  instanceProjects: read('lookUps', instanceProjects),
  changeInstanceProject: noting(changeInstanceProject),
  projectsToCount: read('queries', projectsToCount),
  countCalls: read('queries', countCalls),
  keepCount: noting(keepCount),
  projectFigures: read('queries', projectFigures),

  createApiKey: change(createApiKey, { concerns: itsKeys }),
  revokeApiKey: change(revokeApiKey, { concerns: itsKeys }),
  touchApiKeys: change(touchApiKeys, { weight: (uses) => uses.length }),
  apiKeyByHash: read('lookUps', apiKeyByHash),
  apiKeys: read('lookUps', apiKeys),

  putSigningKeys: change(putSigningKeys, {
    concerns: (put, { keys }) => ({ keys: put ? keys.map(({ projectKey }) => projectKey) : [] }),
  }),
  resealSigningKey: change(resealSigningKey, {
    concerns: (done, { projectKey }) => ({ keys: done ? [projectKey] : [] }),
  }),
  ageSigningKeys: change(ageSigningKeys),
  putKeyCheck: change(putKeyCheck),
  keyCheck: read('lookUps', keyCheck),
  keyRotation: read('lookUps', keyRotation),
  endKeyRotation: change(endKeyRotation),
  keyRings: read('lookUps', keyRings),
  noteKeyRing: change(noteKeyRing),
  authenticators: read('lookUps', authenticators),
  resealAuthenticator: change(resealAuthenticator),
  keptAnswers: read('lookUps', keptAnswers),
  resealAnswer: change(resealAnswer),

  importUnderWay: read('lookUps', importUnderWay),

  createSource: change(createSource),
  updateSource: change(updateSource),
  deleteSource: change(deleteSource),
  noteSourceRequests: change(noteSourceRequests, { weight: ({ requests }) => requests.length }),
  source: read('lookUps', source),
  sources: read('lookUps', sources),
  sourceRequests: read('lookUps', sourceRequests),

  beginKeyed: change(beginKeyed),
  keepAnswer: change(keepAnswer),
  dropKeyed: change(dropKeyed),

  noteAudit: change(noteAudit),
  audit: read('queries', audit),

  addSetupToken: change(addSetupToken),
  completeSetup: change(completeSetup),
  isSetupNeeded: read('lookUps', isSetupNeeded),
  isSetupToken: read('lookUps', isSetupToken),

  trySignIn: change(trySignIn),
  forgiveSignIn: change(forgiveSignIn),
  createSession: change(createSession),
  touchSession: change(touchSession),
  proveSession: change(proveSession),
  endSessions: change(endSessions),
  sessionByHash: read('lookUps', sessionByHash),
  sessionsOf: read('lookUps', sessionsOf),

  updateUser: change(updateUser),
  userByEmail: read('lookUps', userByEmail),
  userBySubject: read('lookUps', userBySubject),
  membershipsOf: read('lookUps', membershipsOf),
  removePastPeople: change(removePastPeople),

  setRole: change(setRole, { concerns: revokedKeys }),
  removeMember: change(removeMember, { concerns: revokedKeys }),
  members: read('lookUps', members),
  keyPeople: read('lookUps', keyPeople),

  createInvitation: change(createInvitation),
  deleteInvitation: change(deleteInvitation),
  admit: change(admit),
  invitations: read('lookUps', invitations),
  invitationByHash: read('lookUps', invitationByHash),
  invitationsFor: read('lookUps', invitationsFor),

  createPasswordReset: change(createPasswordReset),
  createHostReset: change(createHostReset),
  resetPassword: change(resetPassword),
  passwordResetByHash: read('lookUps', passwordResetByHash),

  askEmailChange: change(askEmailChange),
  dropEmailChange: change(dropEmailChange),
  confirmEmailChange: change(confirmEmailChange),
  emailChangeOf: read('lookUps', emailChangeOf),
  emailChangeByHash: read('lookUps', emailChangeByHash),
  emailChangesIn: read('lookUps', emailChangesIn),

  keepAuthenticator: change(keepAuthenticator),
  confirmAuthenticator: change(confirmAuthenticator),
  removeAuthenticator: change(removeAuthenticator),
  removeMemberSecondFactors: change(removeMemberSecondFactors),
  takeStep: change(takeStep),
  takeRecoveryCode: change(takeRecoveryCode),
  replaceRecoveryCodes: change(replaceRecoveryCodes),
  secondFactorOf: read('lookUps', secondFactorOf),

  addPasskey: change(addPasskey),
  usePasskey: change(usePasskey),
  removePasskey: change(removePasskey),
  passkeysOf: read('lookUps', passkeysOf),
  passkeyByCredential: read('lookUps', passkeyByCredential),
} as const satisfies Rows;

export type SharedName = keyof typeof CATALOGUE;

export type ChangeName = {
  [Name in SharedName]: (typeof CATALOGUE)[Name]['kind'] extends 'change' ? Name : never;
}[SharedName];

/** How a store makes a method of a row. */
export interface RowPerformer<Method> {
  read(name: SharedName, row: AnyRead): Method;
  change(name: ChangeName, row: AnyChange): Method;
}

/** The results of `performer` for all rows, by name. */
export function performedBy<Method>(performer: RowPerformer<Method>): Record<SharedName, Method> {
  const rows = Object.entries<AnyRead | AnyChange>(CATALOGUE).map(([name, row]) => [
    name,
    // The name of an entry is the key of its row.
    row.kind === 'change'
      ? performer.change(name as ChangeName, row)
      : performer.read(name as SharedName, row),
  ]);
  return Object.fromEntries(rows);
}

/** The methods of a store. */
export function methodsBy(
  performer: RowPerformer<(argument: never) => Promise<unknown>>,
): Pick<Store, SharedName> {
  // `Rows` says that each row has the types of the method of its name.
  return performedBy(performer) as Pick<Store, SharedName>;
}
