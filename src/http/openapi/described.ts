/**
 * What is said of one operation by hand, beside its schemas: `example.ts` and `example-acw.ts` say
 * it, `annotate.ts` writes it into the document.
 */
export interface Described {
  /** What a success means. */
  readonly success: string;
  readonly request?: object;
  /** The body is a form, which the route reads itself; a request of it as fields. */
  readonly form?: object;
  readonly answer?: object;
}
