/**
 * A firing as Slack's incoming webhooks take it (decisions section 7): Block Kit with every value
 * in `plain_text`, because mrkdwn has no escape for `* _ ~`, and a fallback text in which the
 * three characters that begin mentions and links are entities. The same firing gives the same
 * bytes. Limits: https://docs.slack.dev/reference/block-kit/blocks.
 */
import { type Message, messageOf, type StoredFiring } from '../../core/payload/message.ts';
import { cutAtCodePoints } from '../../core/text.ts';

/** Characters of a header, of a field and of a section's text; fields of a section. */
export const HEADER_MAX = 150;
export const FIELD_MAX = 2_000;
export const SECTION_MAX = 3_000;
export const FIELDS_MAX = 10;

interface PlainText {
  readonly type: 'plain_text';
  readonly text: string;
  readonly emoji: false;
}

type Block =
  | { readonly type: 'header'; readonly text: PlainText }
  | { readonly type: 'section'; readonly fields: readonly PlainText[] }
  | { readonly type: 'section'; readonly text: PlainText }
  | { readonly type: 'divider' }
  | { readonly type: 'context'; readonly elements: readonly PlainText[] };

export function slackBody(firing: StoredFiring): string {
  const message = messageOf(firing);
  return JSON.stringify({
    text: escaped(message.text),
    blocks: blocksOf(message),
    unfurl_links: false,
    unfurl_media: false,
  });
}

function blocksOf({ heading, facts, errors, moreErrors, time }: Message): readonly Block[] {
  const fields = facts
    .slice(0, FIELDS_MAX)
    .map(({ label, value }) => plain(`${label}\n${value}`, FIELD_MAX));
  const lines = errors.map(({ code, message }) => `[${code}] ${message}`);
  if (moreErrors > 0) lines.push(`… and ${moreErrors} more`);
  const errorBlocks: readonly Block[] =
    lines.length === 0
      ? []
      : [
          { type: 'divider' },
          { type: 'section', text: plain(`Errors:\n${lines.join('\n')}`, SECTION_MAX) },
        ];
  return [
    { type: 'header', text: plain(heading, HEADER_MAX) },
    { type: 'section', fields },
    ...errorBlocks,
    { type: 'context', elements: [plain(`Time: ${time}`, FIELD_MAX)] },
  ];
}

/** `emoji: false`: a value such as `:fire:` stays what it is. */
function plain(text: string, max: number): PlainText {
  return { type: 'plain_text', text: cutAtUnits(text, max), emoji: false };
}

/** Slack counts UTF-16 units; a pair is never cut in two. */
function cutAtUnits(text: string, max: number): string {
  if (text.length <= max) return text;
  let cut = cutAtCodePoints(text, max);
  while (cut.length > max) cut = cutAtCodePoints(cut, [...cut].length - 1);
  return cut;
}

/** The only three characters that Slack wants as entities; no mention or link survives it. */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
