/**
 * Every operation of the embedded store by name: changes run in the writer's transaction, reads
 * on a read-only connection. Those of the hot path are this store's own, the others are shared
 * with every store and done here at once. Threads exchange a name and one argument.
 */
import { resultByKey, resultsOfCall } from '../operation/acw/acw-result.ts';
import {
  callLog,
  callLogFacts,
  callLogOutlook,
  deleteCallLog,
  putCallLog,
} from '../operation/acw/call-log.ts';
import { evaluationStats } from '../operation/acw/evaluation.ts';
import { claimRuns, moveRun, nextRunAtMs, openRuns, redateRuns } from '../operation/acw/run.ts';
import { launchAgain } from '../operation/acw/run-again.ts';
import { finishRun } from '../operation/acw/run-end.ts';
import { runOf, runPage } from '../operation/acw/run-list.ts';
import { postResult } from '../operation/acw/run-post.ts';
import { runStats } from '../operation/acw/run-stats.ts';
import * as card from '../operation/acw/scorecard.ts';
import { auditPage, noteAudit } from '../operation/audit.ts';
import { backlogSteps, backlogs, keepBacklogs } from '../operation/backlog-sample.ts';
import { deleteCall } from '../operation/call/call-deletion.ts';
import { callByIdSummary, callPage } from '../operation/call/call-list.ts';
import { newestFiring } from '../operation/call/firing.ts';
import { callOfFiring, searchCalls } from '../operation/call/search.ts';
import { staleCalls } from '../operation/call/stale-call.ts';
import { timeline } from '../operation/call/timeline.ts';
import { triggerCounts } from '../operation/call/trigger-count.ts';
import { cancelOpen } from '../operation/delivery/bulk.ts';
import {
  abortBulk,
  bulkItems,
  bulkJob,
  bulkJobs,
  createBulk,
  openBulk,
} from '../operation/delivery/bulk-job.ts';
import { stepBulk } from '../operation/delivery/bulk-step.ts';
import { countBulk } from '../operation/delivery/bulk-walk.ts';
import { cancelDelivery, retryDelivery } from '../operation/delivery/delivery-change.ts';
import { deliveryDetail } from '../operation/delivery/delivery-detail.ts';
import { deliveryPage } from '../operation/delivery/delivery-list.ts';
import { readyHeads } from '../operation/delivery/head.ts';
import { failures, issueMarks, markIssue } from '../operation/delivery/issue.ts';
import { isMistimed, redateHeads } from '../operation/delivery/redate.ts';
import { replayCall, replayDelivery, skipHead } from '../operation/delivery/replay.ts';
import {
  createEndpoint,
  deleteEndpoint,
  endpointOf,
  endpointPage,
  setEnabled,
  updateEndpoint,
} from '../operation/endpoint/endpoint.ts';
import { runtime } from '../operation/endpoint/endpoint-runtime.ts';
import { callStats, endpointStats } from '../operation/endpoint/endpoint-stats.ts';
import { healthOf } from '../operation/endpoint/health.ts';
import * as keyed from '../operation/keyed-request.ts';
import * as emailChange from '../operation/people/email-change.ts';
import * as invitation from '../operation/people/invitation.ts';
import { keyPeople } from '../operation/people/member-keys.ts';
import { members, removeMember, setRole } from '../operation/people/membership.ts';
import * as passkey from '../operation/people/passkey.ts';
import * as reset from '../operation/people/password-reset.ts';
import { removePastPeople } from '../operation/people/past-people.ts';
import * as secondFactor from '../operation/people/second-factor.ts';
import {
  addSetupToken,
  completeSetup,
  isSetupNeeded,
  isSetupToken,
} from '../operation/people/setup.ts';
import { forgiveSignIn, trySignIn } from '../operation/people/sign-in-try.ts';
import * as signedIn from '../operation/people/signed-in.ts';
import { updateUser, userByEmail, userBySubject } from '../operation/people/user.ts';
import {
  apiKeyByHash,
  apiKeys,
  createApiKey,
  revokeApiKey,
  touchApiKeys,
} from '../operation/project/api-key.ts';
import { keyCheck, putKeyCheck } from '../operation/project/key-check.ts';
import {
  createProject,
  ensureProject,
  projectByKey,
  projects,
  updateProject,
} from '../operation/project/project.ts';
import { ageSigningKeys, putSigningKeys, signingKeys } from '../operation/project/signing-key.ts';
import {
  createSource,
  deleteSource,
  noteSourceRequest,
  sourceByKey,
  sourceRequests,
  sources,
  updateSource,
} from '../operation/project/source.ts';
import { removeExpired } from '../operation/retention/retention.ts';
import { removedCall } from '../operation/retention/retention-removed.ts';
import { stats } from '../operation/stats.ts';
import type { Connection } from './connection.ts';
import { own } from './epoch.ts';
import { endpointsWithHeads } from './head.ts';
import { noting, plain, reading, readingSnapshot } from './operation-kind.ts';
import { probe } from './probe.ts';
import { accept } from './report.ts';
import type { WriteSession } from './session.ts';
import { settle } from './settle.ts';

export const WRITES = {
  accept,
  settle,
  own: (session: WriteSession, _: null) => own(session),
  probe,
  redateHeads: plain(redateHeads),
  createEndpoint: noting(createEndpoint),
  updateEndpoint: noting(updateEndpoint),
  setEnabled: noting(setEnabled),
  deleteEndpoint: noting(deleteEndpoint),
  noteAudit: plain(noteAudit),
  retryDelivery: noting(retryDelivery),
  cancelDelivery: noting(cancelDelivery),
  cancelOpen: noting(cancelOpen),
  ensureProject: plain(ensureProject),
  updateProject: noting(updateProject),
  createApiKey: plain(createApiKey),
  revokeApiKey: plain(revokeApiKey),
  touchApiKeys: plain(touchApiKeys),
  putSigningKeys: plain(putSigningKeys),
  ageSigningKeys: plain(ageSigningKeys),
  createSource: plain(createSource),
  updateSource: plain(updateSource),
  deleteSource: plain(deleteSource),
  noteSourceRequest: plain(noteSourceRequest),
  markIssue: plain(markIssue),
  createBulk: plain(createBulk),
  abortBulk: plain(abortBulk),
  stepBulk: noting(stepBulk),
  replayDelivery: noting(replayDelivery),
  replayCall: noting(replayCall),
  skipHead: noting(skipHead),
  removeExpired: plain(removeExpired),
  deleteCall: noting(deleteCall),
  claimRuns: plain(claimRuns),
  moveRun: plain(moveRun),
  redateRuns: plain(redateRuns),
  finishRun: noting(finishRun),
  postResult: noting(postResult),
  launchAgain: noting(launchAgain),
  putCallLog: plain(putCallLog),
  deleteCallLog: plain(deleteCallLog),
  createScorecard: plain(card.createScorecard),
  reviseScorecard: plain(card.reviseScorecard),
  setDefaultScorecard: plain(card.setDefaultScorecard),
  deleteScorecard: plain(card.deleteScorecard),
  putKeyCheck: plain(putKeyCheck),
  beginKeyed: plain(keyed.beginKeyed),
  keepAnswer: plain(keyed.keepAnswer),
  dropKeyed: plain(keyed.dropKeyed),
  addSetupToken: plain(addSetupToken),
  completeSetup: plain(completeSetup),
  askEmailChange: plain(emailChange.askEmailChange),
  dropEmailChange: plain(emailChange.dropEmailChange),
  confirmEmailChange: plain(emailChange.confirmEmailChange),
  createPasswordReset: plain(reset.createPasswordReset),
  createHostReset: plain(reset.createHostReset),
  resetPassword: plain(reset.resetPassword),
  trySignIn: plain(trySignIn),
  forgiveSignIn: plain(forgiveSignIn),
  createSession: plain(signedIn.createSession),
  touchSession: plain(signedIn.touchSession),
  proveSession: plain(signedIn.proveSession),
  keepAuthenticator: plain(secondFactor.keepAuthenticator),
  confirmAuthenticator: plain(secondFactor.confirmAuthenticator),
  takeStep: plain(secondFactor.takeStep),
  takeRecoveryCode: plain(secondFactor.takeRecoveryCode),
  replaceRecoveryCodes: plain(secondFactor.replaceRecoveryCodes),
  removeAuthenticator: plain(secondFactor.removeAuthenticator),
  addPasskey: plain(passkey.addPasskey),
  usePasskey: plain(passkey.usePasskey),
  removePasskey: plain(passkey.removePasskey),
  removeMemberSecondFactors: plain(secondFactor.removeMemberSecondFactors),
  endSessions: plain(signedIn.endSessions),
  updateUser: plain(updateUser),
  setRole: plain(setRole),
  removeMember: plain(removeMember),
  createProject: plain(createProject),
  createInvitation: plain(invitation.createInvitation),
  deleteInvitation: plain(invitation.deleteInvitation),
  admit: plain(invitation.admit),
  removePastPeople: plain(removePastPeople),
  keepBacklogs: plain(keepBacklogs),
} as const;

export const READS = {
  readyHeads: reading(readyHeads),
  endpointsWithHeads,
  isMistimed: reading(isMistimed),
  runtime: reading(runtime),
  staleCalls: reading(staleCalls),
  endpointOf: reading(endpointOf),
  endpointPage: reading(endpointPage),
  healthOf: reading(healthOf),
  project: reading(projectByKey),
  projects: (db: Connection, _: null) => db.do(projects()),
  apiKeyByHash: reading(apiKeyByHash),
  apiKeys: reading(apiKeys),
  signingKeys: reading(signingKeys),
  source: reading(sourceByKey),
  sources: reading(sources),
  sourceRequests: reading(sourceRequests),
  keyCheck: (db: Connection, _: null) => db.do(keyCheck()),
  callPage: reading(callPage),
  callByIdSummary: reading(callByIdSummary),
  searchCalls: reading(searchCalls),
  callOfFiring: reading(callOfFiring),
  newestFiring: reading(newestFiring),
  triggerCounts: reading(triggerCounts),
  timeline: readingSnapshot(timeline),
  removedCall: reading(removedCall),
  deliveryPage: reading(deliveryPage),
  deliveryDetail: reading(deliveryDetail),
  auditPage: reading(auditPage),
  failures: reading(failures),
  issueMarks: reading(issueMarks),
  countBulk: reading(countBulk),
  bulkJob: reading(bulkJob),
  bulkJobs: reading(bulkJobs),
  bulkItems: reading(bulkItems),
  openBulk: (db: Connection, _: null) => db.do(openBulk()),
  stats: reading(stats),
  endpointStats: readingSnapshot(endpointStats),
  callStats: reading(callStats),
  backlogs: (db: Connection, _: null) => db.do(backlogs()),
  backlogSteps: reading(backlogSteps),
  runStats: reading(runStats),
  evaluationStats: readingSnapshot(evaluationStats),
  isSetupNeeded: (db: Connection, _: null) => db.do(isSetupNeeded()),
  isSetupToken: reading(isSetupToken),
  membershipsOf: reading(signedIn.membershipsOf),
  emailChangeOf: reading(emailChange.emailChangeOf),
  emailChangeByHash: reading(emailChange.emailChangeByHash),
  emailChangesIn: reading(emailChange.emailChangesIn),
  passwordResetByHash: reading(reset.passwordResetByHash),
  userByEmail: reading(userByEmail),
  userBySubject: reading(userBySubject),
  sessionByHash: reading(signedIn.sessionByHash),
  sessionsOf: reading(signedIn.sessionsOf),
  secondFactorOf: reading(secondFactor.secondFactorOf),
  passkeysOf: reading(passkey.passkeysOf),
  passkeyByCredential: reading(passkey.passkeyByCredential),
  members: reading(members),
  keyPeople: reading(keyPeople),
  invitations: reading(invitation.invitations),
  invitationByHash: reading(invitation.invitationByHash),
  invitationsFor: reading(invitation.invitationsFor),
  nextRunAtMs: (db: Connection, _: null) => db.do(nextRunAtMs()),
  openRuns: reading(openRuns),
  runPage: reading(runPage),
  runOf: reading(runOf),
  resultByKey: reading(resultByKey),
  resultsOfCall: reading(resultsOfCall),
  callLog: reading(callLog),
  callLogFacts: reading(callLogFacts),
  callLogOutlook: reading(callLogOutlook),
  scorecards: reading(card.scorecards),
  scorecard: reading(card.scorecard),
} as const;

export type WriteName = keyof typeof WRITES;
export type ReadName = keyof typeof READS;

export interface WriteRequest {
  readonly name: WriteName;
  readonly argument: unknown;
}

export interface ReadRequest {
  readonly name: ReadName;
  readonly argument: unknown;
}

export type WriteArgument<Name extends WriteName> = Parameters<(typeof WRITES)[Name]>[1];
export type WriteValue<Name extends WriteName> = ReturnType<(typeof WRITES)[Name]>;
export type ReadArgument<Name extends ReadName> = Parameters<(typeof READS)[Name]>[1];
export type ReadValue<Name extends ReadName> = ReturnType<(typeof READS)[Name]>;

/** The caller (`client.ts`) has paired name and argument; a message between threads loses that. */
export function runWrite(session: WriteSession, { name, argument }: WriteRequest): unknown {
  const operation = WRITES[name] as (session: WriteSession, argument: unknown) => unknown;
  return operation(session, argument);
}

export function runRead(db: Connection, { name, argument }: ReadRequest): unknown {
  const operation = READS[name] as (db: Connection, argument: unknown) => unknown;
  return operation(db, argument);
}
