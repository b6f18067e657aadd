/**
 * Step 6: which calls an endpoint wants, besides the triggers that it ticks (S3.16): by direction,
 * tag, agent, queue and metadata. Judged when a trigger fires, on what was known of the call then.
 * Pure; an endpoint without a filter never comes here. `filter-rules.ts` says which filters there
 * may be.
 */
import type { CallFacts } from '../call/facts.ts';
import type { Direction } from '../call/status.ts';

/**
 * A call is wanted if every part that is present agrees. A list agrees if it names one of the
 * call's values, `metadata` if the call has all of its entries.
 */
export interface EndpointFilter {
  readonly direction?: Direction;
  readonly tags?: readonly string[];
  readonly agentIds?: readonly string[];
  readonly queues?: readonly string[];
  readonly metadata?: Readonly<Record<string, string>>;
}

export const FILTER_PARTS = ['direction', 'tags', 'agentIds', 'queues', 'metadata'] as const;
export type FilterPart = (typeof FILTER_PARTS)[number];

export interface FilteredCall {
  readonly direction: Direction;
  /** What was known when the trigger fired; null: nothing. */
  readonly facts: CallFacts | null;
}

/** The first part of the filter that the call does not meet; null: the endpoint wants the call. */
export function unmetPart(filter: EndpointFilter, call: FilteredCall): FilterPart | null {
  const { direction, tags, agentIds, queues, metadata } = filter;
  const facts = call.facts ?? {};
  if (direction !== undefined && direction !== call.direction) return 'direction';
  if (tags !== undefined && !tags.some((tag) => facts.tags?.includes(tag) === true)) return 'tags';
  if (agentIds !== undefined && !agentIds.includes(facts.agentId ?? '')) return 'agentIds';
  if (queues !== undefined && !queues.includes(facts.queue ?? '')) return 'queues';
  const known = facts.metadata ?? {};
  const isUnmet = ([key, value]: readonly [string, string]): boolean =>
    !Object.hasOwn(known, key) || known[key] !== value;
  return Object.entries(metadata ?? {}).some(isUnmet) ? 'metadata' : null;
}
