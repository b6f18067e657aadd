/**
 * Every operation of the embedded store by name: changes run in the writer's transaction, reads
 * on a read-only connection. Those of the hot path are this store's own, the others are shared
 * with every store and done here at once. Threads exchange a name and one argument.
 */
import {
  apiKeyByHash,
  apiKeys,
  createApiKey,
  revokeApiKey,
  touchApiKeys,
} from '../operation/api-key.ts';
import { auditPage, noteAudit } from '../operation/audit.ts';
import { cancelOpen, reopenMatching } from '../operation/bulk.ts';
import { staleCalls } from '../operation/call.ts';
import { callByIdSummary, callPage } from '../operation/call-list.ts';
import { cancelDelivery, retryDelivery } from '../operation/delivery-change.ts';
import { deliveryDetail } from '../operation/delivery-detail.ts';
import { deliveryPage } from '../operation/delivery-list.ts';
import {
  createEndpoint,
  deleteEndpoint,
  endpointOf,
  endpointPage,
  setEnabled,
  updateEndpoint,
} from '../operation/endpoint.ts';
import { readyHeads } from '../operation/head.ts';
import { healthOf, runtime } from '../operation/health.ts';
import { keyCheck, putKeyCheck } from '../operation/key-check.ts';
import { ensureProject, projectByKey, projects, updateProject } from '../operation/project.ts';
import { isMistimed, redateHeads } from '../operation/redate.ts';
import { removeExpired } from '../operation/retention.ts';
import type { Session } from '../operation/session.ts';
import { ageSigningKeys, putSigningKeys, signingKeys } from '../operation/signing-key.ts';
import {
  createSource,
  deleteSource,
  noteSourceRequest,
  sourceByKey,
  sourceRequests,
  sources,
  updateSource,
} from '../operation/source.ts';
import { stats } from '../operation/stats.ts';
import { timeline } from '../operation/timeline.ts';
import type { Operation } from '../statement.ts';
import type { Connection } from './connection.ts';
import { own } from './epoch.ts';
import { endpointsWithHeads } from './head.ts';
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
  reopenMatching: noting(reopenMatching),
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
  removeExpired: plain(removeExpired),
  putKeyCheck: plain(putKeyCheck),
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
  timeline: readingSnapshot(timeline),
  deliveryPage: reading(deliveryPage),
  deliveryDetail: reading(deliveryDetail),
  auditPage: reading(auditPage),
  stats: reading(stats),
} as const;

/** A shared change that keeps nothing in memory. */
function plain<Argument, Value>(operation: (argument: Argument) => Operation<Value>) {
  return ({ db }: WriteSession, argument: Argument): Value => db.do(operation(argument));
}

/** A shared change that notes in the session what the commit writes, or what holds no more. */
function noting<Argument, Value>(
  operation: (session: Session, argument: Argument) => Operation<Value>,
) {
  return (session: WriteSession, argument: Argument): Value =>
    session.db.do(operation(session, argument));
}

function reading<Argument, Value>(operation: (argument: Argument) => Operation<Value>) {
  return (db: Connection, argument: Argument): Value => db.do(operation(argument));
}

/** All its statements see the same commit. */
function readingSnapshot<Argument, Value>(operation: (argument: Argument) => Operation<Value>) {
  return (db: Connection, argument: Argument): Value => {
    db.database.exec('begin');
    try {
      return db.do(operation(argument));
    } finally {
      db.database.exec('commit');
    }
  };
}

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
