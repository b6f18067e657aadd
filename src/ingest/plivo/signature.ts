/**
 * Plivo's signature, version 3: base64 HMAC-SHA256, keyed with the auth token, over the address,
 * its query sorted by name, every posted name and value sorted by name, and a nonce. The header may
 * hold one signature per auth token. Nothing separates one field from the next, so a request counts
 * only if it has the one reading that Plivo meant. Must be given the configured address only.
 */
import { createHmac } from 'node:crypto';
import { parse } from 'node:querystring';
import type { IngestRequest } from '../../engine/ports/ingest-adapter.ts';
import type { FormFields } from '../form.ts';
import { unsureField } from '../signature/form-boundary.ts';
import { fitsAny, isSame, missing, secretsFault } from '../signature/signature-check.ts';

/** The second one is always signed with the token of the main account. */
export const HEADERS = ['x-plivo-signature-v3', 'x-plivo-signature-ma-v3'] as const;
const NONCE = 'x-plivo-signature-v3-nonce';
const SIGNATURES_MAX = 8;

/** Returns a sentence, or null if Plivo sent the request. */
export function signatureFault(request: IngestRequest, fields: FormFields): string | null {
  if (request.isSample === true) return null;
  const { headers, publicUrl, secrets } = request;
  const given = HEADERS.map((name) => headers[name] ?? '').filter((value) => value !== '');
  if (given.length === 0) return missing(HEADERS[0]);
  const nonce = headers[NONCE] ?? '';
  if (nonce === '') return missing(NONCE);
  const signatures = given.join(',').split(',', SIGNATURES_MAX);
  const text = signedText(publicUrl, fields, nonce);
  const fault = secretsFault(HEADERS[0], secrets, (secret) => {
    const wanted = createHmac('sha256', secret).update(text, 'utf8').digest('base64');
    return fitsAny(signatures, (each) => isSame(each.trim(), wanted));
  });
  if (fault === null) return boundaryFault(publicUrl, fields, nonce);
  return (
    `${fault} The signature covers the public address of this source ` +
    'too; both must be the ones that Plivo uses.'
  );
}

function signedText(publicUrl: string, fields: FormFields, nonce: string): string {
  const [address = '', search = ''] = apart(publicUrl);
  const query = pairsOf(parse(search)).map(([name, value]) => `${name}=${value}`);
  const posted = pairsOf(Object.fromEntries(fields)).map(([name, value]) => name + value);
  // The `?` stands there without a query too, because something is posted.
  return `${address}?${query.join('&')}${query.length > 0 ? '.' : ''}${posted.join('')}.${nonce}`;
}

/** What stands behind `#` are settings for Plivo's own retries. */
function apart(publicUrl: string): readonly string[] {
  return /^([^?#]*)\??([^#]*)/.exec(publicUrl)?.slice(1) ?? [];
}

function pairsOf(
  values: Readonly<Record<string, string | readonly string[] | undefined>>,
): readonly (readonly [name: string, value: string])[] {
  return Object.keys(values)
    .sort()
    .flatMap((name) =>
      [values[name] ?? '']
        .flat()
        .toSorted()
        .map((value): readonly [string, string] => [name, value]),
    );
}

/** Each with the form of its value, in which no name of another field can stand. */
const FORMS: readonly (readonly [name: string, form: RegExp])[] = [
  ['CallStatus', /^[a-z][a-z-]{0,31}$/],
  ['CallUUID', /^[0-9a-f-]{8,64}$/],
  ['Direction', /^[a-z]{1,32}$/],
  ['HangupCauseCode', /^\d{1,6}$/],
  ['Machine', /^(?:true|false)$/i],
];
/** A caller's name may contain some of these words: they count only with a value after them. */
const WORDS = new RegExp(
  'CallStatus(?=[a-z])|CallUUID|Direction(?=(?:in|out)bound)|HangupCauseCode(?=\\d)|' +
    'Machine(?=[Tt]rue|[Ff]alse)',
  'g',
);
/** All names of Plivo, and of the SIP headers that it passes on, begin so. */
const NAME = /^[A-Z][A-Za-z0-9_-]*$/;

function boundaryFault(publicUrl: string, fields: FormFields, nonce: string): string | null {
  const query = Object.entries(parse(apart(publicUrl)[1] ?? ''));
  const isOurs = ([name, value]: (typeof query)[number]) =>
    (name === 'callId' || name === 'clientId') &&
    typeof value === 'string' &&
    !/&|\.[A-Z]/.test(value);
  if (!query.every(isOurs)) {
    return (
      'The address may hold only callId and clientId, once each, without & and without a capital ' +
      'letter after a full stop: else it is not sure where the signed address ends.'
    );
  }
  if (!/^[A-Za-z0-9-]+$/.test(nonce)) return `${NONCE} is not of its form.`;
  if (![...fields.keys()].every((name) => NAME.test(name))) {
    return 'A name of the form is not of its form, so it is not sure where it ends.';
  }
  const formless = FORMS.find(([name, form]) => {
    const values = fields.get(name) ?? [];
    return values.length > 1 || values.some((value) => value !== '' && !form.test(value));
  });
  if (formless !== undefined) return `${formless[0]} is not of its form or given twice.`;
  const unsure = unsureField(fields, WORDS);
  return unsure === null
    ? null
    : `${unsure.slice(0, 64)} holds the name of another field, so it is not sure where it ends.`;
}
