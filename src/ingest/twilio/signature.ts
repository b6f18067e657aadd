/**
 * Verifies that a callback comes from the provider. Twilio and its family sign the address that
 * they were given followed by every field's name and value, sorted by name, with HMAC-SHA1 under
 * the account's auth token. Must be given only the configured address, never one made of the Host
 * header: a sender who chooses the address could replay a signature made for another one. Source:
 * S2.14.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { parse, stringify } from 'node:querystring';
import type { FormFields } from '../form.ts';

/** SignalWire signs the same way under its own header name. */
const HEADERS = ['x-twilio-signature', 'x-signalwire-signature'] as const;

export function isSignedByTwilio(request: {
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly publicUrl: string;
  readonly fields: FormFields;
  readonly authToken: string;
}): boolean {
  const header = HEADERS.map((name) => request.headers[name]).find((value) => value !== undefined);
  if (header === undefined) return false;
  const given = Buffer.from(header);
  const form = signedForm(request.fields);
  let matches = false;
  // All are compared, so that the duration does not tell which form of the address was signed.
  for (const url of signedAddresses(request.publicUrl)) {
    const expected = Buffer.from(sign(url + form, request.authToken));
    if (expected.length === given.length && timingSafeEqual(expected, given)) matches = true;
  }
  return matches;
}

/** The base64 signature of the form posted to this address. */
export function twilioSignature(url: string, fields: FormFields, authToken: string): string {
  return sign(url + signedForm(fields), authToken);
}

/**
 * The address as given, without its port, and with the default port; and each of these with its
 * query escaped in the two other usual ways. The provider's own validators try these too, because
 * its servers do not always sign the same form. At most nine, and usually three.
 */
export function signedAddresses(publicUrl: string): readonly string[] {
  if (!URL.canParse(publicUrl)) return [];
  const url = new URL(publicUrl);
  const match = /^https?:\/\/([^/?#]*)([^#]*)/i.exec(publicUrl);
  const authority = match?.[1] ?? url.host;
  const rest = match?.[2] ?? '';
  const scheme = `${url.protocol}//`;
  const defaultPort = url.protocol === 'https:' ? '443' : '80';
  const authorities = [authority, url.hostname];
  if (url.port === '') authorities.push(`${url.hostname}:${defaultPort}`);
  const rests = [rest];
  // A parser drops an empty query, but an address signed with its `?` is another one.
  if (url.search !== '' || !rest.includes('?')) rests.push(url.pathname + url.search);
  if (url.search !== '') rests.push(`${url.pathname}?${stringify(parse(url.search.slice(1)))}`);
  return [
    ...new Set(authorities.flatMap((name) => rests.map((path) => `${scheme}${name}${path}`))),
  ];
}

/** A field given twice counts once per distinct value, sorted, as the provider does it. */
function signedForm(fields: FormFields): string {
  let text = '';
  for (const name of [...fields.keys()].sort()) {
    for (const value of [...new Set(fields.get(name))].sort()) text += name + value;
  }
  return text;
}

function sign(text: string, authToken: string): string {
  return createHmac('sha1', authToken).update(text, 'utf8').digest('base64');
}
