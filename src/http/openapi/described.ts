/**
 * The text of one operation that is written by hand, besides its schemas: `example.ts` and
 * `example-acw.ts` say it, `annotate.ts` writes it into the document.
 */
export interface Described {
  /** The meaning of a success. */
  readonly success: string;
  readonly request?: object;
  /** The body is a form, which the route reads itself; a request of it as fields. */
  readonly form?: object;
  readonly answer?: object;
}
