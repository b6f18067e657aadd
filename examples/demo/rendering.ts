/**
 * A message of the inbox as the people would see it whom it is for, in lines for a terminal: reads
 * Slack's blocks, the card of Teams and the text of a mail. Pure. It shows what came and must never
 * fill in what did not: a body that is none of these is an error.
 */
import type { InboxItemDetail } from './api.ts';
import type { Panel, PanelLine } from './journal.ts';

const LABEL_WIDTH = 12;
/** The display text draws its own lines across. */
const RULE = /^─+$/;

export function renderingOf(item: InboxItemDetail): Panel {
  switch (item.channel) {
    case 'slack':
      return { title: 'Slack', lines: listOf(part(item.json, 'blocks')).flatMap(slackLines) };
    case 'teams':
      return { title: 'Microsoft Teams', lines: cardLines(item.json) };
    case 'email':
      return mailPanel(item);
    default:
      throw new Error(`no rendering of what came to ${item.channel}`);
  }
}

function slackLines(block: unknown): readonly PanelLine[] {
  const type = part(block, 'type');
  if (type === 'header') return textLines('heading', part(part(block, 'text'), 'text'));
  if (type === 'divider') return [{ look: 'rule', text: '' }];
  if (type === 'context') {
    return listOf(part(block, 'elements')).flatMap((each) =>
      textLines('faint', part(each, 'text')),
    );
  }
  const text = part(part(block, 'text'), 'text');
  if (text !== undefined) return textLines('bad', text);
  // Two columns: a label in bold, its value beside it.
  const fields = listOf(part(block, 'fields')).map((field) => textOf(part(field, 'text')));
  return fields.flatMap((label, at) =>
    at % 2 === 0 ? [fact(label.replaceAll('*', ''), fields[at + 1] ?? '')] : [],
  );
}

function cardLines(json: unknown): readonly PanelLine[] {
  const [attachment] = listOf(part(json, 'attachments'));
  return listOf(part(part(attachment, 'content'), 'body')).flatMap(teamsLines);
}

function teamsLines(element: unknown): readonly PanelLine[] {
  switch (part(element, 'type')) {
    case 'FactSet':
      return listOf(part(element, 'facts')).map((each) =>
        fact(textOf(part(each, 'title')), unescaped(textOf(part(each, 'value')))),
      );
    case 'Container':
      return listOf(part(element, 'items')).flatMap(teamsLines);
    default: {
      const text = unescaped(textOf(part(element, 'text')));
      if (part(element, 'weight') === 'Bolder') return textLines('heading', text);
      if (part(element, 'color') === 'Attention') return textLines('bad', text);
      return textLines(part(element, 'isSubtle') === true ? 'faint' : 'plain', text);
    }
  }
}

/** Markdown shows the character behind a backslash. */
function unescaped(text: string): string {
  return text.replace(/\\([!-/:-@[-`{-~])/g, '$1');
}

function mailPanel({ mail }: InboxItemDetail): Panel {
  if (mail === null) throw new Error('what came to a mail address is no mail');
  const { from, to, subject, text } = mail;
  const head = [fact('From', from), fact('To', to.join(', ')), fact('Subject', subject)];
  const body = text.trimEnd().split('\n').map(mailLine);
  return { title: 'Mail', lines: [...head, { look: 'rule', text: '' }, ...body] };
}

function mailLine(line: string, at: number): PanelLine {
  if (RULE.test(line)) return { look: 'rule', text: '' };
  if (at === 0) return { look: 'heading', text: line };
  if (/^\[[A-Z_]+\] /.test(line)) return { look: 'bad', text: line };
  return { look: line.startsWith('Time: ') ? 'faint' : 'plain', text: line };
}

function fact(label: string, value: string): PanelLine {
  return { look: 'plain', text: `${label.padEnd(LABEL_WIDTH)} ${value}` };
}

function textLines(look: PanelLine['look'], text: unknown): readonly PanelLine[] {
  return textOf(text)
    .split('\n')
    .map((line) => ({ look, text: line }));
}

function textOf(value: unknown): string {
  if (typeof value !== 'string') throw new Error('a text is missing in what came to the inbox');
  return value;
}

function listOf(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new Error('a list is missing in what came to the inbox');
  return value;
}

function part(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.entries(value).find(([key]) => key === name)?.[1];
}
