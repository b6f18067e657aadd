/**
 * What people and the dispatcher read, by the shared operations. Most are one statement; what must
 * fit together is read on one snapshot. Two pools, so that a slow list delays no delivery.
 */
import type { Clock } from '../../engine/ports/clock.ts';
import type { FiringStore } from '../../engine/ports/firing-store.ts';
import type { QueryStore } from '../../engine/ports/query-store.ts';
import type { Store } from '../../engine/ports/store.ts';
import { auditPage } from '../operation/audit.ts';
import { callByIdSummary, callPage } from '../operation/call/call-list.ts';
import { newestFiring } from '../operation/call/firing.ts';
import { callOfFiring, searchCalls } from '../operation/call/search.ts';
import { timeline } from '../operation/call/timeline.ts';
import { triggerCounts } from '../operation/call/trigger-count.ts';
import { deliveryDetail } from '../operation/delivery/delivery-detail.ts';
import { deliveryPage } from '../operation/delivery/delivery-list.ts';
import { endpointOf, endpointPage } from '../operation/endpoint/endpoint.ts';
import { callStats, endpointStats } from '../operation/endpoint/endpoint-stats.ts';
import { healthOf } from '../operation/endpoint/health.ts';
import { apiKeyByHash, apiKeys } from '../operation/project/api-key.ts';
import { projectByKey, projects } from '../operation/project/project.ts';
import { sourceByKey, sourceRequests, sources } from '../operation/project/source.ts';
import { removedCall } from '../operation/retention/retention-removed.ts';
import { stats } from '../operation/stats.ts';
import type { Pool } from './server/pool.ts';

export function queriesOn(pool: Pool, clock: Clock): QueryStore & FiringStore {
  return {
    healthOf: ({ projectKey, endpoints }) => pool.read(() => healthOf({ projectKey, endpoints })),
    calls: ({ projectKey, filter, beforeKey, limit }) =>
      pool.read(() => callPage({ projectKey, filter, beforeKey, limit })),
    call: ({ projectKey, callId }) => pool.read(() => callByIdSummary({ projectKey, callId })),
    searchCalls: ({ projectKey, text, limit }) =>
      pool.snapshot(() => searchCalls({ projectKey, text, limit })),
    triggerCounts: ({ projectKey, sinceMs }) =>
      pool.read(() => triggerCounts({ projectKey, sinceMs })),
    callOfFiring: ({ projectKey, firing, firedAtMs }) =>
      pool.read(() => callOfFiring({ projectKey, firing, firedAtMs })),
    newestFiring: ({ projectKey, callId, trigger }) =>
      pool.read(() => newestFiring({ projectKey, callId, trigger })),
    timeline: ({ projectKey, callId, endpoint }) =>
      pool.snapshot(() => timeline({ projectKey, callId, endpoint: endpoint ?? null })),
    deliveries: ({ projectKey, filter, beforeKey, limit }) => {
      const nowMs = clock.wallMs();
      return pool.read(() => deliveryPage({ projectKey, filter, beforeKey, limit, nowMs }));
    },
    delivery: ({ projectKey, key }) => pool.snapshot(() => deliveryDetail({ projectKey, key })),
    audit: ({ projectKey, beforeKey, limit, filter }) =>
      pool.read(() => auditPage({ projectKey, beforeKey, limit, filter: filter ?? null })),
    stats: ({ projectKey, endpoint, fromMs, toMs, stepMs }) =>
      pool.snapshot(() => stats({ projectKey, endpoint, fromMs, toMs, stepMs })),
    endpointStats: ({ projectKey, fromMs, toMs, stepMs }) =>
      pool.snapshot(() => endpointStats({ projectKey, fromMs, toMs, stepMs })),
    callStats: ({ projectKey, fromMs, toMs, stepMs }) =>
      pool.read(() => callStats({ projectKey, fromMs, toMs, stepMs })),
  };
}

type LookUps =
  | 'endpoint'
  | 'endpoints'
  | 'project'
  | 'projects'
  | 'apiKeyByHash'
  | 'apiKeys'
  | 'source'
  | 'sources'
  | 'sourceRequests'
  | 'removedCall';

export function lookUpsOn(pool: Pool): Pick<Store, LookUps> {
  return {
    endpoint: ({ projectKey, key }) => pool.read(() => endpointOf({ projectKey, key })),
    endpoints: ({ projectKey, ...page }) => pool.read(() => endpointPage({ projectKey, ...page })),
    project: (key) => pool.read(() => projectByKey(key)),
    projects: () => pool.read(projects),
    apiKeyByHash: (hash) => pool.read(() => apiKeyByHash(hash)),
    apiKeys: (projectKey) => pool.read(() => apiKeys(projectKey)),
    source: (key) => pool.read(() => sourceByKey(key)),
    sources: (projectKey) => pool.read(() => sources(projectKey)),
    sourceRequests: (key) => pool.read(() => sourceRequests(key)),
    removedCall: ({ projectKey, callId }) => pool.read(() => removedCall({ projectKey, callId })),
  };
}
