/**
 * Ed25519 over `timestamp|body` (Telnyx). The secret of the source is the platform's public key, as
 * its console shows it (base64 of 32 bytes), or as PEM with or without its first and last line: it
 * can verify, and sign nothing.
 */
import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import { type BoundedCache, createBoundedCache } from '../../core/bounded-cache.ts';
import { bytesOfBase64 } from './secret-form.ts';
import {
  fitsAny,
  mismatch,
  missing,
  type SignatureCheck,
  signedTimeMs,
  windowFault,
} from './signature-check.ts';

export interface Ed25519 {
  /** In lower case, of the signature (base64) and of the time (seconds). */
  readonly header: string;
  readonly timeHeader: string;
  readonly windowMs: number;
}

export function ed25519({ header, timeHeader, windowMs }: Ed25519): SignatureCheck {
  return ({ body, headers, secrets, nowMs, isSample }) => {
    if (isSample === true) return null;
    const given = headers[header];
    const time = headers[timeHeader];
    if (given === undefined || given === '') return missing(header);
    if (time === undefined || time === '') return missing(timeHeader);
    const fault = windowFault(timeHeader, signedTimeMs(time, 1_000), { nowMs, windowMs });
    if (fault !== null) return fault;
    const keys = secrets.map(publicKeyOf);
    if (keys.every((key) => key === null)) {
      return 'The secret of this source is no Ed25519 public key: enter the one of the platform.';
    }
    const text = Buffer.from(`${time}|${body}`, 'utf8');
    const signature = Buffer.from(given, 'base64');
    // Base64 is read leniently, so one signature would have many writings.
    const isCanonical = signature.toString('base64') === given;
    const fits =
      isCanonical && fitsAny(keys, (key) => key !== null && verify(null, text, key, signature));
    return fits ? null : mismatch(header, secrets);
  };
}

/** What to send instead; null if the secret is a public key. */
export function publicKeyFault(secret: string): string | null {
  return publicKeyOf(secret) === null
    ? `Send the public key of the platform: base64 of ${KEY_BYTES} bytes, or PEM (Ed25519).`
    : null;
}

/** SubjectPublicKeyInfo of Ed25519 (RFC 8410), before the 32 bytes of the key. */
const DER_START = Buffer.from('302a300506032b6570032100', 'hex');
const KEY_BYTES = 32;

/** Making one costs a quarter of a verification. */
const keys: BoundedCache<string, KeyObject> = createBoundedCache(1_000);

function publicKeyOf(secret: string): KeyObject | null {
  const known = keys.get(secret);
  if (known !== undefined) return known;
  try {
    const key = secret.startsWith('-----') ? createPublicKey(secret) : ofBytes(secret);
    if (key === null || key.asymmetricKeyType !== 'ed25519') return null;
    keys.set(secret, key);
    return key;
  } catch {
    return null;
  }
}

function ofBytes(secret: string): KeyObject | null {
  const bytes = bytesOfBase64(secret);
  const isWhole = bytes?.length === DER_START.length + KEY_BYTES;
  if (bytes === null || !(isWhole || bytes.length === KEY_BYTES)) return null;
  const der = isWhole ? bytes : Buffer.concat([DER_START, bytes]);
  return createPublicKey({ key: der, format: 'der', type: 'spki' });
}
