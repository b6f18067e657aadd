/**
 * The event that a notice is sent, given up or dropped (S17.14). The notice says itself which alert
 * it tells; that alert may be gone meanwhile.
 */
import type { NoticeData } from '../../core/alert/notice.ts';
import type { WholeNotice } from '../ports/alert-store.ts';
import type { EngineEvent } from '../ports/emit.ts';

/** `projectId`: empty if the project is gone. */
export function noticeClosed(notice: WholeNotice, projectId: string): EngineEvent {
  const { id, recipient, firing, trigger, state, attempts, lastStatus, lastError } = notice;
  const data: Partial<NoticeData> = JSON.parse(firing.data);
  return {
    name: 'notice.closed',
    noticeId: id,
    projectId,
    alertId: data.alertId ?? '',
    to: recipient.endpoint === null ? 'mail' : 'endpoint',
    trigger,
    state,
    attempts,
    status: lastStatus,
    error: lastError,
  };
}
