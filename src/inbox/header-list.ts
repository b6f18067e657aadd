/**
 * Headers as they arrived, to be read by name and shown. A receiver sees credentials, but a reader
 * of the inbox need not, so every value is masked except those of names that never hold one.
 */
import { hintOf, masked } from '../core/endpoint/secret-hint.ts';
import type { InboxChannel, InboxHeader } from '../engine/ports/inbox.ts';
import type { ReadHeader } from './reading.ts';

export type HeaderList = readonly (readonly [name: string, value: string])[];

/**
 * Our own headers, or those of the connection; no static header of an operator, whose value is a
 * secret, has such a name.
 */
const WEBHOOK_NAMES = new Set([
  'connection',
  'expect',
  'host',
  'signature',
  'signature-input',
  'transfer-encoding',
]);
const WEBHOOK_PREFIXES = ['webhook-', 'content-', 'acw-'];
/** An email endpoint has no static headers. */
const MAIL_NAMES = new Set([
  'auto-submitted',
  'bcc',
  'cc',
  'date',
  'dkim-signature',
  'from',
  'importance',
  'in-reply-to',
  'message-id',
  'mime-version',
  'precedence',
  'references',
  'reply-to',
  'sender',
  'subject',
  'to',
  'x-auto-response-suppress',
  'x-mailer',
  'x-priority',
]);
const MAIL_PREFIXES = ['content-', 'list-', 'x-webhook-'];

/** Joins the values of one name as in RFC 9110, so that none hides behind another. */
export function readerOf(headers: HeaderList): ReadHeader {
  return (name) => {
    const lower = name.toLowerCase();
    const values = headers.filter(([each]) => each.toLowerCase() === lower);
    return values.length === 0 ? null : values.map(([, value]) => value.trim()).join(', ');
  };
}

export function shownHeaders(channel: InboxChannel, headers: HeaderList): readonly InboxHeader[] {
  const mayShow = channel === 'email' ? isOfMails : isOfWebhooks;
  return headers.map(([name, value]) => ({
    name,
    value: mayShow(name.toLowerCase()) ? value : masked(hintOf(value)),
  }));
}

function isOfWebhooks(name: string): boolean {
  return WEBHOOK_NAMES.has(name) || WEBHOOK_PREFIXES.some((prefix) => name.startsWith(prefix));
}

function isOfMails(name: string): boolean {
  return MAIL_NAMES.has(name) || MAIL_PREFIXES.some((prefix) => name.startsWith(prefix));
}
