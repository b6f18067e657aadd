/**
 * Step 8 for Email: the DKIM signature of a mail (RFC 6376, rsa-sha256, relaxed/relaxed). RSA gives
 * the same signature for the same bytes, and it contains no time, so a mail has the same bytes on
 * every attempt. The signed text is ASCII with CRLF line ends, as `message.ts` makes it.
 */
import { createHash } from 'node:crypto';
import sign from 'nodemailer/lib/dkim/sign.js';
import type { Mail } from './message.ts';

export interface DkimKey {
  readonly domain: string;
  readonly selector: string;
  /** RSA, PEM. */
  readonly privateKey: string;
}

/** `record`: `selector._domainkey.domain`; the settings have checked it. */
export function dkimKeyOf(record: string, privateKey: string): DkimKey {
  const [selector = '', domain = ''] = record.split('._domainkey.');
  return { domain, selector, privateKey };
}

/** Every header with a meaning, so that none of them can be changed or removed. */
const SIGNED = [
  'from',
  'to',
  'subject',
  'date',
  'message-id',
  'in-reply-to',
  'references',
  'auto-submitted',
  'x-auto-response-suppress',
  'x-webhook-id',
  'x-webhook-event',
  'x-webhook-endpoint-id',
  'mime-version',
  'content-type',
].join(':');

/** The mail with its signature as the first header; throws if the key cannot sign. */
export function dkimSigned(mail: Mail, { domain, selector, privateKey }: DkimKey): Mail {
  const headers = mail.headers.map((line) => ({
    key: line.slice(0, line.indexOf(':')).toLowerCase(),
    line,
  }));
  const names = { domainName: domain, keySelector: selector, headerFieldNames: SIGNED };
  const signature = sign(headers, 'sha256', bodyHash(mail.body), { ...names, privateKey });
  // The settings tested the key at the start.
  if (signature === false) throw new Error('The DKIM key cannot sign.');
  return { headers: [signature, ...mail.headers], body: mail.body };
}

/**
 * RFC 6376, section 3.4.4: spaces at line ends are removed, runs of them become one, empty lines at
 * the end are removed.
 */
function bodyHash(body: string): string {
  const lines = body.replace(/[ \t]+(?=\r\n)/g, '').replace(/[ \t]+/g, ' ');
  return createHash('sha256')
    .update(lines.replace(/(?:\r\n)*$/, '\r\n'))
    .digest('base64');
}
