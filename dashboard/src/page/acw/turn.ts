/**
 * The turns of a call log, as far as drawings and links need them. Pure.
 * Turns that make no sense are left out; nothing throws.
 */
import { indexOf, listAt, numberAt, textAt } from './json-part.ts';

export const SPEAKERS = ['AGENT', 'CUSTOMER', 'SYSTEM'] as const;
export type Speaker = (typeof SPEAKERS)[number];

export interface Turn {
  readonly speaker: Speaker;
  readonly startMs: number;
  /** Null: the log does not say. */
  readonly endMs: number | null;
  readonly text: string;
}

export function readTurns(log: unknown): readonly Turn[] {
  return listAt(log, ['turns'], readTurn) ?? [];
}

function readTurn(value: unknown): Turn | null {
  const speaker = SPEAKERS.find((one) => one === textAt(value, 'speaker'));
  const startMs = indexOf(numberAt(value, 'startMs'));
  if (speaker === undefined || startMs === null) return null;
  return { speaker, startMs, endMs: numberAt(value, 'endMs'), text: textAt(value, 'text') ?? '' };
}
