/**
 * What the last requests of a source say together: whether the platform is connected, which call
 * each report was about, and which values were not mapped, how often. Pure.
 */
import type { AdapterRecord, RequestRecord } from './source-query.ts';

export type SourceState = 'waiting' | 'connected' | 'refused';

/** By the newest request; a refused one before the first genuine one is a wrong secret too. */
export function sourceState(requests: readonly Pick<RequestRecord, 'outcome'>[]): SourceState {
  const [newest] = requests;
  if (newest === undefined) return 'waiting';
  return newest.outcome === 'refused' ? 'refused' : 'connected';
}

/** As the service writes it: `BUSY of call-1: applied`, `log of call-1: 3 turns`. */
const OF_CALL =
  /^.+? of (.+): (?:applied|not applied: [A-Z_]+|kept(?: until .+)?|known|\d+ turns|not kept: .+)$/;

/** The id of the call that a part of a result is about; null if it is about none. */
export function callIdOf(became: string): string | null {
  return OF_CALL.exec(became)?.[1] ?? null;
}

export interface Unmapped {
  readonly value: string;
  readonly count: number;
  readonly lastAt: string;
}

/** The most frequent first. `requests`: the newest first. */
export function unmappedOf(
  requests: readonly Pick<RequestRecord, 'at' | 'unmapped'>[],
): readonly Unmapped[] {
  const found = new Map<string, Unmapped>();
  for (const { at, unmapped } of requests) {
    for (const value of unmapped) {
      const { count = 0, lastAt = at } = found.get(value) ?? {};
      found.set(value, { value, count: count + 1, lastAt });
    }
  }
  return [...found.values()].sort((a, b) => b.count - a.count);
}

/** `name: value`, one a line; null if no line says one. */
export function headersOf(text: string): Readonly<Record<string, string>> | null {
  const lines = text.split('\n').flatMap((line): [string, string][] => {
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(colon, 0)).trim();
    return name === '' ? [] : [[name, line.slice(colon + 1).trim()]];
  });
  return lines.length === 0 ? null : Object.fromEntries(lines);
}

/** The typed settings; null if they are no JSON object. */
export function settingsOf(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

const SECRET_BYTES = 24;
const PUBLIC_KEY_BYTES = 32;

/** A secret that cannot be guessed, in the form that the adapter wants. */
export function newSecret(form: AdapterRecord['secretForm']): string {
  switch (form) {
    case 'public-key':
      return btoa(String.fromCharCode(...randomBytes(PUBLIC_KEY_BYTES)));
    case 'user:password':
      return `ringpost:${hexSecret()}`;
    // 48 hexadecimal digits are base64, too.
    case 'base64':
    case 'text':
      return hexSecret();
  }
}

function hexSecret(): string {
  return Array.from(randomBytes(SECRET_BYTES), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );
}

function randomBytes(count: number): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(count));
}
