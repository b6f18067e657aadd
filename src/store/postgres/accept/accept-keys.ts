/**
 * Step 6, after a batch is planned: a key for each new row, and which of the growing lanes have an
 * open delivery, read under the locks on their calls. One round trip.
 */
import type pg from 'pg';
import {
  asKey,
  type CallKey,
  type DeliveryKey,
  type EndpointKey,
  type FiringKey,
} from '../../../core/id.ts';
import { prepared, run } from '../server/prepared.ts';
import type { CallState, PlannedReport } from './accept-plan.ts';

/**
 * Parameters: how many calls, firings and deliveries; endpoint and call of each lane. One seek of
 * deliveries_lane per lane, the only index in that order. A key that is not used leaves a gap,
 * which does no harm.
 */
export const TAKE = prepared<TakenRow>(`
  select
    (select coalesce(json_agg(nextval('calls_key_seq')), '[]')
      from generate_series(1, $1::integer)) as calls,
    (select coalesce(json_agg(nextval('firings_key_seq')), '[]')
      from generate_series(1, $2::integer)) as firings,
    (select coalesce(json_agg(nextval('deliveries_key_seq')), '[]')
      from generate_series(1, $3::integer)) as deliveries,
    (select coalesce(json_agg(json_build_array(l.endpoint_key, l.call_key)), '[]')
      from unnest($4::bigint[], $5::bigint[]) as l (endpoint_key, call_key)
      cross join lateral (
        select from deliveries d
        where d.endpoint_key = l.endpoint_key and d.call_key = l.call_key
          and d.closed_at is null
        order by d.sequence limit 1
      ) d) as open`);

interface TakenRow {
  readonly calls: readonly number[];
  readonly firings: readonly number[];
  readonly deliveries: readonly number[];
  readonly open: readonly (readonly [EndpointKey, CallKey])[];
}

/** Hands out the keys in the order of the plan. */
export class Keys {
  readonly #calls: Iterator<number>;
  readonly #firings: Iterator<number>;
  readonly #deliveries: Iterator<number>;
  readonly #made = new Map<CallState, CallKey>();
  readonly #open: Set<string>;

  constructor({ calls, firings, deliveries, open }: TakenRow) {
    this.#calls = calls.values();
    this.#firings = firings.values();
    this.#deliveries = deliveries.values();
    this.#open = new Set(open.map(([endpoint, call]) => laneName(endpoint, call)));
  }

  call(state: CallState): CallKey {
    const present = state.key ?? this.#made.get(state);
    if (present !== undefined) return present;
    const key = asKey<CallKey>(next(this.#calls));
    this.#made.set(state, key);
    return key;
  }

  firing(): FiringKey {
    return asKey(next(this.#firings));
  }

  delivery(): DeliveryKey {
    return asKey(next(this.#deliveries));
  }

  /** Returns true if the lane was empty; it counts as open from now on. */
  open(endpoint: EndpointKey, call: CallKey): boolean {
    const name = laneName(endpoint, call);
    if (this.#open.has(name)) return false;
    this.#open.add(name);
    return true;
  }
}

export async function takeKeys(
  client: pg.ClientBase,
  planned: readonly PlannedReport[],
): Promise<Keys> {
  const lanes = new Map<string, readonly [EndpointKey, CallKey]>();
  const made = new Set<CallState>();
  let firings = 0;
  let deliveries = 0;
  for (const { state, plan } of planned) {
    if (state.key === null) made.add(state);
    firings += plan.firings.length;
    for (const firing of plan.firings) {
      deliveries += firing.deliveries.length;
      for (const { endpoint, sequence } of firing.deliveries) {
        // The first delivery of a lane has no predecessor.
        if (state.key === null || sequence === 1) continue;
        lanes.set(laneName(endpoint, state.key), [endpoint, state.key]);
      }
    }
  }
  const pairs = [...lanes.values()];
  const [row] = await run(
    client,
    TAKE,
    made.size,
    firings,
    deliveries,
    pairs.map(([endpoint]) => endpoint),
    pairs.map(([, call]) => call),
  );
  if (row === undefined) throw new Error('a select without from has one row');
  return new Keys(row);
}

function laneName(endpoint: EndpointKey, call: CallKey): string {
  return `${endpoint}/${call}`;
}

function next(keys: Iterator<number>): number {
  const { value, done } = keys.next();
  if (done === true) throw new Error('fewer keys were taken than rows are made');
  return value;
}
