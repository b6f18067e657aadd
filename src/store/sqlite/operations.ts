/**
 * Every operation of the embedded store by name: changes run in the writer's transaction, reads
 * on a read-only connection. Threads exchange a name and one argument; without threads the same
 * functions are called directly.
 */
import type { EndpointKey, ProjectKey, SourceKey } from '../../core/id.ts';
import { apiKeyByHash, apiKeys, createApiKey, revokeApiKey, touchApiKeys } from './api-key.ts';
import { auditPage, noteAudit } from './audit.ts';
import { cancelOpen, reopenMatching } from './bulk.ts';
import { staleCalls } from './call.ts';
import { callByIdSummary, callPage } from './call-list.ts';
import type { Connection } from './connection.ts';
import { cancelDelivery, retryDelivery } from './delivery-change.ts';
import { deliveryDetail } from './delivery-detail.ts';
import { deliveryPage } from './delivery-list.ts';
import {
  createEndpoint,
  deleteEndpoint,
  endpointOf,
  endpointPage,
  setEnabled,
  updateEndpoint,
} from './endpoint.ts';
import { own } from './epoch.ts';
import { endpointsWithHeads, readyHeads } from './head.ts';
import { healthOf, runtime } from './health.ts';
import { probe } from './probe.ts';
import { ensureProject, projectByKey, projects, updateProject } from './project.ts';
import { isMistimed, redateHeads } from './redate.ts';
import { accept } from './report.ts';
import { removeExpired } from './retention.ts';
import type { WriteSession } from './session.ts';
import { settle } from './settle.ts';
import { ageSigningKeys, putSigningKeys, signingKeys } from './signing-key.ts';
import {
  createSource,
  deleteSource,
  noteSourceRequest,
  sourceByKey,
  sourceRequests,
  sources,
  updateSource,
} from './source.ts';
import { stats } from './stats.ts';
import { timeline } from './timeline.ts';

export const WRITES = {
  accept,
  settle,
  redateHeads,
  own: (session: WriteSession, _: null) => own(session),
  createEndpoint,
  updateEndpoint,
  setEnabled,
  deleteEndpoint,
  noteAudit,
  retryDelivery,
  cancelDelivery,
  cancelOpen,
  reopenMatching,
  ensureProject,
  updateProject,
  createApiKey,
  revokeApiKey,
  touchApiKeys,
  putSigningKeys,
  ageSigningKeys,
  createSource,
  updateSource,
  deleteSource,
  noteSourceRequest,
  removeExpired,
  probe,
} as const;

export const READS = {
  readyHeads,
  endpointsWithHeads,
  isMistimed,
  runtime: (db: Connection, key: EndpointKey) => runtime(db, key),
  staleCalls,
  endpointOf,
  endpointPage,
  healthOf,
  project: (db: Connection, key: ProjectKey) => projectByKey(db, key),
  projects: (db: Connection, _: null) => projects(db),
  apiKeyByHash: (db: Connection, hash: string) => apiKeyByHash(db, hash),
  apiKeys: (db: Connection, key: ProjectKey) => apiKeys(db, key),
  signingKeys: (db: Connection, key: ProjectKey) => signingKeys(db, key),
  source: (db: Connection, key: SourceKey) => sourceByKey(db, key),
  sources: (db: Connection, key: ProjectKey) => sources(db, key),
  sourceRequests: (db: Connection, key: SourceKey) => sourceRequests(db, key),
  callPage,
  callByIdSummary,
  timeline,
  deliveryPage,
  deliveryDetail,
  auditPage,
  stats,
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
