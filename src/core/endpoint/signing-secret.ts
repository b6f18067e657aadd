/**
 * The secret of an endpoint with `hmac-sha256` in the form of Standard Webhooks: `whsec_` and
 * base64 of 24 to 64 random bytes. Its text is shown once, when it is created.
 */
import { SECRET_PREFIX } from './endpoint.ts';

const BYTES = { made: 32, min: 24, max: 64 } as const;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** How many random bytes `secretOf` needs. */
export const SECRET_BYTES = BYTES.made;

/** `token`: random bytes as base64url without padding. */
export function secretOf(token: string): string {
  const base64 = token.replaceAll('-', '+').replaceAll('_', '/');
  return `${SECRET_PREFIX}${base64}${'='.repeat((4 - (base64.length % 4)) % 4)}`;
}

/** Why a secret may not be used; null if it may. */
export function secretFault(secret: string): string | null {
  const base64 = secret.startsWith(SECRET_PREFIX) ? secret.slice(SECRET_PREFIX.length) : null;
  const bytes = base64 !== null && BASE64.test(base64) ? bytesIn(base64) : 0;
  return bytes >= BYTES.min && bytes <= BYTES.max
    ? null
    : `Use ${SECRET_PREFIX} and base64 of ${BYTES.min} to ${BYTES.max} random bytes, or leave it ` +
        'out: then one is made.';
}

function bytesIn(base64: string): number {
  const padding = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0;
  return (base64.length / 4) * 3 - padding;
}
