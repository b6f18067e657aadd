/**
 * Step 1, what adapters answer: short ways to say a result, and the answers that platforms expect.
 * Texts of a platform are made short and visible before they become part of one.
 */
import type { IngestAnswer, IngestResult, Refused, Taken } from '../engine/ports/ingest-adapter.ts';

/** 204 without a body: what most platforms expect. */
export const NO_CONTENT: IngestAnswer = { status: 204, body: '', contentType: '' };
/** For platforms that take only 200. */
export const OK: IngestAnswer = { status: 200, body: '{}', contentType: 'application/json' };

const NOTHING: Taken = {
  kind: 'taken',
  reports: [],
  hints: [],
  callLog: null,
  unmapped: [],
  why: null,
  answer: null,
};

/** `what`: at least one thing that follows from the request. */
export function taken(what: Partial<Omit<Taken, 'kind' | 'why'>>): IngestResult {
  return { ...NOTHING, ...what };
}

/** `unmapped`: the value for which nothing follows, such as `state parked`. */
export function ignored(why: string, unmapped: string | null = null): IngestResult {
  return { ...NOTHING, why, unmapped: unmapped === null ? [] : [unmapped] };
}

export function refused(code: Refused['code'], detail: string): Refused {
  return { kind: 'refused', code, detail };
}

/** The answer to a platform that tries the address: 200 with `body` as JSON. */
export function handshake(body: object): IngestResult {
  const answer = {
    status: 200,
    body: JSON.stringify(body),
    contentType: 'application/json',
  } as const;
  return { ...NOTHING, why: 'The platform tried the address.', answer };
}

/** A word for a direction without a line is never guessed; `said` null: there is none. */
export function strangeDirection(field: string, said: string | null): IngestResult {
  return ignored('The direction is not known.', `${field} ${visible(said ?? 'missing')}`);
}

const SHOWN_MAX = 64;

/** For an id, a log line or a metric. */
export function visible(text: string): string {
  return text
    .replace(/[^\x21-\x7e]/g, ' ')
    .trim()
    .slice(0, SHOWN_MAX);
}
