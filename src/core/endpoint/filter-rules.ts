/**
 * Which filters an operator may give an endpoint (S3.16): lists without repeats, bounds as those of
 * the facts they name; and the form in which a filter is stored.
 */
import {
  FACT_TEXT_BOUNDS,
  METADATA_KEY_BOUNDS,
  METADATA_VALUE_BOUNDS,
  TAG_BOUNDS,
} from '../call/facts.ts';
import type { FieldError } from '../error/service-error.ts';
import { lineFault, type TextBounds } from '../text.ts';
import { type EndpointFilter, FILTER_PARTS, type FilterPart } from './filter.ts';

export const FILTER_VALUES_MAX = 20;

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
