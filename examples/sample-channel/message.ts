/**
 * A firing as ntfy takes it: plain text, at most 4,096 bytes, and a priority in a header. Plain
 * text needs no escaping: no value becomes a link, a mention or markup. The same firing gives the
 * same bytes. It must never put a value of a call into a header.
 */

import { type AnyFiring, isNotice, noticeMessageOf } from '../../src/core/alert/notice.ts';
import { type Message, messageOf } from '../../src/core/payload/message.ts';

/** What is longer, ntfy stores as a file instead of showing it. */
export const BODY_BYTES_MAX = 4_096;

export interface NtfyMessage {
  readonly priority: 'default' | 'high';
  readonly body: string;
}

export function ntfyMessage(firing: AnyFiring): NtfyMessage {
  if (isNotice(firing)) {
    const { isOpen, text } = noticeMessageOf(firing);
    return { priority: isOpen ? 'high' : 'default', body: cutAtBytes(text, BODY_BYTES_MAX) };
  }
  const message = messageOf(firing);
  const priority = message.errors.length > 0 ? 'high' : 'default';
  return { priority, body: cutAtBytes(textOf(message), BODY_BYTES_MAX) };
}

function textOf({ heading, facts, errors, moreErrors, time }: Message): string {
  const lines = [
    heading,
    ...facts.map(({ label, value }) => `${label}: ${value}`),
    ...errors.map(({ code, message }) => `[${code}] ${message}`),
  ];
  if (moreErrors > 0) lines.push(`… and ${moreErrors} more`);
  return [...lines, time].join('\n');
}

/** At most so many bytes of UTF-8, no character cut in two. */
function cutAtBytes(text: string, max: number): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= max) return text;
  let end = max;
  // Bytes `10xxxxxx` continue a character: step back to where one begins.
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return bytes.subarray(0, end).toString();
}
