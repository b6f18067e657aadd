/**
 * One thing that `ringpost doctor` looked at: whether it is as it should be, and a sentence that
 * says so, or what to do.
 */
export interface Check {
  readonly good: boolean;
  readonly text: string;
}
