/**
 * Security headers. An API reply is data: nothing in it may run, be framed, sniffed or cached. The
 * texts are fixed, because computing them for every reply costs more than the rest of the hook.
 */

export const API_HEADERS = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
} as const;

/**
 * A year of https, for this host only, since this service does not decide about other hosts of the
 * domain.
 */
export const TRANSPORT_SECURITY = 'max-age=31536000';
