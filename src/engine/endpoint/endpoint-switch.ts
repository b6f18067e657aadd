/**
 * Enabling, disabling and recovering an endpoint (S6.22 to S6.24, S6.29): deliveries made while it
 * was disabled are held, never discarded, until an operator says what becomes of them.
 */
import type { Endpoint } from '../../core/endpoint/endpoint.ts';
import { ServiceError } from '../../core/error/service-error.ts';
import type { ProjectKey } from '../../core/id.ts';
import { isoTime } from '../../core/time.ts';
import { NO_FILTER } from '../delivery/bulk-service.ts';
import { cancelOpen } from '../delivery/lane-batches.ts';
import { type Author, auditEntry } from '../manage/author.ts';
import { decideAgain } from '../manage/decide-again.ts';
import type { KeyedMutex } from '../manage/keyed-mutex.ts';
import type { Clock } from '../ports/clock.ts';
import type { AuditEntry, CancelScope } from '../ports/manage-store.ts';
import { endpointById } from './endpoint-by-id.ts';
import type { EndpointParts } from './endpoint-parts.ts';

/** What becomes of the deliveries that were held: all go, one per call goes, none goes. */
export const HELD_CHOICES = ['send', 'newest', 'drop'] as const;
export type HeldChoice = (typeof HELD_CHOICES)[number];

const CANCELLED_OF_HELD: Readonly<Record<HeldChoice, CancelScope | null>> = {
  send: null,
  // Only what is held: another process may enable it while this goes on.
  newest: { kind: 'all-but-newest', whileDisabled: true },
  drop: { kind: 'all', whileDisabled: true },
};

export interface EndpointSwitch {
  /** Also forgets a hold. STATE_CONFLICT for newest and drop when nothing can be held. */
  enable(
    projectKey: ProjectKey,
    id: string,
    held: HeldChoice,
    author: Author,
  ): Promise<{ readonly endpoint: Endpoint; readonly cancelled: number }>;
  disable(projectKey: ProjectKey, id: string, author: Author): Promise<Endpoint>;
  /**
   * By a bulk job. `more`: it has not ended, and goes on by itself. ENDPOINT_DISABLED while the
   * endpoint is disabled: its deliveries wait for it to be enabled.
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
          // What was cancelled needs its entry, even if another process enables it meanwhile.
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

/** Before the first batch, so that a process that ends between two of them leaves a trace. */
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
