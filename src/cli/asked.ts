/**
 * What the operator gave a command besides settings: its arguments in order, and the flags that
 * only this command has.
 */
export interface Asked {
  readonly words: readonly string[];
  /** By name in camel case; true for a flag without a value. */
  readonly flags: Readonly<Record<string, string | true | undefined>>;
}
