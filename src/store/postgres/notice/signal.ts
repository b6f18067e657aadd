/**
 * Parses the notices of other processes (`notice.ts` sends them): endpoints with work, changed
 * endpoints and keys, and shards that changed hands, a notice that this file sends itself. A notice
 * is only a hint: any database user may notify, so the receiver reads the rows.
 */
import type { EndpointKey, ProjectKey } from '../../../core/id.ts';
import type { News } from '../../../engine/ports/dispatch-store.ts';
import { prepared } from '../server/prepared.ts';
import { readLive } from './live-notice.ts';
import { CHANNEL } from './notice.ts';

/** Parameters: the text. */
export const TELL = prepared(`select pg_notify('${CHANNEL}', $1)`);

export function shardsText(from: number): string {
  return JSON.stringify({ from, heads: [], changed: [], shards: true });
}

/** Returns null for a text that is no notice of Ringpost. */
export function parseSignal(text: string): (News & { readonly from: number }) | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof value !== 'object' || value === null) return null;
  const said: Readonly<Record<string, unknown>> = { ...value };
  // Rare parts are omitted if empty, and older versions never send them.
  const { from, heads, changed, shards, keys = [], live: told } = said;
  if (typeof from !== 'number' || !isKeys<EndpointKey>(heads)) return null;
  if (!isKeys<EndpointKey>(changed) || !isKeys<ProjectKey>(keys)) return null;
  const live = readLive(told);
  const rare = { ...(keys.length === 0 ? {} : { keys }), ...(live.length === 0 ? {} : { live }) };
  return { from, heads, changed, shards: shards === true, ...rare };
}

function isKeys<Key>(value: unknown): value is readonly Key[] {
  return Array.isArray(value) && value.every((key) => Number.isSafeInteger(key) && key > 0);
}
