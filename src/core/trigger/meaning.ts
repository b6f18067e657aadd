/**
 * When each trigger fires, in a few words for operators (S3.2). `docs/reference/triggers.md` says
 * the same; a test compares them.
 */
import { TRIGGERS, type Trigger } from './trigger.ts';

export const MEANINGS: Readonly<Record<Trigger, string>> = {
  OUTBOUND_CALL_CALLING: 'the call is being dialled',
  OUTBOUND_CALL_CLOSING: 'it is ending',
  OUTBOUND_CALL_COMPLETED: 'it ended without errors',
  OUTBOUND_CALL_VOICEMAIL_REACHED: 'a machine answered',
  OUTBOUND_CALL_ERROR: 'it ended with an error, or an error was reported',
  OUTBOUND_CALL_BUSY: 'the line was busy',
  OUTBOUND_CALL_NO_RESPONSE: 'the call was not answered',
  OUTBOUND_CALL_UNREACHABLE: 'the number cannot be reached',
  OUTBOUND_CALL_CANCELED: 'it was called off before it was placed',
  OUTBOUND_CALL_EXPIRED: 'its time was over before it was placed',
  OUTBOUND_CALL_MAX_ATTEMPTS_REACHED: 'it was tried as often as allowed',
  OUTBOUND_CALL_HEALTHCHECK_FAILED: 'the check before it failed',
  INBOUND_CALL_CALLING: 'the call is going on',
  INBOUND_CALL_CLOSING: 'it is ending',
  INBOUND_CALL_COMPLETED: 'it ended without errors',
  INBOUND_CALL_ERROR: 'it ended with an error or fell silent, or an error was reported',
  INBOUND_CALL_CONCURRENCY_LIMIT_EXCEEDED: 'no line was free',
  CALL_LOG_CREATED: 'it ended after it was placed',
  ACW_COMPLETED: 'a run of an agent has ended',
};

/** The same as sentences: what a page says of a trigger for which it has no words of its own. */
export function meaningSentences(): Readonly<Record<Trigger, string>> {
  const sentences = TRIGGERS.map((name) => {
    const text = MEANINGS[name];
    return [name, `${text.charAt(0).toUpperCase()}${text.slice(1)}.`];
  });
  // True because TRIGGERS names every trigger.
  return Object.fromEntries(sentences) as Record<Trigger, string>;
}
