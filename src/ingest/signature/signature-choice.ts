/**
 * Step 1, which preset of `signature/` checks the requests of a source by its settings, and with
 * which header. What each scheme proves decides what else a source may do: one that only proves the
 * sender takes GET and CloudEvents in headers, one that covers the body does not, since it would
 * not cover those.
 */
import type { FieldError } from '../../core/error/service-error.ts';
import { isObject } from '../json.ts';
import { ed25519, publicKeyFault } from './ed25519.ts';
import { hmacOfBody } from './hmac-body.ts';
import { hmacOfTimeAndBody, TIMED_STYLES } from './hmac-timed.ts';
import { tokenOfBody } from './jwt.ts';
import { keyFileFault, userPasswordFault } from './secret-form.ts';
import { type SignatureCheck, WINDOW_MS } from './signature-check.ts';
import { SIGNATURE_HEADERS, standardSecretFault, standardWebhooks } from './standard-webhooks.ts';
import { basicAuth, bearerToken, headerToken } from './static-secret.ts';

export interface SignatureChoice {
  readonly scheme: Scheme;
  readonly header?: string;
  readonly timeHeader?: string;
  readonly algorithm?: 'sha256' | 'sha1' | 'sha512';
  readonly encoding?: 'hex' | 'base64';
  readonly prefix?: string;
  readonly style?: keyof typeof TIMED_STYLES;
  readonly hashClaim?: string;
}

type Key = Exclude<keyof SignatureChoice, 'scheme'>;

/** The keys that each scheme needs, those that it may have, and whether it covers the body. */
const SCHEMES = {
  'standard-webhooks': { needs: [], may: [], covers: 'body' },
  'hmac-body': { needs: ['header'], may: ['algorithm', 'encoding', 'prefix'], covers: 'body' },
  'hmac-timed': { needs: ['header', 'style'], may: ['timeHeader'], covers: 'body' },
  ed25519: { needs: ['header', 'timeHeader'], may: [], covers: 'body' },
  'jwt-body': { needs: ['header', 'hashClaim'], may: ['encoding'], covers: 'body' },
  bearer: { needs: [], may: [], covers: 'sender' },
  'header-token': { needs: ['header'], may: [], covers: 'sender' },
  basic: { needs: [], may: [], covers: 'sender' },
} as const satisfies Readonly<
  Record<string, { needs: readonly Key[]; may: readonly Key[]; covers: 'body' | 'sender' }>
>;
export type Scheme = keyof typeof SCHEMES;

const HEADER = /^[a-z0-9!#$%&'*+.^_`|~-]{1,100}$/;
const VALUES: Readonly<
  Record<Key, { readonly ok: (text: string) => boolean; readonly help: string }>
> = {
  header: { ok: (text) => HEADER.test(text), help: 'Send the name of a header in small letters.' },
  timeHeader: {
    ok: (text) => HEADER.test(text),
    help: 'Send the name of a header in small letters.',
  },
  algorithm: oneOf('sha256', 'sha1', 'sha512'),
  encoding: oneOf('hex', 'base64'),
  prefix: { ok: (text) => text.length <= 32, help: 'Send at most 32 characters.' },
  style: oneOf(...Object.keys(TIMED_STYLES)),
  hashClaim: {
    ok: (text) => text !== '' && text.length <= 64,
    help: 'Send the name of the claim with the hash of the body.',
  },
};

/** Styles whose time has a header of its own. */
const APART = Object.entries(TIMED_STYLES)
  .filter(([, { parts }]) => parts === null)
  .map(([name]) => name);

function oneOf(...values: readonly string[]) {
  return { ok: (text: string) => values.includes(text), help: `Use ${values.join(' or ')}.` };
}

export type ReadChoice =
  | { readonly kind: 'ok'; readonly choice: SignatureChoice }
  | { readonly kind: 'faulty'; readonly faults: readonly FieldError[] };

/** `among`: the schemes of the platform; else all. */
export function signatureChoice(given: unknown, among?: readonly Scheme[]): ReadChoice {
  const names: readonly string[] = among ?? Object.keys(SCHEMES);
  if (!isObject(given) || typeof given.scheme !== 'string' || !names.includes(given.scheme)) {
    const message = `Choose how requests are signed: ${names.join(', ')}.`;
    return { kind: 'faulty', faults: [{ field: '/scheme', message }] };
  }
  // The list of names holds it.
  const scheme = given.scheme as Scheme;
  const needs: readonly Key[] = SCHEMES[scheme].needs;
  const may: readonly Key[] = SCHEMES[scheme].may;
  const faults: FieldError[] = [];
  for (const [key, value] of Object.entries(given)) {
    if (key === 'scheme') continue;
    const known = [...needs, ...may].find((each) => each === key);
    if (known === undefined) {
      faults.push({ field: `/${key}`, message: `The scheme ${scheme} has no such setting.` });
    } else if (typeof value !== 'string' || !VALUES[known].ok(value)) {
      faults.push({ field: `/${key}`, message: VALUES[known].help });
    }
  }
  for (const key of needs) {
    if (given[key] === undefined) faults.push({ field: `/${key}`, message: VALUES[key].help });
  }
  const { style, timeHeader } = given;
  const apart = APART.some((each) => each === style);
  if (scheme === 'hmac-timed' && apart !== (timeHeader !== undefined)) {
    const message = apart
      ? 'This style has the time in a header of its own: name it.'
      : 'This style has the time in the header of the signature: leave it out.';
    faults.push({ field: '/timeHeader', message });
  }
  if (faults.length > 0) return { kind: 'faulty', faults };
  // Every key was checked above.
  return { kind: 'ok', choice: given as unknown as SignatureChoice };
}

export function coversBody({ scheme }: SignatureChoice): boolean {
  return SCHEMES[scheme].covers === 'body';
}

/**
 * What to send instead of a secret that the scheme cannot use; null if it may be used. `former`:
 * the choice under which it has counted so far.
 */
export function secretFaultOf(
  { scheme }: SignatureChoice,
  secret: string,
  former?: SignatureChoice,
): string | null {
  if (former?.scheme === 'ed25519' && scheme !== 'ed25519') return PUBLIC_SO_FAR;
  switch (scheme) {
    case 'standard-webhooks':
      return standardSecretFault(secret);
    case 'ed25519':
      return publicKeyFault(secret);
    case 'basic':
      return userPasswordFault(secret);
    case 'hmac-body':
    case 'hmac-timed':
    case 'jwt-body':
    case 'bearer':
    case 'header-token':
      return keyFileFault(secret);
  }
}

/** A public key in base64 has no form that a secret in base64 could not have. */
const PUBLIC_SO_FAR = 'The present secret is a public key, which others know.';

/** One of these holds the signature or the secret. */
export function headersOf({ scheme, header = '' }: SignatureChoice): readonly string[] {
  switch (scheme) {
    case 'standard-webhooks':
      return SIGNATURE_HEADERS;
    case 'bearer':
    case 'basic':
      return ['authorization'];
    case 'hmac-body':
    case 'hmac-timed':
    case 'ed25519':
    case 'jwt-body':
    case 'header-token':
      return [header];
  }
}

export function checkOf(choice: SignatureChoice): SignatureCheck {
  const { header = '', timeHeader = null, algorithm = 'sha256', encoding = 'hex' } = choice;
  const windowMs = WINDOW_MS;
  switch (choice.scheme) {
    case 'standard-webhooks':
      return standardWebhooks(windowMs);
    case 'hmac-body':
      return hmacOfBody({ header, algorithm, encoding, prefix: choice.prefix ?? '' });
    case 'hmac-timed':
      return hmacOfTimeAndBody({ style: choice.style ?? 't,v1', header, timeHeader, windowMs });
    case 'ed25519':
      return ed25519({ header, timeHeader: timeHeader ?? '', windowMs });
    case 'jwt-body': {
      const settings = {
        header,
        hashClaim: choice.hashClaim ?? '',
        hashEncoding: encoding,
        windowMs,
      };
      return (request) => {
        const read = tokenOfBody(request, settings);
        return read.kind === 'fault' ? read.fault : null;
      };
    }
    case 'bearer':
      return bearerToken();
    case 'header-token':
      return headerToken(header);
    case 'basic':
      return basicAuth();
  }
}
