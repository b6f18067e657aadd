/**
 * The 19 triggers, in the order in which the picker and filters list them. Named here and not
 * imported: only types come from the service. A test compares them with the core's own list.
 */

export const TRIGGER_NAMES = [
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

export type TriggerName = (typeof TRIGGER_NAMES)[number];

/**
 * When a trigger fires, in the reader's language. Of one that only a newer service knows, what the
 * service says.
 */
export function firesWords(
  { name, fires }: { readonly name: string; readonly fires: string },
  words: Readonly<Record<string, string>>,
): string {
  return Object.hasOwn(words, name) ? (words[name] ?? fires) : fires;
}

/** As they are shown, so that a search finds what its reader sees. */
export function inWords<Told extends { readonly name: string; readonly fires: string }>(
  records: readonly Told[],
  words: Readonly<Record<string, string>>,
): readonly Told[] {
  return records.map((record) => ({ ...record, fires: firesWords(record, words) }));
}
