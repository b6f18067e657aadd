/**
 * Step 5: assembles the JSON body from its stored parts (S4.1, S5.9). It only joins texts that were
 * rendered once, so the body has the same bytes on every attempt. Key order: content key, `data`,
 * `errors`; `errors` only if there are any.
 */
import { codePointCount, cutAtCodePoints } from '../text.ts';
import { TEXT_POINTS_MAX } from './render.ts';

/**
 * The characters that begin a mention or a link in chat products, by the key that each product
 * shows; U+200B after them prevents it. Discord reads `content` and notifies the person whom an `@`
 * names. Slack and Mattermost read `text`: `@channel`, `<!channel>`, `<@U1>`, and `<https://a|b>`,
 * which shows b and leads to a.
 */
const BREAKABLE: ReadonlyMap<string, string> = new Map([
  ['content', '@'],
  ['text', '@<'],
]);
const ZERO_WIDTH_SPACE = '\u200b';

/** `dataJson` and `errorsJson` are JSON texts as stored with the firing. */
export function assembleBody(
  contentKey: string,
  text: string,
  dataJson: string,
  errorsJson: string | null,
): string {
  const begins = BREAKABLE.get(contentKey);
  const shown = begins === undefined ? text : withoutMentions(text, begins);
  const errors = errorsJson === null ? '' : `,"errors":${errorsJson}`;
  return `{${JSON.stringify(contentKey)}:${JSON.stringify(shown)},"data":${dataJson}${errors}}`;
}

/** Makes mentions harmless in the lines after the header, and cuts lines that became too long. */
function withoutMentions(text: string, begins: string): string {
  const [header = '', ...rest] = text.split('\n');
  const grows = (line: string) => [...begins].some((begin) => line.includes(begin));
  if (!rest.some(grows)) return text;
  const lines = rest.map((line) => ({ line: broken(line, begins), grown: grows(line) }));
  const room = TEXT_POINTS_MAX - codePointCount(header) - lines.length;
  return [header, ...fit(lines, room, begins)].join('\n');
}

function broken(line: string, begins: string): string {
  let text = line;
  for (const begin of begins) text = text.replaceAll(begin, `${begin}${ZERO_WIDTH_SPACE}`);
  return text;
}

interface Line {
  readonly line: string;
  readonly grown: boolean;
}

/** Cuts lines that grew, the longest first and no more than needed, until all fit into `room`. */
function fit(lines: readonly Line[], room: number, begins: string): readonly string[] {
  const grown = lines
    .filter((line) => line.grown)
    .sort((a, b) => codePointCount(a.line) - codePointCount(b.line));
  let left = room - sum(lines.filter((line) => !line.grown));
  let share = left;
  for (const [index, { line }] of grown.entries()) {
    share = Math.floor(left / (grown.length - index));
    if (codePointCount(line) > share) break;
    left -= codePointCount(line);
  }
  return lines.map(({ line, grown }) => (grown ? cutGrown(line, share, begins) : line));
}

/** A cut line never ends with the beginning of a mention that lost its zero-width space. */
function cutGrown(line: string, share: number, begins: string): string {
  const cut = cutAtCodePoints(line, share);
  return cut !== '' && begins.includes(cut.slice(-1)) ? cut.slice(0, -1) : cut;
}

function sum(lines: readonly Line[]): number {
  return lines.reduce((total, { line }) => total + codePointCount(line), 0);
}
