/**
 * Enables, disables and recovers an endpoint (S6.22 to S6.24, S6.29). Deliveries created while it
 * is disabled are held, never discarded, until an operator decides what becomes of them.
 */
import type { Endpoint } from '../../core/endpoint/endpoint.ts';
import { ServiceError } from '../../core/error/service-error.ts';
import type { ProjectKey } from '../../core/id.ts';
import { isoTime } from '../../core/time.ts';
import { NO_FILTER } from '../delivery/bulk-service.ts';
import { cancelOpen } from '../delivery/cancel-open.ts';
import { type Author, auditEntry } from '../manage/author.ts';
import { decideAgain } from '../manage/decide-again.ts';
import { endpointById } from '../manage/endpoint-by-id.ts';
import type { KeyedMutex } from '../manage/keyed-mutex.ts';
import type { Clock } from '../ports/clock.ts';
import type { AuditEntry, CancelScope } from '../ports/manage-store.ts';
import type { EndpointParts } from './endpoint-parts.ts';

/** What becomes of held deliveries: all are sent, the newest of each call is sent, or none is. */
export const HELD_CHOICES = ['send', 'newest', 'drop'] as const;
export type HeldChoice = (typeof HELD_CHOICES)[number];

const CANCELLED_OF_HELD: Readonly<Record<HeldChoice, CancelScope | null>> = {
  send: null,
  // Only held deliveries: another process may enable the endpoint meanwhile.
  newest: { kind: 'all-but-newest', whileDisabled: true },
  drop: { kind: 'all', whileDisabled: true },
};

export interface EndpointSwitch {
  /** Also ends a hold. Throws STATE_CONFLICT for newest and drop if nothing can be held. */
  enable(
    projectKey: ProjectKey,
    id: string,
    held: HeldChoice,
    author: Author,
  ): Promise<{ readonly endpoint: Endpoint; readonly cancelled: number }>;
  disable(projectKey: ProjectKey, id: string, author: Author): Promise<Endpoint>;
  /**
   * Reopens deliveries by a bulk job. `more`: the job has not ended and goes on by itself. Throws
   * ENDPOINT_DISABLED while the endpoint is disabled, because its deliveries wait until it is
   * enabled.
   */
  recover(
    projectKey: ProjectKey,
    id: string,
    sinceMs: number,
    author: Author,
  ): Promise<{ readonly reopened: number; readonly more: boolean; readonly jobId: string }>;
}

export function createEndpointSwitch(
  parts: EndpointParts,
  inTurn: KeyedMutex<string>,
): EndpointSwitch {
  const { store, clock, dispatcher, bulk } = parts;
  return {
    enable: (projectKey, id, held, author) =>
      inTurn(id, async () => {
        const scope = CANCELLED_OF_HELD[held];
        let cancelled = 0;
        let hasBegun = false;
        const endpoint = await decideAgain(async () => {
          const before = await endpointById(store, projectKey, id);
          // Cancelled deliveries need their entry even if another process enabled the endpoint
          // meanwhile.
          if (before.enabled && scope !== null && cancelled === 0) throw nothingHeld();
          if (scope !== null && !hasBegun) {
            hasBegun = true;
            await store.noteAudit({ projectKey, audit: enabling(id, held, author, clock) });
          }
          if (scope !== null) cancelled += await cancelOpen(parts, before.key, scope);
          const change = {
            before: { enabled: before.enabled },
            after: { enabled: true, held, cancelled },
          };
          const audit = auditEntry(author, clock.wallMs(), 'endpoint.enabled', id, change);
          const state = { enabled: true } as const;
          return store.setEnabled({
            projectKey,
            key: before.key,
            state,
            audit,
            revision: before.revision,
          });
        });
        dispatcher.invalidate(endpoint.key);
        return { endpoint, cancelled };
      }),

    disable: (projectKey, id, author) =>
      inTurn(id, () =>
        decideAgain(async () => {
          const before = await endpointById(store, projectKey, id);
          if (!before.enabled) return before;
          const change = { before: { enabled: true }, after: { enabled: false } };
          const audit = auditEntry(author, clock.wallMs(), 'endpoint.disabled', id, change);
          const state = { enabled: false, reason: 'operator' } as const;
          const { key, revision } = before;
          const endpoint = await store.setEnabled({ projectKey, key, state, audit, revision });
          if (endpoint !== null) dispatcher.invalidate(key);
          return endpoint;
        }),
      ),

    recover: (projectKey, id, sinceMs, author) =>
      inTurn(id, async () => {
        const endpoint = await endpointById(store, projectKey, id);
        if (!endpoint.enabled) throw disabled();
        const filter = { ...NO_FILTER, endpointIds: [id], fromMs: sinceMs };
        const of = { action: 'recover', filter } as const;
        const asked = { endpointId: [id], from: isoTime(sinceMs) };
        const job = await bulk.run(projectKey, { of, asked, reason: null }, author);
        return { reopened: job.done, more: job.endedAtMs === null, jobId: job.id };
      }),
  };
}

/**
 * Written before the first batch, so that a process that ends between two batches leaves a trace.
 */
function enabling(
  id: string,
  held: HeldChoice,
  author: Author,
  clock: Pick<Clock, 'wallMs'>,
): AuditEntry {
  const change = { before: { enabled: false }, after: { held } };
  return auditEntry(author, clock.wallMs(), 'endpoint.enabling', id, change);
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
