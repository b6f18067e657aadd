/**
 * Security headers. An API reply is data: nothing in it may run, be framed, sniffed or cached.
 * Fixed texts, because computing them for every reply costs more than the rest of the hook. Pages
 * (`/docs`, the dashboard) get theirs from helmet with `PAGE_DIRECTIVES`.
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

/** Scripts, styles and requests of our own origin only; no inline code. */
export const PAGE_DIRECTIVES = {
  defaultSrc: ["'none'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'"],
  imgSrc: ["'self'", 'data:'],
  fontSrc: ["'self'"],
  connectSrc: ["'self'"],
  baseUri: ["'none'"],
  formAction: ["'self'"],
  frameAncestors: ["'none'"],
  objectSrc: ["'none'"],
  // Only for previews of mail: documents without an origin, in which nothing runs.
  frameSrc: ["'self'"],
};
