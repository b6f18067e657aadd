/**
 * The result of one check of `ringpost doctor`: whether it passed, and a sentence that says so, or
 * says what to do.
 */
export interface Check {
  readonly good: boolean;
  readonly text: string;
}
