/**
 * A letter as the bytes of a mail: a text and an HTML part with the same content and the link.
 * Names of people are escaped in the page and encoded in headers; the page loads nothing from the
 * network. Must never write the link into a log or a failure.
 */
import { createHash } from 'node:crypto';
import MimeNode from 'nodemailer/lib/mime-node';
import { noticeMessageOf } from '../../core/alert/notice.ts';
import type { SendResult } from '../../core/delivery/outcome.ts';
import { UNENDING_PERMIT } from '../../engine/ports/channel.ts';
import type { Clock } from '../../engine/ports/clock.ts';
import type { Letter, Letters } from '../../engine/ports/letters.ts';
import { type DkimKey, dkimSigned } from './dkim.ts';
import { BARE, CARD, escaped, FOOT, HEAD, PAGE, SHEET, SOFT, TITLE, WRAP } from './html.ts';
import { letterText } from './letter-text.ts';
import type { LetterText } from './letter-words.ts';
import type { Mailer } from './mailer.ts';
import {
  BOUNDARY,
  CONTENT_TYPE,
  type Mail,
  mailSource,
  partOf,
  type Sender,
  subjectHeader,
} from './message.ts';
import { senderOf } from './sender.ts';

export interface LetterParts {
  readonly mailer: Pick<Mailer, 'send'>;
  readonly from: string;
  readonly dkim: DkimKey | null;
  readonly clock: Pick<Clock, 'wallMs'>;
}

/** The member who created the invitation waits for the mail. */
export const LETTER_TIMEOUT_MS = 10_000;

export function createLetters({ mailer, from, dkim, clock }: LetterParts): Letters {
  const sender = senderOf(from);
  return {
    async send(letter) {
      const mail = letterMail(letter, sender, clock.wallMs());
      const source = mailSource(dkim === null ? mail : dkimSigned(mail, dkim));
      const sent = await mailer.send({
        from: sender.address,
        to: letter.to,
        source,
        timeoutMs: LETTER_TIMEOUT_MS,
        permit: UNENDING_PERMIT,
      });
      return sent.kind === 'response' && sent.status < 300 ? null : reasonOf(sent);
    },
  };
}

export function letterMail(letter: Letter, from: Sender, nowMs: number): Mail {
  const text = letterText(letter);
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1);
  const link = linkOf(letter);
  // The message id of a letter without a link is derived from its kind, recipient and time.
  const told = toldBy(letter, link, nowMs);
  const digest = createHash('sha256').update(told).digest('base64url').slice(0, 27);
  const headers = {
    From: from.name === null ? { address: from.address } : { ...from, name: from.name },
    // An object, because a string would be parsed as a list of addresses.
    To: { address: letter.to },
    Subject: subjectHeader(text.subject),
    Date: new Date(nowMs),
    'Message-ID': `<letter.${digest}@${domain}>`,
    ...threadOf(letter, domain),
    'Auto-Submitted': 'auto-generated',
    'X-Auto-Response-Suppress': 'All',
  };
  const root = new MimeNode(CONTENT_TYPE);
  for (const [name, value] of Object.entries(headers)) root.setHeader(name, value);
  const plain = partOf('text/plain', plainText(text, link));
  const html = partOf('text/html', letterHtml(text, link));
  return {
    headers: root.buildHeaders().split(/\r\n(?![ \t])/),
    body: `--${BOUNDARY}\r\n${plain}\r\n--${BOUNDARY}\r\n${html}\r\n--${BOUNDARY}--\r\n`,
  };
}

function linkOf(letter: Letter): string | null {
  if (letter.kind === 'alert') return noticeMessageOf(letter.firing).link || null;
  return 'link' in letter ? letter.link : null;
}

/** What makes the message id: the same notice has the same one on every attempt. */
function toldBy(letter: Letter, link: string | null, nowMs: number): string {
  if (letter.kind === 'alert') return `${letter.noticeId} ${letter.to}`;
  return link ?? `${letter.kind} ${letter.to} ${nowMs}`;
}

/** Mail programs group the mails of an alert under an id that no mail has. */
function threadOf(letter: Letter, domain: string): { readonly [header: string]: string } {
  if (letter.kind !== 'alert') return {};
  const thread = `<${noticeMessageOf(letter.firing).data.alertId}@${domain}>`;
  return { 'In-Reply-To': thread, References: thread };
}

function plainText({ lines, action, foot }: LetterText, link: string | null): string {
  const linked = link === null ? [] : [`${action}:`, link, ''];
  return [...lines, '', ...linked, ...foot, ''].join('\n');
}

function letterHtml(text: LetterText, link: string | null): string {
  const { language, title, lines, action, foot } = text;
  const paragraph = (line: string) => `<p class="ink" style="${LINE}${WRAP}">${escaped(line)}</p>`;
  const small = (line: string) => `<p class="soft" style="${SOFT}${WRAP}">${escaped(line)}</p>`;
  const address = escaped(link ?? '');
  const button =
    `<p style="margin:20px 0;"><a href="${address}" style="${BUTTON}">` +
    `${escaped(action ?? '')}</a></p>`;
  return [
    '<!doctype html>',
    `<html lang="${language}">`,
    `<head>${HEAD}<title>${escaped(title)}</title><style>${SHEET}</style></head>`,
    `<body class="page" style="${PAGE}">`,
    `<table role="presentation" ${BARE} class="page" width="100%" style="${PAGE}">`,
    '<tr><td align="center" class="gap" style="padding:32px 16px;">',
    `<table role="presentation" ${BARE} class="card" width="100%" style="${CARD}">`,
    '<tr><td class="pad" style="padding:24px 28px;">',
    `<h1 class="ink" style="${TITLE}${WRAP}">${escaped(title)}</h1>`,
    ...lines.map(paragraph),
    ...(link === null ? [] : [button]),
    ...foot.map(small),
    ...(link === null ? [] : [`<p class="soft" style="${SOFT}${WRAP}">${address}</p>`]),
    '</td></tr>',
    '</table>',
    `<div class="soft" style="${FOOT}">Ringpost</div>`,
    '</td></tr>',
    '</table>',
    '</body>',
    '</html>',
    '',
  ].join('\n');
}

const LINE = 'margin:8px 0;font-size:15px;line-height:22px;color:#171c22;';
const BUTTON =
  'display:inline-block;padding:10px 18px;border-radius:6px;background-color:#2f62cc;' +
  'color:#ffffff;font-size:15px;line-height:20px;font-weight:600;text-decoration:none;';

/** For the person who asked for the mail: the server's answer, or why there was none. */
function reasonOf(result: SendResult): string {
  if (result.kind === 'response') return `The mail server answered ${result.status}.`;
  return result.kind === 'done' ? 'Nothing was sent.' : result.detail;
}
