/**
 * What operators and their tools change, by the shared operations. The endpoints that a change
 * concerns are told to the processes that may hold something of them.
 */
import type { Endpoint } from '../../core/endpoint/endpoint.ts';
import type { ProjectKey } from '../../core/id.ts';
import type { Batch, DeliveryChange } from '../../engine/ports/manage-store.ts';
import type { Store } from '../../engine/ports/store.ts';
import { noteAudit } from '../operation/audit.ts';
import { deleteCall } from '../operation/call/call-deletion.ts';
import { cancelOpen } from '../operation/delivery/bulk.ts';
import { cancelDelivery, retryDelivery } from '../operation/delivery/delivery-change.ts';
import {
  createEndpoint,
  deleteEndpoint,
  setEnabled,
  updateEndpoint,
} from '../operation/endpoint/endpoint.ts';
import { createApiKey, revokeApiKey, touchApiKeys } from '../operation/project/api-key.ts';
import { ensureProject, updateProject } from '../operation/project/project.ts';
import { ageSigningKeys, putSigningKeys } from '../operation/project/signing-key.ts';
import {
  createSource,
  deleteSource,
  noteSourceRequest,
  updateSource,
} from '../operation/project/source.ts';
import { removeExpired } from '../operation/retention/retention.ts';
import { one, query } from '../statement.ts';
import type { Changes, Concerned } from './changes.ts';

type EndpointNames =
  | 'createEndpoint'
  | 'updateEndpoint'
  | 'setEnabled'
  | 'deleteEndpoint'
  | 'retryDelivery'
  | 'cancelDelivery'
  | 'cancelOpen'
  | 'deleteCall';

export function endpointChangesOn(changes: Changes): Pick<Store, EndpointNames> {
  return {
    createEndpoint: ({ projectKey, settings, enabled, audit }) =>
      changes.make(
        (session) => createEndpoint(session, { projectKey, settings, enabled, audit }),
        itself,
      ),
    updateEndpoint: ({ projectKey, key, settings, audit, revision }) =>
      changes.make(
        (session) => updateEndpoint(session, { projectKey, key, settings, audit, revision }),
        itself,
      ),
    setEnabled: ({ projectKey, key, state, audit, revision }) =>
      changes.make(
        (session) => setEnabled(session, { projectKey, key, state, audit, revision }),
        itself,
      ),
    deleteEndpoint: ({ projectKey, key, audit }) =>
      changes.make(
        (session) => deleteEndpoint(session, { projectKey, key, audit }),
        (deleted) => ({ changed: deleted ? [key] : [] }),
      ),
    retryDelivery: ({ projectKey, key, nowMs, audit }) =>
      changes.make(
        (session) => retryDelivery(session, { projectKey, key, nowMs, audit }),
        ofChange,
      ),
    cancelDelivery: ({ projectKey, key, nowMs, audit }) =>
      changes.make(
        (session) => cancelDelivery(session, { projectKey, key, nowMs, audit }),
        ofChange,
      ),
    cancelOpen: ({ endpoint, scope, nowMs, after, limit }) =>
      changes.make(
        (session) => cancelOpen(session, { endpoint, scope, nowMs, after, limit }),
        ofBatch,
      ),
    deleteCall: ({ projectKey, callId, audit, nowMs }) =>
      changes.make(
        (session) => deleteCall(session, { projectKey, callId, audit, nowMs }),
        (deleted) => (deleted.kind === 'deleted' ? { changed: deleted.endpoints } : {}),
      ),
  };
}

function itself(endpoint: Endpoint | null): Concerned {
  return { changed: endpoint === null ? [] : [endpoint.key] };
}

function ofChange(change: DeliveryChange): Concerned {
  return { changed: change.kind === 'changed' ? [change.endpoint] : [] };
}

function ofBatch({ endpoints }: Batch): Concerned {
  return { changed: endpoints };
}

function keysOf(projectKey: ProjectKey) {
  return (made: unknown): Concerned => ({
    keys: made === null || made === false ? [] : [projectKey],
  });
}

type OtherNames =
  | 'noteAudit'
  | 'ensureProject'
  | 'updateProject'
  | 'createApiKey'
  | 'revokeApiKey'
  | 'touchApiKeys'
  | 'putSigningKeys'
  | 'ageSigningKeys'
  | 'createSource'
  | 'updateSource'
  | 'deleteSource'
  | 'noteSourceRequest'
  | 'removeExpired';

/** Parameters: none. One process walks at a time; whoever comes meanwhile has nothing to do. */
const WALK_ALONE = query<{ readonly taken: number }>(
  "select pg_try_advisory_xact_lock(hashtextextended('ringpost retention', 0))::int as taken",
);

export function otherChangesOn(changes: Changes): Pick<Store, OtherNames> {
  return {
    noteAudit: async ({ projectKey, audit }) => {
      await changes.make(() => noteAudit({ projectKey, audit }));
    },
    ensureProject: ({ name, settings, nowMs }) =>
      changes.make(() => ensureProject({ name, settings, nowMs })),
    updateProject: ({ key, name, settings, audit, seen }) =>
      changes.make((session) => updateProject(session, { key, name, settings, audit, seen })),
    createApiKey: ({ projectKey, key, audit, condition }) =>
      changes.make(() => createApiKey({ projectKey, key, audit, condition }), keysOf(projectKey)),
    revokeApiKey: ({ projectKey, key, audit, asking }) =>
      changes.make(() => revokeApiKey({ projectKey, key, audit, asking }), keysOf(projectKey)),
    touchApiKeys: async (uses) => {
      // In key order, so that two processes never wait for each other.
      const inOrder = uses.toSorted((one, other) => one.key - other.key);
      await changes.make(() => touchApiKeys(inOrder));
    },
    putSigningKeys: ({ keys, audit, seen }) =>
      changes.make(
        () => putSigningKeys({ keys, audit, seen }),
        (put) => ({ keys: put ? keys.map(({ projectKey }) => projectKey) : [] }),
      ),
    ageSigningKeys: (nowMs) => changes.make(() => ageSigningKeys(nowMs)),
    createSource: ({ projectKey, source, audit }) =>
      changes.make(() => createSource({ projectKey, source, audit })),
    updateSource: ({ projectKey, key, source, audit, seen }) =>
      changes.make(() => updateSource({ projectKey, key, source, audit, seen })),
    deleteSource: ({ projectKey, key, audit }) =>
      changes.make(() => deleteSource({ projectKey, key, audit })),
    noteSourceRequest: async ({ key, request }) => {
      await changes.make(() => noteSourceRequest({ key, request }));
    },
    removeExpired: ({ nowMs, limit }) =>
      changes.make(function* () {
        const lock = yield* one(WALK_ALONE);
        if (lock?.taken !== 1) return { removed: 0, more: false };
        return yield* removeExpired({ nowMs, limit });
      }),
  };
}
