/**
 * Sources with their secrets in the clear, for the ingest route: a source is read and opened at
 * most once a second, not for every request of its platform. A change by this process counts at
 * once, one by another process within that second. Must never hand a secret to any other place.
 */
import { type BoundedCache, createBoundedCache } from '../../core/bounded-cache.ts';
import { createExpiringCache } from '../expiring-cache.ts';
import type { Clock } from '../ports/clock.ts';
import type { Source } from '../ports/manage-store.ts';
import { opened, recordPlace, type Secrets, SOURCE_CONTEXT } from '../ports/secrets.ts';

export interface OpenedSource {
  readonly source: Source;
  /** The present one first, then the previous one while it counts. */
  readonly secrets: readonly string[];
  readonly settings: object | null;
}

export interface OpenedSources {
  /**
   * Null if the adapter has no such source. A secret that cannot be unsealed is left out.
   */
  open(adapter: string, id: string): Promise<OpenedSource | null>;
  /** After a change of the source by this process. */
  changed(id: string): void;
}

interface Known {
  readonly source: Source;
  readonly secret: string | null;
  readonly previous: string | null;
}

const REMEMBERED = { entriesMax: 1_000, ttlMs: 1_000 };

export function createOpenedSources({
  sourceOf,
  secrets,
  clock,
}: {
  readonly sourceOf: (id: string) => Promise<Source | null>;
  readonly secrets: Pick<Secrets, 'open'>;
  readonly clock: Pick<Clock, 'wallMs' | 'monoMs'>;
}): OpenedSources {
  const remembered = createExpiringCache<Known>(clock, REMEMBERED);
  let changes = 0;

  async function openAnew(id: string): Promise<Known | null> {
    const [askedMonoMs, before] = [clock.monoMs(), changes];
    const source = await sourceOf(id);
    if (source === null) return null;
    const place = recordPlace(source);
    const secret = opened(secrets, source.secret, SOURCE_CONTEXT, place);
    const former = source.previous?.secret;
    const previous = former === undefined ? null : opened(secrets, former, SOURCE_CONTEXT, place);
    const known = { source, secret, previous };
    // One that does not open is told at every request; one that changed meanwhile is read again.
    if (secret !== null && before === changes) remembered.set(id, known, askedMonoMs);
    return known;
  }

  return {
    async open(adapter, id) {
      const known = remembered.get(id) ?? (await openAnew(id));
      if (known?.source.adapter !== adapter) return null;
      const { source, secret, previous } = known;
      const counts = source.previous !== null && clock.wallMs() < source.previous.endsAtMs;
      const plain = [secret, counts ? previous : null].filter((each) => each !== null);
      return { source, secrets: plain, settings: settingsOf(source) };
    },

    changed(id) {
      changes += 1;
      remembered.delete(id);
    },
  };
}

/** Each has at most 32 KiB. */
const SETTINGS_REMEMBERED_MAX = 200;
/** Parsed once for each text, so that adapters can keep what they make of the object. */
const parsed: BoundedCache<string, object> = createBoundedCache(SETTINGS_REMEMBERED_MAX);

/** Written by this service as the JSON of an object. */
export function settingsOf({ settings }: Pick<Source, 'settings'>): object | null {
  if (settings === null) return null;
  const known = parsed.get(settings);
  if (known !== undefined) return known;
  const made: object = Object(JSON.parse(settings));
  parsed.set(settings, made);
  return made;
}
