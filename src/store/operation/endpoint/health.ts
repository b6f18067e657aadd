/**
 * The health of endpoints as rows. A commit writes only the last health of each endpoint; only
 * settlements change it, from what the dispatcher holds in memory.
 */
import { type EndpointHealth, HEALTHY } from '../../../core/delivery/health.ts';
import type { EndpointKey } from '../../../core/id.ts';
import type { Asked } from '../../../engine/ports/store.ts';
import { all, change, type Operation, one, query, readJson } from '../../statement.ts';
import type { Session } from '../session.ts';

const UPSERT = query(`
  insert into endpoint_health (endpoint_key, hold_until, health) values (?, ?, ?)
  on conflict (endpoint_key) do update set hold_until = excluded.hold_until,
    health = excluded.health`);

const BY_ENDPOINT = query<{ health: string }>(
  'select health from endpoint_health where endpoint_key = ?',
);

/** Parameters: JSON list of endpoints, project. Primary keys. */
const OF_ENDPOINTS = query<{ endpoint_key: EndpointKey; health: string }>(`
  select h.endpoint_key, h.health
  from endpoint_health h join endpoints e on e.key = h.endpoint_key
  where h.endpoint_key in (select cast(value as integer) from json_each(?))
    and e.project_key = ?`);

export function* flushHealth({ health }: Session): Operation<void> {
  for (const [endpoint, state] of health) {
    yield* change(UPSERT, endpoint, state.holdUntilMs, JSON.stringify(state));
  }
  health.clear();
}

export function* healthOf(asked: Asked<'healthOf'>): Operation<readonly EndpointHealth[]> {
  const { projectKey, endpoints } = asked;
  const rows = yield* all(OF_ENDPOINTS, JSON.stringify(endpoints), projectKey);
  const known = new Map(rows.map((row) => [row.endpoint_key, row.health]));
  return endpoints.map((endpoint) => {
    const health = known.get(endpoint);
    return health === undefined ? HEALTHY : fromRow(health);
  });
}

/** The stored health, or the one noted in this transaction. */
export function* healthNow(session: Session, endpoint: EndpointKey): Operation<EndpointHealth> {
  return session.health.get(endpoint) ?? (yield* storedHealth(endpoint));
}

export function* storedHealth(endpoint: EndpointKey): Operation<EndpointHealth> {
  const row = yield* one(BY_ENDPOINT, endpoint);
  return row === undefined ? HEALTHY : fromRow(row.health);
}

/** Fields that an older version did not write get the values of a healthy endpoint. */
function fromRow(health: string): EndpointHealth {
  return { ...HEALTHY, ...readJson<Partial<EndpointHealth>>(health) };
}
