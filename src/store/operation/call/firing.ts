/**
 * Reads a firing of a call as it was rendered once, which is what its deliveries carry, for
 * previews. Runs on a read-only connection.
 */
import type { FiringKey } from '../../../core/id.ts';
import type { Trigger } from '../../../core/trigger/trigger.ts';
import type { KnownFiring } from '../../../engine/ports/firing-store.ts';
import type { Asked } from '../../../engine/ports/store.ts';
import { type Operation, one, query } from '../../statement.ts';
import { findCallRow } from './call.ts';

interface FiringRow {
  readonly key: FiringKey;
  readonly trigger: Trigger;
  readonly fired_at: number;
  readonly text: string;
  readonly data: string;
  readonly errors: string | null;
  readonly facts: string | null;
}

/** Parameters: call, trigger. firings_by_call, backwards: a call has few. */
export const NEWEST_FIRING = query<FiringRow>(`
  select key, trigger, fired_at, text, data, errors, facts from firings
  where call_key = ? and trigger = ? order by key desc limit 1`);

/** Null: there is no such call, or it never fired the trigger. */
export function* newestFiring(asked: Asked<'newestFiring'>): Operation<KnownFiring | null> {
  const call = yield* findCallRow(asked.projectKey, asked.callId);
  const row = call && (yield* one(NEWEST_FIRING, call.key, asked.trigger));
  if (row === undefined) return null;
  const { key, trigger, fired_at: firedAtMs, text, data, errors, facts } = row;
  return { key, firing: { trigger, firedAtMs, text, data, errors, facts } };
}
