/**
 * An arrived mail, parsed for reading: sender, recipient, subject, text and HTML. Attachments are
 * not stored separately; the source contains them. An unreadable mail is shown as text, and is
 * never an error.
 */
import type { Address, Email } from 'postal-mime';
import type { InboxMail } from '../engine/ports/inbox.ts';
import type { HeaderList } from './header-list.ts';

const OPTIONS = {
  maxNestingDepth: 16,
  maxHeadersSize: 64 * 1024,
  // A mail within a mail stays one of its attachments.
  forceRfc822Attachments: true,
} as const;

export interface ReadMail {
  readonly headers: HeaderList;
  readonly mail: InboxMail;
}

export async function readMail(source: Buffer): Promise<ReadMail> {
  const parsed = await parse(source);
  if (parsed === null) return { headers: [], mail: { ...NOTHING, text: source.toString() } };
  const { headers, from, to = [], subject = '', messageId = null, text = '', html } = parsed;
  return {
    headers: headers.map(({ originalKey, value }) => [originalKey, value]),
    mail: {
      from: from === undefined ? '' : addressOf(from),
      to: to.map(addressOf),
      subject,
      messageId,
      text,
      html: html ?? null,
    },
  };
}

const NOTHING: InboxMail = {
  from: '',
  to: [],
  subject: '',
  messageId: null,
  text: '',
  html: null,
};

async function parse(source: Buffer): Promise<Email | null> {
  // Loaded with the first mail: most processes never get one.
  const { default: PostalMime } = await import('postal-mime');
  try {
    return await PostalMime.parse(source, OPTIONS);
  } catch {
    return null;
  }
}

function addressOf({ name, address }: Address): string {
  if (address === undefined || address === '') return name;
  return name === '' ? address : `${name} <${address}>`;
}
