/**
 * The answer to every request that reads or sends data of a call that was deleted by request:
 * 410, because it existed, and because no later try can bring it back.
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

/** Called if nothing was found. For a call that retention removed, the answer stays NOT_FOUND. */
export async function refuseDeletedCall(
  store: Pick<RetentionStore, 'removedCall'>,
  projectKey: ProjectKey,
  callId: string,
): Promise<void> {
  const note = await store.removedCall({ projectKey, callId });
  if (note?.byRequest === true) throw deletedCall(note.atMs);
}
