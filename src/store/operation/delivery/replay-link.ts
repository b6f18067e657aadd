/**
 * Which delivery repeats which, as separate rows, so that ordinary deliveries cost nothing for it.
 * Written with the replay, removed with either of the two deliveries.
 */
import type { DeliveryKey } from '../../../core/id.ts';
import type { DeliveryDetail, DeliveryLink } from '../../../engine/ports/query-store.ts';
import { all, change, LISTED, type Operation, one, query } from '../../statement.ts';

interface LinkRow {
  readonly key: DeliveryKey;
  readonly created_at: number;
}

/** The most replays that are shown of one delivery, the newest ones. */
const REPLAYS_SHOWN_MAX = 20;

/** Parameters: delivery. Primary keys. */
export const REPLAY_OF = query<LinkRow>(`
  select d.key, d.created_at from replays r join deliveries d on d.key = r.replay_of
  where r.delivery_key = ?`);

/** Parameters: delivery, limit. replays_of, which ends in the primary key; backwards. */
export const REPLAYS = query<LinkRow>(`
  select d.key, d.created_at from replays r indexed by replays_of
  join deliveries d on d.key = r.delivery_key
  where r.replay_of = ? order by r.delivery_key desc limit ?`);

const LINK = query('insert into replays (delivery_key, replay_of) values (?, ?)');

/** Parameters: deliveries. Primary key, or replays_of. */
export const UNLINK = query(`delete from replays where delivery_key in ${LISTED}`);
export const UNLINK_REPLAYS = query(`delete from replays where replay_of in ${LISTED}`);

export function* linkReplay(made: DeliveryKey, of: DeliveryKey): Operation<void> {
  yield* change(LINK, made, of);
}

export function* replaysOf(
  key: DeliveryKey,
): Operation<Pick<DeliveryDetail, 'replayOf' | 'replays'>> {
  const of = yield* one(REPLAY_OF, key);
  const replays = yield* all(REPLAYS, key, REPLAYS_SHOWN_MAX);
  return { replayOf: of === undefined ? null : toLink(of), replays: replays.map(toLink) };
}

function toLink({ key, created_at: createdAtMs }: LinkRow): DeliveryLink {
  return { key, createdAtMs };
}
