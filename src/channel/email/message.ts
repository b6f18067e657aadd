/**
 * Step 8 for Email: a firing as the bytes of a mail (S8.12 to S8.14): two parts with the same
 * content, the display text and a table. The same delivery gives the same bytes on every attempt:
 * ids, date and boundary are derived from stored values. A reported value can never begin a header,
 * a part or a recipient: header values go through the library that folds and encodes them.
 */
import { createHash } from 'node:crypto';
import { encodeWord } from 'nodemailer/lib/mime-funcs';
import MimeNode from 'nodemailer/lib/mime-node';
import { encode, wrap } from 'nodemailer/lib/qp';
import { type Message, messageOf } from '../../core/payload/message.ts';
import type { StoredFiring } from '../../core/payload/render.ts';
import { codePointCount, cutAtCodePoints } from '../../core/text.ts';
import { mailHtml } from './html.ts';

export interface Sender {
  /** Null: only the address. */
  readonly name: string | null;
  readonly address: string;
}

export interface MailParts {
  readonly from: Sender;
  /** One plain address; `core/endpoint/target-rules.ts` has checked it. */
  readonly to: string;
  readonly webhookId: string;
  readonly deliveryId: string;
  readonly projectId: string;
  readonly endpointId: string;
  readonly callId: string;
  readonly firing: StoredFiring;
}

export interface Mail {
  /** Folded and encoded header lines, each without its line end. */
  readonly headers: readonly string[];
  /** From the first boundary on, ASCII. */
  readonly body: string;
}

export const SUBJECT_POINTS_MAX = 150;

export function mailOf(parts: MailParts): Mail {
  const message = messageOf(parts.firing);
  const root = new MimeNode(CONTENT_TYPE);
  for (const [name, value] of Object.entries(headersOf(parts, message))) {
    root.setHeader(name, value);
  }
  const text = partOf('text/plain', message.text);
  const html = partOf('text/html', mailHtml(message));
  return {
    headers: root.buildHeaders().split(/\r\n(?![ \t])/),
    body: `--${BOUNDARY}\r\n${text}\r\n--${BOUNDARY}\r\n${html}\r\n--${BOUNDARY}--\r\n`,
  };
}

/** The source of a mail as it is sent. */
export function mailSource({ headers, body }: Mail): string {
  return `${headers.join('\r\n')}\r\n\r\n${body}`;
}

/**
 * `[serviceName] TRIGGER callId (callStatus)`; ACW_COMPLETED has no status. If that is too long,
 * the longest values are cut and the trigger stays whole.
 */
export function subjectOf({ serviceName, trigger, facts }: Message): string {
  const shown = (key: string) => facts.find((fact) => fact.key === key)?.value ?? null;
  const callId = shown('callId') ?? '';
  const status = shown('callStatus');
  const subject = (name: string, id: string, word: string | null) =>
    `[${name}] ${trigger} ${id}${word === null ? '' : ` (${word})`}`;
  const whole = subject(serviceName, callId, status);
  if (codePointCount(whole) <= SUBJECT_POINTS_MAX) return whole;
  const name = cut(serviceName, NAME_POINTS_MAX);
  const word = status === null ? null : cut(status, STATUS_POINTS_MAX);
  const room = SUBJECT_POINTS_MAX - codePointCount(subject(name, '', word));
  return subject(name, cut(callId, room), word);
}

/**
 * The limit in a subject that is too long; with the longest trigger 32 are left for the call's id.
 */
const NAME_POINTS_MAX = 40;
const STATUS_POINTS_MAX = 32;

function cut(text: string, max: number): string {
  return codePointCount(text) <= max ? text : `${cutAtCodePoints(text, max - 1)}…`;
}

/** Cannot occur within a part: quoted-printable writes `=` only before two digits or a line end. */
export const BOUNDARY = '=_ringpost';
export const CONTENT_TYPE = `multipart/alternative; boundary="${BOUNDARY}"`;

function headersOf(parts: MailParts, message: Message) {
  const { from, to, webhookId, deliveryId, firing } = parts;
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1);
  const thread = `<${threadOf(parts)}@${domain}>`;
  return {
    From: from.name === null ? { address: from.address } : { ...from, name: from.name },
    // An object, because a string would be parsed as a list of addresses.
    To: { address: to },
    Subject: subjectHeader(subjectOf(message)),
    Date: new Date(firing.firedAtMs),
    'Message-ID': `<${deliveryId}@${domain}>`,
    // Also in the first mail of a call: no mail has this id, and mail programs group all of them
    // under it.
    'In-Reply-To': thread,
    References: thread,
    'Auto-Submitted': 'auto-generated',
    'X-Auto-Response-Suppress': 'All',
    'X-Webhook-Id': webhookId,
    'X-Webhook-Event': firing.trigger,
    'X-Webhook-Endpoint-Id': parts.endpointId,
  };
}

/**
 * The library leaves plain ASCII unchanged. An id may look like an encoded word, which the reader's
 * mail client would decode to anything, including line ends and mirrored letters.
 */
export function subjectHeader(subject: string) {
  if (!subject.includes('=?')) return subject;
  return { prepared: true, foldLines: true, value: encodeWord(subject, 'Q', 52) };
}

/** One thread per call. A digest, because a call's id may hold characters that end a message id. */
function threadOf({ projectId, callId }: MailParts): string {
  const digest = createHash('sha256').update(`${projectId}\n${callId}`).digest('base64url');
  return `call.${digest.slice(0, 27)}`;
}

export function partOf(type: string, text: string): string {
  const head = [
    `Content-Type: ${type}; charset=utf-8`,
    'Content-Transfer-Encoding: quoted-printable',
  ].join('\r\n');
  return `${head}\r\n\r\n${wrap(encode(text.replaceAll('\n', '\r\n')))}`;
}
