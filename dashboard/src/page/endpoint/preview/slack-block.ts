/**
 * The blocks of a Slack message of ours, read back from its bytes: header, section, divider and
 * context, which are all that we send. What is none of them is not guessed at. Pure.
 */

export type SlackBlock =
  | { readonly kind: 'header'; readonly text: string }
  | { readonly kind: 'fields'; readonly fields: readonly SlackField[] }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'divider' }
  | { readonly kind: 'context'; readonly text: string };

export interface SlackField {
  readonly label: string;
  readonly value: string;
}

/** Null: the body is no message of ours. */
export function slackBlocks(body: string): readonly SlackBlock[] | null {
  const message = recordOf(parsed(body));
  const blocks = message?.blocks;
  if (!Array.isArray(blocks)) return null;
  const read = blocks.map((block: unknown) => blockOf(recordOf(block) ?? {}));
  return read.every((block) => block !== null) ? read : null;
}

function blockOf(block: Readonly<Record<string, unknown>>): SlackBlock | null {
  switch (block.type) {
    case 'header':
      return { kind: 'header', text: textOf(block.text) };
    case 'divider':
      return { kind: 'divider' };
    case 'context':
      return { kind: 'context', text: listOf(block.elements).map(textOf).join(' ') };
    case 'section':
      return block.fields === undefined
        ? { kind: 'text', text: textOf(block.text) }
        : { kind: 'fields', fields: pairsOf(listOf(block.fields).map(textOf)) };
    default:
      return null;
  }
}

/** A label in bold, and the value that follows it. */
function pairsOf(texts: readonly string[]): readonly SlackField[] {
  return texts.flatMap((label, index) =>
    index % 2 === 0 ? [{ label: unbold(label), value: texts[index + 1] ?? '' }] : [],
  );
}

function unbold(label: string): string {
  return label.replace(/^\*(.*)\*$/, '$1');
}

function textOf(value: unknown): string {
  const text = recordOf(value)?.text;
  return typeof text === 'string' ? text : '';
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  return Object.fromEntries(Object.entries(value));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
