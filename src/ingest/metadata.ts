/**
 * Step 1, what people attach to a call at its platform, as entries of `metadata` (S2.24, S2.29):
 * texts, numbers and truth values by their names, one level deep. What is deeper is counted and
 * left out; bounds and names are judged by the service, as of all facts.
 */
import type { IngestFacts } from '../engine/ports/ingest-adapter.ts';
import { isObject, parseObject } from './json.ts';

/**
 * What begins with it is the operator's where a caller may write what stands beside it:
 * `ringpost_order` is the entry `order`.
 */
export const ATTACHED = 'ringpost_';

type Entries = Pick<IngestFacts, 'metadata' | 'metadataLeftOut'>;

/**
 * `data`: an object, the JSON of one, or another text, which becomes one entry called `name`.
 * `takes`: whether an entry is of the operator, and neither of the platform itself nor of a caller.
 */
export function metadataOf(
  data: unknown,
  name: string,
  takes: (key: string) => boolean = () => true,
): Entries {
  const object = typeof data === 'string' ? parseObject(data) : data;
  if (isObject(object)) return entriesOf(Object.entries(object).filter(([key]) => takes(key)));
  return typeof data === 'string' && data !== '' ? { metadata: { [name]: data } } : {};
}

/** Of names that both have, what `later` says counts. */
export function joined(earlier: Entries, later: Entries): Entries {
  const leftOut = (earlier.metadataLeftOut ?? 0) + (later.metadataLeftOut ?? 0);
  const pairs = [earlier, later].flatMap(({ metadata }) => Object.entries(metadata ?? {}));
  return {
    ...(pairs.length > 0 && { metadata: Object.fromEntries(pairs) }),
    ...(leftOut > 0 && { metadataLeftOut: leftOut }),
  };
}

function entriesOf(all: readonly (readonly [string, unknown])[]): Entries {
  const said = all.filter(([, value]) => value !== null && value !== undefined);
  const flat = said.flatMap(([key, value]): (readonly [string, string])[] => {
    const isScalar = ['string', 'number', 'boolean'].includes(typeof value);
    return isScalar ? [[key, String(value)]] : [];
  });
  const leftOut = said.length - flat.length;
  return {
    ...(flat.length > 0 && { metadata: Object.fromEntries(flat) }),
    ...(leftOut > 0 && { metadataLeftOut: leftOut }),
  };
}
