/**
 * A firing as a message for Slack's incoming webhooks (S8.7): Block Kit with every value in
 * `plain_text`, because mrkdwn has no escape for `* _ ~`, and a fallback text in which the three
 * characters that begin mentions and links are entities. The same firing gives the same bytes.
 * Limits: https://docs.slack.dev/reference/block-kit/blocks.
 */

import {
  type AnyFiring,
  isNotice,
  type NoticeMessage,
  noticeMessageOf,
} from '../../core/alert/notice.ts';
import { type Fact, type Message, messageOf } from '../../core/payload/message.ts';

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

/** Only for our own labels: they are bold, so that a reader can tell them from values. */
interface Label {
  readonly type: 'mrkdwn';
  readonly text: string;
}

type Block =
  | { readonly type: 'header'; readonly text: PlainText }
  | { readonly type: 'section'; readonly fields: readonly (PlainText | Label)[] }
  | { readonly type: 'section'; readonly text: PlainText }
  | { readonly type: 'section'; readonly text: Label }
  | { readonly type: 'divider' }
  | { readonly type: 'context'; readonly elements: readonly PlainText[] };

export function slackBody(firing: AnyFiring): string {
  const { text, blocks } = partsOf(firing);
  return JSON.stringify({
    text: escaped(text),
    blocks,
    unfurl_links: false,
    unfurl_media: false,
  });
}

/** The text is what notifications show and screen readers say, so it has all that blocks have. */
function partsOf(firing: AnyFiring): { readonly text: string; readonly blocks: readonly Block[] } {
  if (isNotice(firing)) {
    return { text: firing.text, blocks: noticeBlocks(noticeMessageOf(firing)) };
  }
  const message = messageOf(firing);
  return { text: message.text, blocks: blocksOf(message) };
}

function blocksOf(message: Message): readonly Block[] {
  const { facts, errors, moreErrors, time } = message;
  // Two columns. `data` has at most five values, which is what a section takes.
  const said = facts.filter(({ key }) => key !== null);
  const known = facts.filter(({ key }) => key === null);
  const half = FIELDS_MAX / 2;
  const sections = [said.slice(0, half), known.slice(0, half), known.slice(half, FIELDS_MAX)];
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
    { type: 'header', text: plain(headerOf(message), HEADER_MAX) },
    ...sections.filter((section) => section.length > 0).map(sectionOf),
    ...errorBlocks,
    { type: 'context', elements: [plain(`Time: ${time}`, FIELD_MAX)] },
  ];
}

function sectionOf(facts: readonly Fact[]): Block {
  const fields = facts.flatMap(({ label, value }) => [bold(label), plain(value, FIELD_MAX)]);
  return { type: 'section', fields };
}

/** The link is of our own public address and ids, so it is the only markup with a value. */
function noticeBlocks(notice: NoticeMessage): readonly Block[] {
  const { serviceName, isOpen, title, lines, facts, action, link, time } = notice;
  const heading = `${isOpen ? 'Alert' : 'Recovered'}: ${title}`;
  const room = HEADER_MAX - heading.length - 4;
  const name = serviceName.length > room ? `${cutAtUnits(serviceName, room)}…` : serviceName;
  const fields = facts.flatMap(({ label, value }) => [bold(label), plain(value, FIELD_MAX)]);
  const page: Block = {
    type: 'section',
    text: { type: 'mrkdwn', text: `<${link}|Open the page>` },
  };
  return [
    { type: 'header', text: plain(`[${name}] ${heading}`, HEADER_MAX) },
    { type: 'section', text: plain(lines.join('\n'), SECTION_MAX) },
    { type: 'section', fields },
    ...(action === '' ? [] : [actionBlock(action)]),
    ...(link === '' ? [] : [page]),
    { type: 'context', elements: [plain(`Time: ${time}`, FIELD_MAX)] },
  ];
}

function actionBlock(action: string): Block {
  return { type: 'section', text: plain(`What to do: ${action}`, SECTION_MAX) };
}

/** If a name leaves no room for the trigger, the name is cut and not the trigger. */
function headerOf({ heading, serviceName, trigger }: Message): string {
  if (heading.length <= HEADER_MAX) return heading;
  return `[${cutAtUnits(serviceName, HEADER_MAX - trigger.length - 4)}…] ${trigger}`;
}

function bold(label: string): Label {
  return { type: 'mrkdwn', text: `*${label}*` };
}

/** `emoji: false`, so that a value such as `:fire:` stays a text. */
function plain(text: string, max: number): PlainText {
  return { type: 'plain_text', text: cutAtUnits(text, max), emoji: false };
}

/** Slack counts UTF-16 units; a surrogate pair is never split. */
function cutAtUnits(text: string, max: number): string {
  if (text.length <= max) return text;
  const cut = text.slice(0, max);
  return cut.isWellFormed() ? cut : cut.slice(0, -1);
}

/**
 * Escapes the only three characters that Slack wants as entities, so no mention or link is left.
 */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
