/**
 * The signatures of SignalWire, keyed with the signing key: in hex over the address and the exact
 * body, with SHA-1 and, for calls, with SHA-256 in a header of its own, which then decides; or in
 * base64 over the address and the sorted fields of a form, as Twilio's family signs. Must be given
 * only the configured address.
 */
import { createHmac } from 'node:crypto';
import type { IngestRequest } from '../../engine/ports/ingest-adapter.ts';
import type { FormFields } from '../form.ts';
import { signedAddresses, signedTexts } from '../signature/form-hmac.ts';
import { isSame, missing, secretsFault } from '../signature/signature-check.ts';

/** The first of these that the request has holds the signature. */
export const HEADERS = [
  ['x-signalwire-sha256-signature', 'sha256'],
  ['x-signalwire-signature', 'sha1'],
  ['x-twilio-signature', 'sha1'],
] as const;

type Encoded = readonly [text: string, encoding: 'hex' | 'base64'];

/** Of a body that is JSON. Returns a sentence, or null if SignalWire sent the request. */
export function bodyFault(request: IngestRequest): string | null {
  // The name that ends the address of a form may not make a signed form an address of JSON.
  if (signedAddresses(request.publicUrl).some((each) => each.includes('AccountSid'))) {
    return 'The address of the callback may not hold AccountSid.';
  }
  return faultOf(request, textsOfBody(request));
}

/** Of a form, in both ways. */
export function formFault(request: IngestRequest, fields: FormFields): string | null {
  const texts = signedTexts(request.publicUrl, fields).map((text): Encoded => [text, 'base64']);
  return faultOf(request, [...texts, ...textsOfBody(request)]);
}

function textsOfBody({ publicUrl, body }: IngestRequest): readonly Encoded[] {
  return signedAddresses(publicUrl).map((address) => [address + body, 'hex']);
}

function faultOf(request: IngestRequest, texts: readonly Encoded[]): string | null {
  if (request.isSample === true) return null;
  const { headers, secrets } = request;
  const found = HEADERS.find(([name]) => (headers[name] ?? '') !== '');
  if (found === undefined) return missing(HEADERS[1][0]);
  const [header, algorithm] = found;
  const given = headers[header] ?? '';
  const fault = secretsFault(header, secrets, (secret) =>
    texts.some(([text, encoding]) =>
      isSame(given, createHmac(algorithm, secret).update(text, 'utf8').digest(encoding)),
    ),
  );
  if (fault === null) return null;
  return (
    `${fault} The signature covers the public address of this source too; ` +
    'both must be the ones that SignalWire uses.'
  );
}
