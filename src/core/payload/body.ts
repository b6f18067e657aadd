/**
 * Step 5: the JSON body from its stored parts (specification section 2; decisions section 4).
 * Pure text work on what was rendered once, so the body has the same bytes on every attempt.
 * Key order: content key, `data`, `errors`; `errors` only when there are any.
 */
import { codePointCount, cutAtCodePoints } from '../text.ts';
import { TEXT_POINTS_MAX } from './display-text.ts';

/** Discord reads `content` and pings whoever an `@` names; U+200B after it breaks the ping. */
const MENTIONING_KEY = 'content';
const ZERO_WIDTH_SPACE = '\u200b';

/** `dataJson` and `errorsJson` are JSON texts as stored with the firing. */
export function assembleBody(
  contentKey: string,
  text: string,
  dataJson: string,
  errorsJson: string | null,
): string {
  const shown = contentKey === MENTIONING_KEY ? withoutMentions(text) : text;
  const errors = errorsJson === null ? '' : `,"errors":${errorsJson}`;
  return `{${JSON.stringify(contentKey)}:${JSON.stringify(shown)},"data":${dataJson}${errors}}`;
}

/** The lines after the header with `@` made harmless; lines that grew too long are cut. */
function withoutMentions(text: string): string {
  const [header = '', ...rest] = text.split('\n');
  if (!rest.some((line) => line.includes('@'))) return text;
  const lines = rest.map((line) => line.replaceAll('@', `@${ZERO_WIDTH_SPACE}`));
  return [header, ...fit(lines, TEXT_POINTS_MAX - codePointCount(header) - lines.length)].join(
    '\n',
  );
}

/** Cuts lines with an `@`, longest first and no more than needed, until all fit into `room`. */
function fit(lines: readonly string[], room: number): readonly string[] {
  const grown = lines
    .filter((line) => line.includes('@'))
    .sort((a, b) => codePointCount(a) - codePointCount(b));
  let left = room - sum(lines.filter((line) => !line.includes('@')));
  let share = left;
  for (const [index, line] of grown.entries()) {
    share = Math.floor(left / (grown.length - index));
    if (codePointCount(line) > share) break;
    left -= codePointCount(line);
  }
  return lines.map((line) => (line.includes('@') ? cutGrown(line, share) : line));
}

/** A line never ends with an `@` that lost its zero-width space. */
function cutGrown(line: string, share: number): string {
  const cut = cutAtCodePoints(line, share);
  return cut.endsWith('@') ? cut.slice(0, -1) : cut;
}

function sum(lines: readonly string[]): number {
  return lines.reduce((total, line) => total + codePointCount(line), 0);
}
