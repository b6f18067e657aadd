/**
 * Deletes a call by request, at once: from the store in one commit, from the dispatcher's memory
 * and from the local inbox. An attempt in flight at that moment may still reach its receiver.
 */
import { ServiceError } from '../../core/error/service-error.ts';
import type { Dispatcher } from '../dispatch/dispatcher.ts';
import type { Clock } from '../ports/clock.ts';
import type { InboxAccess } from '../ports/inbox.ts';
import type { RetentionStore } from '../ports/retention-store.ts';
import type { Actor } from './actor.ts';
import { type Author, auditEntry } from './author.ts';

export interface CallDeletionService {
  /** Repeating a deletion has no further effect. Throws NOT_FOUND if no such call is known. */
  delete(
    project: Pick<Actor, 'projectKey' | 'projectId'>,
    callId: string,
    author: Author,
  ): Promise<void>;
}

export interface CallDeletionParts {
  readonly store: Pick<RetentionStore, 'deleteCall'>;
  readonly dispatcher: Pick<Dispatcher, 'invalidate'>;
  readonly inbox: InboxAccess;
  readonly clock: Pick<Clock, 'wallMs'>;
}

export function createCallDeletionService(parts: CallDeletionParts): CallDeletionService {
  const { store, dispatcher, inbox, clock } = parts;
  return {
    async delete({ projectKey, projectId }, callId, author) {
      const nowMs = clock.wallMs();
      const nothing = { before: null, after: null };
      const audit = auditEntry(author, nowMs, 'call.deleted', null, nothing);
      const deletion = await store.deleteCall({ projectKey, callId, audit, nowMs });
      if (deletion.kind === 'not-found') {
        throw new ServiceError('NOT_FOUND', 'There is no call with this id.');
      }
      if (deletion.kind === 'deleted') {
        for (const endpoint of deletion.endpoints) dispatcher.invalidate(endpoint);
      }
      if (inbox.kind === 'on') inbox.inbox.forgetCalls(projectId, [callId]);
    },
  };
}
