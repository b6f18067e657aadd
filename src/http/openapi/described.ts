/**
 * The hand-written text of one operation, besides its schemas: `example.ts` and `example-acw.ts`
 * have the texts, `annotate.ts` writes them into the document.
 */
export interface Described {
  /** The meaning of a success. */
  readonly success: string;
  readonly request?: object;
  /** For a form as the body, which the route reads itself: an example as fields. */
  readonly form?: object;
  readonly answer?: object;
}
