/**
 * Facts that a request or a mail states about itself: trigger, call, attempt, sequence. Webhooks
 * have them in headers; the other channels carry the display text, whose lines no value can forge
 * (core/payload/render.ts). The text may come from a stranger, so it is only shown and never
 * trusted.
 */
import { LABELS, shownValue } from '../core/payload/render.ts';
import { isTrigger } from '../core/trigger/trigger.ts';
import type { InboxChannel } from '../engine/ports/inbox.ts';
import { readJson, textAt } from './json.ts';

export interface Reading {
  readonly trigger: string | null;
  readonly callId: string | null;
  readonly attempt: number | null;
  readonly sequence: number | null;
}

export type ReadHeader = (name: string) => string | null;

/** `text`: the body; for a mail its plain text. */
export function readingOf(channel: InboxChannel, header: ReadHeader, text: string): Reading {
  const event = header('webhook-event');
  const shown = channel === 'http' ? null : shownText(channel, text);
  const heading = /^\[.*\] ([A-Z_]+)$/.exec(shown?.split('\n', 1)[0] ?? '')?.[1] ?? null;
  const trigger = event ?? heading;
  return {
    trigger: trigger !== null && isTrigger(trigger) ? trigger : null,
    callId: shown === null ? textAt(readJson(text), 'data', 'callId') : callIdIn(shown),
    attempt: countOf(header('webhook-attempt')),
    sequence: countOf(header('webhook-sequence')),
  };
}

/** Whether it is about this call; outside of Custom endpoints only the shown form is known. */
export function isAbout({ callId }: Pick<Reading, 'callId'>, asked: string): boolean {
  return callId !== null && (callId === asked || callId === shownValue(asked));
}

function shownText(channel: Exclude<InboxChannel, 'http'>, text: string): string {
  switch (channel) {
    case 'slack':
      return unescaped(textAt(readJson(text), 'text') ?? '');
    case 'teams':
      return unmarked(textAt(readJson(text), 'attachments', 0, 'content', 'fallbackText') ?? '');
    case 'email':
      return text.replaceAll('\r\n', '\n');
  }
}

function unescaped(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}

/**
 * Removes the Markdown that only shows text: backslashes before punctuation, an empty line between
 * lines.
 */
function unmarked(text: string): string {
  return text.replace(/\\([!-/:-@[-`{-~])/g, '$1').replaceAll('\n\n', '\n');
}

const CALL_LINE = new RegExp(`^${LABELS.callId}: (.+)$`, 'm');

function callIdIn(shown: string): string | null {
  return CALL_LINE.exec(shown)?.[1] ?? null;
}

function countOf(text: string | null): number | null {
  return text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;
}
