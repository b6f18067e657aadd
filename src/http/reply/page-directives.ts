/**
 * The content security policy of the pages (`/docs`, the dashboard); helmet adds the other headers
 * of a page.
 */

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
