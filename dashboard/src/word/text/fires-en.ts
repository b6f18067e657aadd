/**
 * When each trigger fires, as a sentence in English. The service says the same in its own words
 * (`core/trigger/meaning.ts`), for clients of the API.
 */
import type { TriggerName } from '../trigger.ts';

export const en: Readonly<Record<TriggerName, string>> = {
  OUTBOUND_CALL_CALLING: 'The call is being dialled.',
  OUTBOUND_CALL_CLOSING: 'The call is ending.',
  OUTBOUND_CALL_COMPLETED: 'The call ended without errors.',
  OUTBOUND_CALL_VOICEMAIL_REACHED: 'A machine answered.',
  OUTBOUND_CALL_ERROR: 'The call ended with an error, or an error was reported.',
  OUTBOUND_CALL_BUSY: 'The line was busy.',
  OUTBOUND_CALL_NO_RESPONSE: 'Nobody answered.',
  OUTBOUND_CALL_UNREACHABLE: 'The number cannot be reached.',
  OUTBOUND_CALL_CANCELED: 'The call was called off before it was placed.',
  OUTBOUND_CALL_EXPIRED: 'The time of the call was over before it was placed.',
  OUTBOUND_CALL_MAX_ATTEMPTS_REACHED: 'The call was tried as often as allowed.',
  OUTBOUND_CALL_HEALTHCHECK_FAILED: 'The check before the call failed.',
  INBOUND_CALL_CALLING: 'The call is going on.',
  INBOUND_CALL_CLOSING: 'The call is ending.',
  INBOUND_CALL_COMPLETED: 'The call ended without errors.',
  INBOUND_CALL_ERROR: 'The call ended with an error or fell silent, or an error was reported.',
  INBOUND_CALL_CONCURRENCY_LIMIT_EXCEEDED: 'No line was free.',
  CALL_LOG_CREATED: 'A call that was placed has ended; its log may come.',
  ACW_COMPLETED: 'A run of an agent has ended.',
};
