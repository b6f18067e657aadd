/**
 * Standard Webhooks (standardwebhooks.com, version 1): base64 HMAC-SHA256 over `id.timestamp.body`,
 * one or several signatures `v1,…` in a header. The secret is `whsec_` and base64, or base64
 * alone; one that is no base64 counts as its bytes.
 */
import { createHmac } from 'node:crypto';
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
    const text = `${id}.${time}.${body}`;
    const fits = fitsAny(secrets, (secret) => {
      const wanted = `v1,${createHmac('sha256', keyOf(secret)).update(text).digest('base64')}`;
      return fitsAny(signatures, (each) => isSame(each, wanted));
    });
    return fits ? null : mismatch(`${prefix}-signature`, secrets);
  };
}

const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

function keyOf(secret: string): Buffer {
  const text = secret.startsWith('whsec_') ? secret.slice('whsec_'.length) : secret;
  const isBase64 = BASE64.test(text) && text.length % 4 === 0;
  return Buffer.from(text, isBase64 ? 'base64' : 'utf8');
}
