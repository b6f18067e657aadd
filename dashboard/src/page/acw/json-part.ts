/**
 * Reads parts of a JSON value of which nothing is known: what an agent of strangers sent. What is
 * not of the wanted kind is null; nothing throws. Pure.
 */

export function partAt(value: unknown, ...path: readonly string[]): unknown {
  let part = value;
  for (const key of path) {
    if (typeof part !== 'object' || part === null || !Object.hasOwn(part, key)) return undefined;
    part = Object.getOwnPropertyDescriptor(part, key)?.value;
  }
  return part;
}

export function numberAt(value: unknown, ...path: readonly string[]): number | null {
  const part = partAt(value, ...path);
  return typeof part === 'number' && Number.isFinite(part) ? part : null;
}

export function textAt(value: unknown, ...path: readonly string[]): string | null {
  const part = partAt(value, ...path);
  return typeof part === 'string' ? part : null;
}

export function flagAt(value: unknown, ...path: readonly string[]): boolean | null {
  const part = partAt(value, ...path);
  return typeof part === 'boolean' ? part : null;
}

/** Null: there is no list. Entries that `read` cannot parse are left out. */
export function listAt<Entry>(
  value: unknown,
  path: readonly string[],
  read: (entry: unknown) => Entry | null,
): readonly Entry[] | null {
  const part: unknown = partAt(value, ...path);
  if (!Array.isArray(part)) return null;
  return part.flatMap((entry: unknown) => {
    const one = read(entry);
    return one === null ? [] : [one];
  });
}

export function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

/** A place in a list. */
export function indexOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : null;
}

const SPEAKERS = ['AGENT', 'CUSTOMER', 'SYSTEM'] as const;
export type Speaker = (typeof SPEAKERS)[number];

export interface Turn {
  readonly speaker: Speaker;
  readonly startMs: number;
  /** Null: the log does not state it. */
  readonly endMs: number | null;
  readonly text: string;
}

/**
 * The turns of a call log, as far as drawings and links need them. Pure.
 * Turns that make no sense are left out; nothing throws.
 */
export function readTurns(log: unknown): readonly Turn[] {
  return listAt(log, ['turns'], readTurn) ?? [];
}

function readTurn(value: unknown): Turn | null {
  const speaker = SPEAKERS.find((one) => one === textAt(value, 'speaker'));
  const startMs = indexOf(numberAt(value, 'startMs'));
  if (speaker === undefined || startMs === null) return null;
  return { speaker, startMs, endMs: numberAt(value, 'endMs'), text: textAt(value, 'text') ?? '' };
}
