/**
 * HMAC over a form, as Twilio and its family sign: the address that the platform was given followed
 * by every field's name and value, sorted by name. Must be given only the configured address, never
 * one made of the Host header: a sender who chooses the address could replay a signature made for
 * another one. Source: S2.14.
 */
import { createHmac } from 'node:crypto';
import { parse, stringify } from 'node:querystring';
import { type BoundedCache, createBoundedCache } from '../../core/bounded-cache.ts';
import type { IngestRequest } from '../../engine/ports/ingest-adapter.ts';
import { type FormFields, sortedPairs } from '../form.ts';
import { isSame, missing, secretsFault } from './signature-check.ts';

/** `headers`: the first of these that the request has holds the signature, in base64. */
export function formFault(
  request: Pick<IngestRequest, 'headers' | 'publicUrl' | 'secrets' | 'isSample'>,
  fields: FormFields,
  names: readonly [string, ...string[]],
): string | null {
  if (request.isSample === true) return null;
  const header = names.find((name) => request.headers[name] !== undefined) ?? names[0];
  const given = request.headers[header];
  if (given === undefined || given === '') return missing(header);
  const texts = signedTexts(request.publicUrl, fields);
  // The duration tells only to a sender with a right signature which form of the address it is of.
  const fault = secretsFault(header, request.secrets, (secret) =>
    texts.some((text) => isSame(given, sign(text, secret))),
  );
  if (fault === null) return null;
  return (
    `${fault} The signature covers the public address of this ` +
    'source too; both must be the ones that the platform uses.'
  );
}

/** The base64 signature of the form posted to this address. */
export function formSignature(url: string, fields: FormFields, secret: string): string {
  return sign(url + signedForm(fields), secret);
}

/**
 * The address as given, without its port, and with the default port; and each of these with its
 * query escaped in the two other usual ways. The provider's own validators try these too, because
 * its servers do not always sign the same form. At most nine, and usually three.
 */
export function signedAddresses(publicUrl: string): readonly string[] {
  const known = addresses.get(publicUrl);
  if (known !== undefined) return known;
  const made = addressesOf(publicUrl);
  if (publicUrl.length <= REMEMBERED_LENGTH_MAX) addresses.set(publicUrl, made);
  return made;
}

/** With nine forms of an address each, at most 2 MiB. */
const REMEMBERED_LENGTH_MAX = 1_024;
/** Most sources have one address, and making its forms costs more than a signature. */
const addresses: BoundedCache<string, readonly string[]> = createBoundedCache(200);

function addressesOf(publicUrl: string): readonly string[] {
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

/** What may have been signed: each form of the address, followed by the form. */
export function signedTexts(publicUrl: string, fields: FormFields): readonly string[] {
  const form = signedForm(fields);
  return signedAddresses(publicUrl).map((address) => address + form);
}

/** A field given twice counts once per distinct value, sorted, as the provider does it. */
function signedForm(fields: FormFields): string {
  let text = '';
  for (const [name, value] of sortedPairs(fields)) text += name + value;
  return text;
}

function sign(text: string, secret: string): string {
  return createHmac('sha1', secret).update(text, 'utf8').digest('base64');
}
