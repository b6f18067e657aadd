/**
 * For adapters: what of a platform's own values may be kept (S2.24). A value that breaks a rule is
 * left out, since a callback must not be refused because of it, and so are tags and entries beyond
 * the bounds. Pure.
 */
import { lineFault, utf8Bytes } from '../text.ts';
import { TIME_MS_MAX } from '../time.ts';
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

/** Null if nothing may be kept. */
export function plausibleFacts(facts: CallFacts): CallFacts | null {
  const { answeredAtMs, endedAtMs, tags, metadata, ...rest } = facts;
  const whole: FactsInput = {
    ...rest,
    ...(tags && { tags: plausibleTags(tags) }),
    ...(metadata && { metadata: plausibleEntries(metadata) }),
  };
  const faulty = new Set(factFaults(whole, '').map(({ field }) => field.slice(1)));
  const sound = Object.entries(whole).filter(([name]) => !faulty.has(name));
  const kept = factsOf(faulty.size === 0 ? whole : Object.fromEntries(sound));
  if (!isTime(answeredAtMs) && !isTime(endedAtMs)) return kept;
  return {
    ...kept,
    ...(isTime(answeredAtMs) && { answeredAtMs: Math.trunc(answeredAtMs) }),
    ...(isTime(endedAtMs) && { endedAtMs: Math.trunc(endedAtMs) }),
  };
}

/** One that ISO 8601 cannot write is none. */
function isTime(atMs: number | undefined): atMs is number {
  return atMs !== undefined && atMs >= 0 && atMs <= TIME_MS_MAX;
}

function plausibleTags(tags: readonly string[]): readonly string[] {
  const sound = tags.filter((tag) => lineFault(tag, TAG_BOUNDS) === null);
  return [...new Set(sound)].slice(0, TAGS_MAX);
}

/** One that is too long, or would make all too long, stands in the way of no other one. */
function plausibleEntries(
  metadata: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const kept: Record<string, string> = {};
  let bytes = 0;
  for (const [key, value] of Object.entries(metadata)) {
    if (Object.keys(kept).length >= METADATA_ENTRIES_MAX) break;
    if (entryFault(key, value) !== null) continue;
    const size = utf8Bytes(key) + utf8Bytes(value);
    if (bytes + size > METADATA_BYTES_MAX) continue;
    kept[key] = value;
    bytes += size;
  }
  return kept;
}
