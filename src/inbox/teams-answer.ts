/**
 * How a workflow of Teams answers the trigger "When a Teams webhook request is received": 202 and
 * nothing else, which only says that the flow has begun. A body that cannot begin a card is
 * refused.
 */
import type { NaturalAnswer } from './answer.ts';
import { listAt, readJson, textAt } from './json.ts';

/** Teams' limit of a message; a larger one makes a flow fail. */
export const BODY_BYTES_MAX = 28 * 1024;
const CARD = 'application/vnd.microsoft.card.adaptive';

export function teamsAnswer(text: string): NaturalAnswer {
  if (Buffer.byteLength(text) > BODY_BYTES_MAX) {
    return refusal(413, 'RequestEntityTooLarge', `It has more than ${BODY_BYTES_MAX} bytes.`);
  }
  const message = readJson(text);
  const attachments = listAt(message, 'attachments') ?? [];
  if (attachments.length === 0) {
    return refusal(400, 'BadRequest', 'It has no attachments, so the flow has no card to post.');
  }
  const fault = attachments.map(cardFault).find((each) => each !== null) ?? null;
  if (fault !== null) return refusal(400, 'BadRequest', fault);
  return { status: 202, body: '', retryAfter: null, reason: 'The flow would begin.' };
}

function cardFault(attachment: unknown): string | null {
  if (textAt(attachment, 'contentType') !== CARD) return `An attachment is no ${CARD}.`;
  const isCard = textAt(attachment, 'content', 'type') === 'AdaptiveCard';
  return isCard ? null : 'The content of an attachment is no AdaptiveCard.';
}

function refusal(status: number, code: string, message: string): NaturalAnswer {
  const body = JSON.stringify({ error: { code, message } });
  return { status, body, retryAfter: null, reason: message };
}
