/**
 * The result of one check of `ringpost doctor`: what was looked at, whether it passed, and a
 * sentence that says so, or says what to do. `fixed`: it was wrong, and `--fix` mended it.
 */
export interface Check {
  /** For programs, with `--json`; the sentence may change, the name does not. */
  readonly name?: string;
  readonly good: boolean;
  readonly text: string;
  readonly fixed?: true;
}

export function good(name: string, text: string): Check {
  return { name, good: true, text };
}

export function wrong(name: string, text: string): Check {
  return { name, good: false, text };
}

export function fixed(name: string, text: string): Check {
  return { name, good: true, text, fixed: true };
}
