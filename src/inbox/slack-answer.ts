/**
 * How Slack's incoming webhooks answer a message (https://docs.slack.dev/messaging): `ok`, or 400
 * with a word that names the fault; and 429 beyond one message a second, except for short bursts.
 * It checks the blocks of which messages consist; an unknown type is refused.
 */
import type { NaturalAnswer } from './answer.ts';
import { listAt, readJson, textAt, valueAt } from './json.ts';

/** Slack promises one a second and allows short bursts, but does not say how many. */
export const BURST = 5;
const REFILL_MS = 1_000;
const TEXT_MAX = 40_000;
const BLOCKS_MAX = 50;

/** How many messages a box may still get at once, and since when. */
export interface Allowance {
  left: number;
  atMs: number;
}

export function newAllowance(nowMs: number): Allowance {
  return { left: BURST, atMs: nowMs };
}

/** `nowMs`: on the monotonic clock. A refused message does not count against the allowance. */
export function slackAnswer(text: string, allowance: Allowance, nowMs: number): NaturalAnswer {
  const earned = (nowMs - allowance.atMs) / REFILL_MS;
  allowance.left = Math.min(BURST, allowance.left + earned);
  allowance.atMs = nowMs;
  if (allowance.left < 1) {
    const retryAfter = String(Math.ceil(1 - allowance.left));
    const reason = 'Slack takes one message a second and short bursts.';
    return { status: 429, body: 'rate_limited', retryAfter, reason };
  }
  allowance.left -= 1;
  const fault = faultOf(text);
  if (fault === null) {
    return { status: 200, body: 'ok', retryAfter: null, reason: 'Slack would take it.' };
  }
  const [body, reason] = fault;
  return { status: 400, body, retryAfter: null, reason };
}

type Fault = readonly [word: string, reason: string];

function faultOf(text: string): Fault | null {
  const message = readJson(text);
  if (typeof message !== 'object' || message === null || Array.isArray(message)) {
    return ['invalid_payload', 'The body is no JSON object.'];
  }
  const said = textAt(message, 'text') ?? '';
  if (said.length > TEXT_MAX) return ['msg_too_long', `text has more than ${TEXT_MAX} characters.`];
  const blocks = valueAt(message, 'blocks');
  const attachments = listAt(message, 'attachments') ?? [];
  if (blocks === undefined) {
    if (said !== '' || attachments.length > 0) return null;
    return ['no_text', 'It has neither text nor blocks.'];
  }
  const fault = blocksFault(blocks);
  return fault === null ? null : ['invalid_blocks', fault];
}

function blocksFault(blocks: unknown): string | null {
  if (!Array.isArray(blocks)) return 'blocks is no list.';
  if (blocks.length === 0) return 'blocks is empty.';
  if (blocks.length > BLOCKS_MAX) return `There are more than ${BLOCKS_MAX} blocks.`;
  for (const [index, block] of blocks.entries()) {
    const fault = blockFault(block);
    if (fault !== null) return `blocks/${index}: ${fault}`;
  }
  return null;
}

function blockFault(block: unknown): string | null {
  const type = textAt(block, 'type') ?? '';
  switch (type) {
    case 'divider':
      return null;
    case 'header':
      return textFault(valueAt(block, 'text'), 150, ['plain_text']);
    case 'section':
      return sectionFault(block);
    case 'context':
      return elementsFault(listAt(block, 'elements'), 10, 2_000);
    case 'actions':
      return countFault(listAt(block, 'elements'), 25);
    case 'rich_text':
      return countFault(listAt(block, 'elements'), Number.POSITIVE_INFINITY);
    case 'image':
      return textAt(block, 'alt_text') === null ? 'an image needs alt_text.' : null;
    default:
      return `${type.slice(0, 40)} is no type of a block that is known here.`;
  }
}

function sectionFault(block: unknown): string | null {
  const text = valueAt(block, 'text');
  const fields = valueAt(block, 'fields');
  if (text === undefined && fields === undefined) return 'a section needs text or fields.';
  const fault = text === undefined ? null : textFault(text, 3_000);
  if (fault !== null || fields === undefined) return fault;
  return elementsFault(Array.isArray(fields) ? fields : null, 10, 2_000);
}

function elementsFault(
  list: readonly unknown[] | null,
  countMax: number,
  lengthMax: number,
): string | null {
  const fault = countFault(list, countMax);
  if (fault !== null) return fault;
  const faults = (list ?? []).map((each) =>
    textAt(each, 'type') === 'image' ? null : textFault(each, lengthMax),
  );
  return faults.find((each) => each !== null) ?? null;
}

function countFault(list: readonly unknown[] | null, max: number): string | null {
  if (list === null || list.length === 0) return 'its list is missing or empty.';
  return list.length > max ? `its list has more than ${max} entries.` : null;
}

const TEXT_TYPES = ['plain_text', 'mrkdwn'];

function textFault(value: unknown, max: number, types = TEXT_TYPES): string | null {
  const type = textAt(value, 'type') ?? '';
  const text = textAt(value, 'text') ?? '';
  if (!types.includes(type)) return `its text must be of the type ${types.join(' or ')}.`;
  if (text === '') return 'its text is missing or empty.';
  return text.length > max ? `its text has more than ${max} characters.` : null;
}
