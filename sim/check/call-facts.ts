/**
 * What is known of a call besides its status, worked out a second time from the specification
 * (S2.24 to S2.27, S3.16, S4.14): the last word counts, of metadata name by name. Shares no
 * decision with `src/core`.
 */
import type { CallFacts } from '../../src/core/call/facts.ts';
import type { Direction } from '../../src/core/call/status.ts';

/** As payload version 2 and the API write it. */
export type Facts = Readonly<Record<string, unknown>>;

/** Which calls an endpoint wants. */
export interface Wish {
  readonly direction?: Direction;
  readonly tags?: readonly string[];
  readonly agentIds?: readonly string[];
  readonly queues?: readonly string[];
  readonly metadata?: Readonly<Record<string, string>>;
}

export function factsAfter(known: Facts, said: CallFacts | null): Facts {
  if (said === null) return known;
  const { answeredAtMs, endedAtMs, metadata, ...rest } = said;
  const times = Object.entries({ answeredAt: answeredAtMs, endedAt: endedAtMs }).flatMap(
    ([name, atMs]) => (atMs === undefined ? [] : [[name, new Date(atMs).toISOString()]]),
  );
  const entries =
    metadata === undefined ? {} : { metadata: { ...Object(known.metadata), ...metadata } };
  return { ...known, ...rest, ...Object.fromEntries(times), ...entries };
}

/** Every condition of the filter must hold. */
export function isWanted(wish: Wish | null, direction: Direction, facts: Facts): boolean {
  if (wish === null) return true;
  const { tags, agentIds, queues, metadata } = wish;
  const own: readonly unknown[] = Array.isArray(facts.tags) ? facts.tags : [];
  const entries = new Map(Object.entries(Object(facts.metadata)));
  return (
    (wish.direction ?? direction) === direction &&
    (tags === undefined || tags.some((tag) => own.includes(tag))) &&
    (agentIds === undefined || agentIds.some((id) => id === facts.agentId)) &&
    (queues === undefined || queues.some((queue) => queue === facts.queue)) &&
    Object.entries(metadata ?? {}).every(([name, value]) => entries.get(name) === value)
  );
}
