/**
 * Headers as they came: read by name, and shown. A receiver sees credentials; whoever may read the
 * inbox need not, so every value is masked but of those names that never hold one.
 */
import { hintOf, masked } from '../engine/manage/secret-hint.ts';
import type { InboxHeader } from '../engine/ports/inbox.ts';
import type { ReadHeader } from './reading.ts';

export type HeaderList = readonly (readonly [name: string, value: string])[];

const SHOWN = new Set([
  ...['accept', 'accept-encoding', 'connection', 'date', 'expect', 'host', 'user-agent'],
  ...['transfer-encoding', 'signature', 'signature-input'],
  // Of mails.
  ...['auto-submitted', 'bcc', 'cc', 'dkim-signature', 'from', 'in-reply-to'],
  ...['message-id', 'mime-version', 'precedence', 'references', 'reply-to', 'sender', 'subject'],
  ...['to', 'x-auto-response-suppress', 'x-mailer', 'x-priority', 'importance'],
]);
const SHOWN_PREFIXES = ['webhook-', 'content-', 'acw-', 'x-webhook-', 'list-'];

/** Values of one name are joined as RFC 9110 says, so that none hides behind another. */
export function readerOf(headers: HeaderList): ReadHeader {
  return (name) => {
    const lower = name.toLowerCase();
    const values = headers.filter(([each]) => each.toLowerCase() === lower);
    return values.length === 0 ? null : values.map(([, value]) => value.trim()).join(', ');
  };
}

export function shownHeaders(headers: HeaderList): readonly InboxHeader[] {
  return headers.map(([name, value]) => ({
    name,
    value: mayShow(name.toLowerCase()) ? value : masked(hintOf(value)),
  }));
}

function mayShow(name: string): boolean {
  return SHOWN.has(name) || SHOWN_PREFIXES.some((prefix) => name.startsWith(prefix));
}
