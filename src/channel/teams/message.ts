/**
 * A firing as Teams' workflows and connectors take it (decisions section 7): one Adaptive Card in
 * the envelope that the templates of flows expect. Card text is Markdown, so every value is
 * escaped. The same firing gives the same bytes.
 */
import { type Message, messageOf, type StoredFiring } from '../../core/payload/message.ts';

/** Teams counts 28 KiB after expanding a card; beyond this nothing is sent. */
export const BODY_BYTES_MAX = 20_000;

export function teamsBody(firing: StoredFiring): string {
  const message = messageOf(firing);
  const body = bodyOf(message, message.errors.length);
  if (Buffer.byteLength(body) <= BODY_BYTES_MAX) return body;
  // Only errors can be so long: as many as fit are shown, and how many were left out.
  let shown = message.errors.length;
  let cut = body;
  while (shown > 0 && Buffer.byteLength(cut) > BODY_BYTES_MAX) {
    shown -= 1;
    cut = bodyOf(message, shown);
  }
  return cut;
}

function bodyOf(message: Message, errorsShown: number): string {
  return JSON.stringify({
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        contentUrl: null,
        content: cardOf(message, errorsShown),
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
    fallbackText: text,
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
        facts: facts.map(({ label, value }) => ({ title: label, value: escaped(value) })),
      },
      ...errorsOf(message, errorsShown),
      { type: 'TextBlock', text: `Time: ${escaped(time)}`, isSubtle: true, size: 'Small' },
    ],
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

/** Markdown's own characters, and what would be a date or time function. */
function escaped(text: string): string {
  return text.replace(/[\\`*_~[\]()#>|{}]/g, '\\$&');
}
