/**
 * The 19 triggers (S3.1). A transition or an after-call-work run fires a trigger, and an operator
 * ticks it on an endpoint. Only names here: `fire.ts` says when each fires.
 */

export const TRIGGERS = [
  'OUTBOUND_CALL_CALLING',
  'OUTBOUND_CALL_CLOSING',
  'OUTBOUND_CALL_COMPLETED',
  'OUTBOUND_CALL_VOICEMAIL_REACHED',
  'OUTBOUND_CALL_ERROR',
  'OUTBOUND_CALL_BUSY',
  'OUTBOUND_CALL_NO_RESPONSE',
  'OUTBOUND_CALL_UNREACHABLE',
  'OUTBOUND_CALL_CANCELED',
  'OUTBOUND_CALL_EXPIRED',
  'OUTBOUND_CALL_MAX_ATTEMPTS_REACHED',
  'OUTBOUND_CALL_HEALTHCHECK_FAILED',
  'INBOUND_CALL_CALLING',
  'INBOUND_CALL_CLOSING',
  'INBOUND_CALL_COMPLETED',
  'INBOUND_CALL_ERROR',
  'INBOUND_CALL_CONCURRENCY_LIMIT_EXCEEDED',
  'CALL_LOG_CREATED',
  'ACW_COMPLETED',
] as const;

export type Trigger = (typeof TRIGGERS)[number];

const NAMES: ReadonlySet<string> = new Set(TRIGGERS);

export function isTrigger(name: string): name is Trigger {
  return NAMES.has(name);
}
