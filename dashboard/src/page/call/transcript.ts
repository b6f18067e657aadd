/**
 * A call log as lines to read: numbered turns with the speaker's name. Pure. Turns are numbered
 * from 1, as results count them in their evidence.
 */
import type { CallLogFields } from '../../../../src/http/schema/call-log.ts';

export interface TurnRow {
  readonly number: number;
  readonly speaker: string;
  /** A participant of that role, when there is exactly one with a name. */
  readonly name: string | null;
  readonly text: string;
  readonly startMs: number;
}

export function turnRows({ turns, participants = [] }: CallLogFields): readonly TurnRow[] {
  const names = new Map<string, string | null>();
  for (const { role, name } of participants) {
    names.set(role, names.has(role) ? null : (name ?? null));
  }
  return turns.map(({ speaker, text, startMs }, index) => ({
    number: index + 1,
    speaker,
    text,
    startMs,
    name: names.get(speaker) ?? null,
  }));
}

export function foundTurns(rows: readonly TurnRow[], find: string): readonly TurnRow[] {
  const wanted = find.trim().toLowerCase();
  return wanted === '' ? rows : rows.filter(({ text }) => text.toLowerCase().includes(wanted));
}

/** `turn-7` of the address is 7; anything else is none. */
export function turnOfHash(hash: string): number | null {
  const number = /^#?turn-([1-9]\d{0,5})$/.exec(hash)?.[1];
  return number === undefined ? null : Number(number);
}

/** `1:02:03`, or `2:03` in the first hour: where a player would stand. */
export function playerTime(ms: number): string {
  const seconds = Math.floor(Math.max(0, ms) / 1_000);
  const two = (value: number): string => String(value).padStart(2, '0');
  const hours = Math.floor(seconds / 3_600);
  const minutes = Math.floor(seconds / 60) % 60;
  const rest = two(seconds % 60);
  return hours === 0 ? `${minutes}:${rest}` : `${hours}:${two(minutes)}:${rest}`;
}
