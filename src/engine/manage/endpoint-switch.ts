/**
 * Enabling, disabling and recovering an endpoint (decisions section 5): deliveries made while it
 * was disabled are held, never discarded, until an operator says what becomes of them.
 */
import { ServiceError } from '../../core/error/service-error.ts';
import type { CancelScope } from '../ports/manage-store.ts';
import { auditEntry } from './author.ts';
import { endpointById, noEndpoint } from './endpoint-by-id.ts';
import type { EndpointParts, EndpointService, HeldChoice } from './endpoint-service.ts';
import { cancelOpen, reopenFailed } from './lane-batches.ts';
import type { TakeTurn } from './turn-queue.ts';

const CANCELLED_OF_HELD: Readonly<Record<HeldChoice, CancelScope | null>> = {
  send: null,
  newest: { kind: 'all-but-newest' },
  drop: { kind: 'all' },
};

export function createEndpointSwitch(
  parts: EndpointParts,
  inTurn: TakeTurn<string>,
): Pick<EndpointService, 'enable' | 'disable' | 'recover'> {
  const { store, clock, dispatcher } = parts;
  return {
    enable: (projectKey, id, held, author) =>
      inTurn(id, async () => {
        const before = await endpointById(store, projectKey, id);
        const scope = CANCELLED_OF_HELD[held];
        if (before.enabled && scope !== null) throw nothingHeld();
        const cancelled = scope === null ? 0 : await cancelOpen(parts, before.key, scope);
        const change = {
          before: { enabled: before.enabled },
          after: { enabled: true, held, cancelled },
        };
        const entry = auditEntry(author, clock.wallMs(), 'endpoint.enabled', id, change);
        const state = { enabled: true } as const;
        const endpoint = await store.setEnabled(projectKey, before.key, state, entry);
        if (endpoint === null) throw noEndpoint();
        dispatcher.invalidate(endpoint.key);
        return { endpoint, cancelled };
      }),

    disable: (projectKey, id, author) =>
      inTurn(id, async () => {
        const before = await endpointById(store, projectKey, id);
        if (!before.enabled) return before;
        const change = { before: { enabled: true }, after: { enabled: false } };
        const entry = auditEntry(author, clock.wallMs(), 'endpoint.disabled', id, change);
        const state = { enabled: false, reason: 'operator' } as const;
        const endpoint = await store.setEnabled(projectKey, before.key, state, entry);
        if (endpoint === null) throw noEndpoint();
        dispatcher.invalidate(endpoint.key);
        return endpoint;
      }),

    recover: (projectKey, id, sinceMs, author) =>
      inTurn(id, async () => {
        const endpoint = await endpointById(store, projectKey, id);
        if (!endpoint.enabled) throw disabled();
        const reopened = await reopenFailed(parts, projectKey, endpoint.key, sinceMs);
        const change = { before: null, after: { sinceMs, reopened } };
        const entry = auditEntry(author, clock.wallMs(), 'endpoint.recovered', id, change);
        await store.noteAudit(projectKey, entry);
        return { reopened };
      }),
  };
}

function nothingHeld(): ServiceError {
  return new ServiceError(
    'STATE_CONFLICT',
    'The endpoint is enabled, so nothing is held; newest and drop would cancel live deliveries.',
  );
}

function disabled(): ServiceError {
  return new ServiceError(
    'ENDPOINT_DISABLED',
    'The endpoint is disabled and its deliveries are held; enable it first, then recover.',
  );
}
