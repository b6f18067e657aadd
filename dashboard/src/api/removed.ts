/**
 * Recognises records that retention removed. An id contains the time of its record, so if the
 * service does not know an id and the record would be older than the project's retention, it was
 * removed; otherwise it never existed. Only open deliveries are kept longer, and the service finds
 * those.
 */
import { queryOptions } from '@tanstack/react-query';
import type { Client } from './client.ts';
import { ApiFailure } from './failure.ts';

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const DAY_MS = 86_400_000;

interface Kept {
  readonly retention: Readonly<
    Record<'deliveredDays' | 'notDeliveredDays' | 'excerptDays', number>
  >;
}

/** How long the project keeps its records. */
export function keptQuery(client: Client) {
  return queryOptions({
    queryKey: ['project', client.project],
    queryFn: ({ signal }) => client.get<Kept>('v1/project', { signal }),
  });
}

/** Answers as `answer` does, but "gone" instead of "not found" for what was removed. */
export async function goneWhenRemoved<Answer>(
  client: Client,
  id: string,
  nowMs: number,
  answer: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await answer();
  } catch (error) {
    if (!(error instanceof ApiFailure) || error.status !== 404) throw error;
    const madeMs = madeAtMs(id);
    if (madeMs === null) throw error;
    const { retention } = await client.get<Kept>('v1/project');
    const days = Math.min(retention.deliveredDays, retention.notDeliveredDays);
    if (madeMs + days * DAY_MS > nowMs) throw error;
    const { message, requestId } = error;
    throw new ApiFailure({ status: 410, code: 'REMOVED', message, requestId });
  }
}

/** `dlv_<10 characters of its time><9 of its key>`; null for what is no such id. */
export function madeAtMs(id: string): number | null {
  const text = /^[a-z]+_([0-9A-Z]{10})[0-9A-Z]{9}$/.exec(id)?.[1];
  if (text === undefined) return null;
  let atMs = 0;
  for (const character of text) {
    const digit = ALPHABET.indexOf(character);
    if (digit < 0) return null;
    atMs = atMs * ALPHABET.length + digit;
  }
  return atMs;
}
