/**
 * For adapters: what of a platform's own values may be kept (S2.24). A value that breaks a rule is
 * left out, since a callback must not be refused because of it, and so are tags and entries beyond
 * the bounds. Pure.
 */
import { lineFault, utf8Bytes } from '../text.ts';
import {
  type CallFacts,
  entryFault,
  type FactsInput,
  factFaults,
  factsOf,
  METADATA_BYTES_MAX,
  METADATA_ENTRIES_MAX,
  TAG_BOUNDS,
  TAGS_MAX,
} from './facts.ts';

export function plausibleFacts(input: FactsInput): CallFacts | null {
  const tags = input.tags?.filter((tag) => lineFault(tag, TAG_BOUNDS) === null);
  const kept: Record<string, string> = {};
  let bytes = 0;
  for (const [key, value] of Object.entries(input.metadata ?? {})) {
    if (Object.keys(kept).length >= METADATA_ENTRIES_MAX) break;
    if (entryFault(key, value) !== null) continue;
    const size = utf8Bytes(key) + utf8Bytes(value);
    if (bytes + size > METADATA_BYTES_MAX) continue;
    kept[key] = value;
    bytes += size;
  }
  const whole = { ...input, tags: [...new Set(tags ?? [])].slice(0, TAGS_MAX), metadata: kept };
  const faulty = new Set(factFaults(whole, '').map(({ field }) => field.slice(1)));
  return factsOf(Object.fromEntries(Object.entries(whole).filter(([name]) => !faulty.has(name))));
}
