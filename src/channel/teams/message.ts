/**
 * A firing as a message for Teams' workflows and connectors (S8.10): one Adaptive Card in the
 * envelope that the templates of flows expect. Card text is Markdown, so every value is escaped.
 * The same firing gives the same bytes.
 */

import {
  type AnyFiring,
  isNotice,
  type NoticeMessage,
  noticeMessageOf,
} from '../../core/alert/notice.ts';
import { type Message, messageOf } from '../../core/payload/message.ts';

/** Replaces an invisible value. */
const EMPTY = '\\-';

/** Teams counts 28 KiB after expanding a card; our own limit is lower. */
export const BODY_BYTES_MAX = 20_000;

export function teamsBody(firing: AnyFiring): string {
  if (isNotice(firing)) return enveloped(noticeCard(noticeMessageOf(firing)));
  const message = messageOf(firing);
  const body = bodyOf(message, message.errors.length);
  if (Buffer.byteLength(body) <= BODY_BYTES_MAX) return body;
  // Only errors and what is known of the call besides can make the card too long. First the last
  // of these facts are left out; then as many errors as fit are shown, with the number of the
  // others.
  let { facts } = message;
  let shown = message.errors.length;
  let cut = body;
  while (Buffer.byteLength(cut) > BODY_BYTES_MAX && facts.at(-1)?.key === null) {
    facts = facts.slice(0, -1);
    cut = bodyOf({ ...message, facts, text: firing.text }, shown);
  }
  while (shown > 0 && Buffer.byteLength(cut) > BODY_BYTES_MAX) {
    shown -= 1;
    cut = bodyOf({ ...message, facts, text: firing.text }, shown);
  }
  return cut;
}

function bodyOf(message: Message, errorsShown: number): string {
  return enveloped(cardOf(message, errorsShown));
}

function enveloped(content: object): string {
  return JSON.stringify({
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        contentUrl: null,
        content,
      },
    ],
  });
}

function cardOf(message: Message, errorsShown: number): object {
  const { heading, facts, time, text } = message;
  return {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    // Clients that do not support this version of cards show this as Markdown, too.
    fallbackText: text.split('\n').map(escaped).join('\n\n'),
    msteams: { width: 'Full' },
    body: [
      {
        type: 'TextBlock',
        text: escaped(heading),
        size: 'Medium',
        weight: 'Bolder',
        wrap: true,
      },
      {
        type: 'FactSet',
        facts: facts.map(({ label, value }) => ({ title: label, value: escaped(value) || EMPTY })),
      },
      ...errorsOf(message, errorsShown),
      {
        type: 'TextBlock',
        text: `Time: ${escaped(time)}`,
        isSubtle: true,
        size: 'Small',
        wrap: true,
      },
    ],
  };
}

/** A notice of alerts: what, since when, how much waits, what to do, and the page. */
function noticeCard(notice: NoticeMessage): object {
  const { serviceName, isOpen, title, lines, facts, action, link, time, text } = notice;
  const block = (shown: string) => ({ type: 'TextBlock', text: escaped(shown), wrap: true });
  const heading = `[${serviceName}] ${isOpen ? 'Alert' : 'Recovered'}: ${title}`;
  return {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    fallbackText: text.split('\n').map(escaped).join('\n\n'),
    msteams: { width: 'Full' },
    body: [
      { ...block(heading), size: 'Medium', weight: 'Bolder' },
      {
        type: 'Container',
        style: isOpen ? 'attention' : 'good',
        items: lines.map(block),
      },
      {
        type: 'FactSet',
        facts: facts.map(({ label, value }) => ({ title: label, value: escaped(value) || EMPTY })),
      },
      ...(action === '' ? [] : [block(`What to do: ${action}`)]),
      { ...block(`Time: ${time}`), isSubtle: true, size: 'Small' },
    ],
    ...(link === ''
      ? {}
      : { actions: [{ type: 'Action.OpenUrl', title: 'Open the page', url: link }] }),
  };
}

function errorsOf({ errors, moreErrors }: Message, shown: number): readonly object[] {
  const lines = errors.slice(0, shown).map(({ code, message }) => escaped(`[${code}] ${message}`));
  const left = moreErrors + errors.length - shown;
  if (left > 0) lines.push(`… and ${left} more`);
  if (lines.length === 0) return [];
  const items = lines.map((text) => ({
    type: 'TextBlock',
    text,
    color: 'Attention',
    wrap: true,
  }));
  return [{ type: 'Container', style: 'attention', items }];
}

/**
 * One line of text as Markdown that shows exactly that line: nothing in it is emphasis, a link, a
 * list, an entity, or a date function of the card (`{{DATE(...)}}`). Only characters that could
 * begin one get a backslash, since the list of chats shows the source.
 */
function escaped(line: string): string {
  // Characters that Markdown would drop or take for code, and invisible ones.
  const shown = line.trim();
  return shown
    .replace(/[\\`*_~[\]()<>#|{}]/g, '\\$&')
    .replace(/&(?=[a-z0-9]+;)/gi, '\\&')
    .replace(NAMED_HOST, '\\.')
    .replace(/^[-+=]/, '\\$&')
    .replace(/^(\d+)\./, '$1\\.')
    .replace(/@|:(?=\/)|(?<=\b(?:mailto|tel|xmpp)):/gi, '\\$&');
}

/** The dot in `evil.example`, because clients make a link of such a text. */
const NAMED_HOST = /(?<=\S)\.(?=\p{L})/gu;
