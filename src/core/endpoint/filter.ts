/**
 * Step 6: which calls an endpoint wants, besides the triggers that it ticks (S3.16): by direction,
 * tag, agent, queue and metadata. Judged when a trigger fires, on what was known of the call then.
 * Pure; an endpoint without a filter never comes here.
 */
import {
  type CallFacts,
  FACT_TEXT_BOUNDS,
  METADATA_KEY_BOUNDS,
  METADATA_VALUE_BOUNDS,
  TAG_BOUNDS,
} from '../call/facts.ts';
import type { Direction } from '../call/status.ts';
import type { FieldError } from '../error/service-error.ts';
import { lineFault, type TextBounds } from '../text.ts';

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

export const FILTER_VALUES_MAX = 20;
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

/** Every broken rule, each with the field and what to do. */
export function filterFaults(filter: EndpointFilter | null): readonly FieldError[] {
  if (filter === null) return [];
  const { tags, agentIds, queues, metadata } = filter;
  return [
    ...listFaults('tags', tags, TAG_BOUNDS),
    ...listFaults('agentIds', agentIds, { ...FACT_TEXT_BOUNDS.agentId, min: 1 }),
    ...listFaults('queues', queues, { ...FACT_TEXT_BOUNDS.queue, min: 1 }),
    ...metadataFaults(metadata),
  ];
}

function listFaults(
  part: FilterPart,
  values: readonly string[] | undefined,
  bounds: TextBounds,
): readonly FieldError[] {
  if (values === undefined) return [];
  const field = `/filter/${part}`;
  if (values.length === 0)
    return [{ field, message: 'Leave it out: an empty list wants nothing.' }];
  if (values.length > FILTER_VALUES_MAX) {
    return [{ field, message: `Use at most ${FILTER_VALUES_MAX} values.` }];
  }
  return values.flatMap((value, index) => {
    const message =
      values.indexOf(value) < index
        ? 'Remove it; it is in the list already.'
        : lineFault(value, bounds);
    return message === null ? [] : [{ field: `${field}/${index}`, message }];
  });
}

function metadataFaults(metadata: EndpointFilter['metadata']): readonly FieldError[] {
  if (metadata === undefined) return [];
  const entries = Object.entries(metadata);
  const field = '/filter/metadata';
  if (entries.length === 0) return [{ field, message: 'Leave it out: it has no entry.' }];
  if (entries.length > FILTER_VALUES_MAX) {
    return [{ field, message: `Use at most ${FILTER_VALUES_MAX} entries.` }];
  }
  return entries.flatMap(([key, value]) => {
    const message = lineFault(key, METADATA_KEY_BOUNDS) ?? lineFault(value, METADATA_VALUE_BOUNDS);
    return message === null ? [] : [{ field, message }];
  });
}

/** As it is stored: parts in one order, absent ones left out; null if nothing is asked for. */
export function storedFilter(filter: EndpointFilter | null): EndpointFilter | null {
  if (filter === null) return null;
  const parts = FILTER_PARTS.flatMap((part) =>
    filter[part] === undefined ? [] : [[part, filter[part]] as const],
  );
  return parts.length === 0 ? null : Object.fromEntries(parts);
}
