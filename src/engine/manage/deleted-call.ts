/**
 * What is answered for a call that was deleted by request, wherever something of it is asked for
 * or sent: 410, because it was there, and because nothing that is tried again will bring it back.
 */
import { ServiceError } from '../../core/error/service-error.ts';
import type { ProjectKey } from '../../core/id.ts';
import type { RetentionStore } from '../ports/retention-store.ts';

const DETAIL = 'The call was deleted by request, with all that was kept of it.';

export function deletedCall(removedAtMs?: number): ServiceError {
  return new ServiceError('CALL_REMOVED', DETAIL, {
    removedBy: 'request',
    ...(removedAtMs === undefined ? {} : { removedAtMs }),
  });
}

/** Asked where nothing was found; one that retention removed is answered as before. */
export async function refuseDeletedCall(
  store: Pick<RetentionStore, 'removedCall'>,
  projectKey: ProjectKey,
  callId: string,
): Promise<void> {
  const note = await store.removedCall({ projectKey, callId });
  if (note?.byRequest === true) throw deletedCall(note.atMs);
}
