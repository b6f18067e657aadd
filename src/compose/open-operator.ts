/**
 * Composes the services for operators: changes by hand, issues, bulk jobs and their runner,
 * replays, deletion of calls.
 */

import { type BulkRunner, createBulkRunner } from '../engine/delivery/bulk-runner.ts';
import { type BulkService, createBulkService } from '../engine/delivery/bulk-service.ts';
import {
  createDeliveryService,
  type DeliveryService,
} from '../engine/delivery/delivery-service.ts';
import { createIssueService, type IssueService } from '../engine/delivery/issue-service.ts';
import { createReplayService, type ReplayService } from '../engine/delivery/replay-service.ts';
import type { Dispatcher } from '../engine/dispatch/dispatcher.ts';
import type { LiveHub } from '../engine/live/live-hub.ts';
import { type AuditService, createAuditService } from '../engine/manage/audit-service.ts';
import {
  type CallDeletionService,
  createCallDeletionService,
} from '../engine/manage/call-deletion-service.ts';
import type { Clock } from '../engine/ports/clock.ts';
import type { Emit } from '../engine/ports/emit.ts';
import type { InboxAccess } from '../engine/ports/inbox.ts';
import type { Store } from '../engine/ports/store.ts';

export interface OperatorParts {
  readonly store: Store;
  readonly dispatcher: Pick<Dispatcher, 'offer' | 'invalidate' | 'isSending'>;
  readonly clock: Clock;
  readonly emit: Emit;
  readonly live: Pick<LiveHub, 'note'>;
  readonly leads: () => boolean;
  readonly inbox: InboxAccess;
}

export interface OpenedOperator {
  readonly audit: AuditService;
  readonly deliveries: DeliveryService;
  readonly callDeletions: CallDeletionService;
  readonly issues: IssueService;
  readonly bulk: BulkService;
  readonly replays: ReplayService;
  /** Started only in a worker; in other processes jobs wait. */
  readonly bulkRunner: BulkRunner;
}

export function openOperator(parts: OperatorParts): OpenedOperator {
  const { store, dispatcher, clock, emit, live, leads, inbox } = parts;
  const note: LiveHub['note'] = (project, news) => live.note(project, news);
  const shared = store.announce !== null;
  const working = { store, shared, dispatcher, clock, emit };
  const bulkRunner = createBulkRunner({ ...working, inbox, note, leads });
  const bulk = createBulkService({ store, clock, runner: bulkRunner });
  return {
    audit: createAuditService(store),
    deliveries: createDeliveryService({ store, dispatcher, bulk, clock }),
    callDeletions: createCallDeletionService({ store, dispatcher, clock, inbox }),
    issues: createIssueService({ store, clock }),
    bulk,
    replays: createReplayService({ store, dispatcher, clock, emit }),
    bulkRunner,
  };
}
