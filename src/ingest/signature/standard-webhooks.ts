/**
 * Standard Webhooks (standardwebhooks.com, version 1): base64 HMAC-SHA256 over `id.timestamp.body`,
 * one or several signatures `v1,…` in a header. The secret is `whsec_` and base64, or base64
 * alone; one that is no base64 counts as its bytes.
 */
import { createHmac } from 'node:crypto';
import { bytesOfBase64, KEY_BYTES_MIN } from './secret-form.ts';
import {
  fitsAny,
  isSame,
  mismatch,
  missing,
  type SignatureCheck,
  signedTimeMs,
  windowFault,
} from './signature-check.ts';

/** As libraries do: also under Svix's older names. */
const PREFIXES = ['webhook', 'svix'] as const;
export const SIGNATURE_HEADERS = PREFIXES.map((name) => `${name}-signature`);
const SIGNATURES_MAX = 8;

export function standardWebhooks(windowMs: number): SignatureCheck {
  return ({ body, headers, secrets, nowMs, isSample }) => {
    if (isSample === true) return null;
    const prefix = PREFIXES.find((name) => headers[`${name}-signature`] !== undefined) ?? 'webhook';
    const names = ['id', 'timestamp', 'signature'].map((name) => `${prefix}-${name}`);
    const absent = names.find((name) => (headers[name] ?? '') === '');
    if (absent !== undefined) return missing(absent);
    const [id = '', time = '', given = ''] = names.map((name) => headers[name]);
    const at = signedTimeMs(time, 1_000);
    const fault = windowFault(`${prefix}-timestamp`, at, { nowMs, windowMs });
    if (fault !== null) return fault;
    const signatures = given.split(' ', SIGNATURES_MAX).filter((each) => each.startsWith('v1,'));
    const keys = secrets.map(keyOf).filter((key) => key !== null);
    if (keys.length === 0) return `The secret of this source is too short: ${SHORT}`;
    const text = `${id}.${time}.${body}`;
    const fits = fitsAny(keys, (key) => {
      const wanted = `v1,${createHmac('sha256', key).update(text).digest('base64')}`;
      return fitsAny(signatures, (each) => isSame(each, wanted));
    });
    return fits ? null : mismatch(`${prefix}-signature`, secrets);
  };
}

const SHORT = `Send whsec_ and base64 of at least ${KEY_BYTES_MIN} bytes.`;

/** What to send instead; null if the secret may be used. */
export function standardSecretFault(secret: string): string | null {
  return keyOf(secret) === null ? SHORT : null;
}

/** Null: it is too short, and could be guessed. */
function keyOf(secret: string): Buffer | null {
  const text = secret.startsWith('whsec_') ? secret.slice('whsec_'.length) : secret;
  const decoded = text.length % 4 === 0 ? bytesOfBase64(text) : null;
  const key = decoded ?? Buffer.from(text, 'utf8');
  return key.length < KEY_BYTES_MIN ? null : key;
}
