/**
 * Where a text stops being JSON, as line and column, for files that people write: of settings and
 * of `ringpost apply`. Must never repeat the text, which may hold a secret.
 */

/**
 * The message of the parser has no place for many faults, and it quotes the file. So the shortest
 * beginning is sought that no end could mend.
 */
export function faultIn(text: string): { readonly line: number; readonly column: number } {
  let [good, bad] = [0, text.length];
  while (good < bad) {
    const middle = (good + bad) >> 1;
    if (isBeginning(text.slice(0, middle + 1))) good = middle + 1;
    else bad = middle;
  }
  const before = text.slice(0, good).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

/** Whether more text could make it JSON: the parser wants more at the very end. */
function isBeginning(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch (error) {
    const said = error instanceof Error ? error.message : '';
    if (/^Unexpected end|^Unterminated string/.test(said)) return true;
    return Number(/at position (\d+)/.exec(said)?.[1] ?? -1) === text.length;
  }
}
