/**
 * Step 1 for Vapi, how its custom credentials prove a message: a Bearer token, a token in a header
 * of its own, or an HMAC with or without a time. What Vapi's dashboard proposes needs no settings:
 * the header that a message has says which it is. Others are settings of the source (S2.23).
 */
import type { FieldError } from '../../core/error/service-error.ts';
import { isObject, type JsonObject } from '../json.ts';
import { hmacOfTimeAndBody } from '../signature/hmac-timed.ts';
import { keyFileFault } from '../signature/secret-form.ts';
import {
  type SignatureCheck,
  type SignedRequest,
  WINDOW_MS,
} from '../signature/signature-check.ts';
import {
  checkOf,
  headersOf,
  type Scheme,
  type SignatureChoice,
  secretFaultOf,
  signatureChoice,
} from '../signature/signature-choice.ts';
import { bearerToken, headerToken } from '../signature/static-secret.ts';

const SCHEMES: readonly Scheme[] = [
  'bearer',
  'header-token',
  'hmac-body',
  'hmac-timed',
  'standard-webhooks',
];

/** Null settings: the credential is one that Vapi proposes. */
export function settingsFaults(settings: object | null): readonly FieldError[] {
  if (settings === null) return [];
  const given = isObject(settings) ? settings : {};
  const others = Object.keys(given).filter((key) => key !== 'signature');
  const read = signatureChoice(given.signature, SCHEMES);
  const faults = read.kind === 'faulty' ? read.faults : [];
  return [
    ...others.map((key) => ({ field: `/${key}`, message: 'Send nothing but signature.' })),
    ...faults.map(({ field, message }) => ({ field: `/signature${field}`, message })),
  ];
}

/** Of settings with faults none is said: these are refused. */
export function secretFault(secret: string, settings: object | null): string | null {
  if (!isObject(settings)) return keyFileFault(secret);
  const ready = readyOf(settings);
  return ready === null ? null : secretFaultOf(ready.choice, secret);
}

interface Ready {
  readonly choice: SignatureChoice;
  readonly check: SignatureCheck;
}

/** By the object of the settings: a service parses those of a source once. */
const known = new WeakMap<object, Ready>();

/** Null: the settings have faults. */
function readyOf(settings: JsonObject): Ready | null {
  const found = known.get(settings);
  if (found !== undefined) return found;
  const read = signatureChoice(settings.signature, SCHEMES);
  if (read.kind === 'faulty') return null;
  const made = { choice: read.choice, check: checkOf(read.choice) };
  known.set(settings, made);
  return made;
}

const HMAC_HEADER = 'x-signature';
const SECRET_HEADER = 'x-vapi-secret';
const hmac = hmacOfTimeAndBody({
  style: 'time.body',
  header: HMAC_HEADER,
  timeHeader: 'x-timestamp',
  windowMs: WINDOW_MS,
});
const secretHeader = headerToken(SECRET_HEADER);
const bearer = bearerToken();

/** Settings with faults are told when the request is read. */
export function proofHeaders(settings: object | null): readonly string[] {
  if (!isObject(settings)) return [HMAC_HEADER, SECRET_HEADER, 'authorization'];
  const ready = readyOf(settings);
  return ready === null ? [] : headersOf(ready.choice);
}

/** Null if Vapi sent the request. Every scheme needs the secret, so none can be evaded. */
export function credentialFault(
  request: SignedRequest,
  settings: object | null | undefined,
): string | null {
  if (isObject(settings)) {
    const ready = readyOf(settings);
    return ready === null
      ? 'The settings of this source are not valid: enter them again.'
      : ready.check(request);
  }
  if (request.headers[HMAC_HEADER] !== undefined) return hmac(request);
  return request.headers[SECRET_HEADER] === undefined ? bearer(request) : secretHeader(request);
}
