/**
 * Retention (S14.12 to S14.14): a round walks the oldest rows in bounded batches and removes
 * expired ones. A batch reads about `limit` rows and stores its position in `meta`, so a round over
 * a long history never blocks the writer for long, and an interrupted round continues where it was.
 * A small history is one batch, and writes nothing if nothing has expired. Open deliveries are
 * never removed, so held ones are not lost.
 */
import type { ProjectKey } from '../../../core/id.ts';
import type { Project, RetentionSettings } from '../../../core/project/project.ts';
import type { Asked } from '../../../engine/ports/store.ts';
import { change, type Operation, one, query, readJson } from '../../statement.ts';
import { HINT_STEPS } from '../call/hint.ts';
import { KEPT_STEPS } from '../call/kept-report.ts';
import { KEYED_STEPS } from '../keyed-request.ts';
import { projects } from '../project/project.ts';
import type { ExpiryStep } from './expiry.ts';
import { ACW_STEPS } from './retention-acw.ts';
import { ALERT_STEPS } from './retention-alert.ts';
import { BULK_STEPS } from './retention-bulk.ts';
import { REMOVED_STEPS } from './retention-removed.ts';
import { HISTORY_STEPS } from './retention-steps.ts';
import { TREND_STEPS } from './retention-trend.ts';

/** The position of the round: a step, and the last key that it has read. */
interface Walk {
  readonly step: number;
  readonly afterKey: number;
}

/**
 * New steps are added at the end, so that a round that an older version began continues at its
 * position.
 */
export const EXPIRY_STEPS: readonly ExpiryStep[] = [
  ...HISTORY_STEPS,
  ...ACW_STEPS,
  ...BULK_STEPS,
  ...TREND_STEPS,
  ...REMOVED_STEPS,
  ...KEYED_STEPS,
  ...HINT_STEPS,
  ...ALERT_STEPS,
  ...KEPT_STEPS,
];

const READ = query<{ value: string }>("select value from meta where name = 'retention'");
const WRITE = query(`
  insert into meta (name, value) values ('retention', ?)
  on conflict (name) do update set value = excluded.value`);

/** Parameters: 1 now, as text and 2 as a number. Written at most every half hour. */
const ENDED = query(`
  insert into meta (name, value) values ('retention-ended', ?1)
  on conflict (name) do update set value = excluded.value
  where cast(meta.value as integer) < cast(?2 as integer) - 1800000`);

/** The round has ended; the next one starts at the first step. */
const FORGET = query("delete from meta where name = 'retention'");

export function* removeExpired(
  asked: Asked<'removeExpired'>,
): Operation<{ removed: number; lost: number; more: boolean }> {
  const { nowMs, limit } = asked;
  const row = yield* one(READ);
  let walk: Walk = row === undefined ? { step: 0, afterKey: 0 } : readJson<Walk>(row.value);
  const retention = retentionOf(yield* projects());
  let removed = 0;
  let lost = 0;
  let examined = 0;
  // Ends: each pass uses up the limit, or moves to another step or key.
  while (examined < limit) {
    const step: ExpiryStep | undefined = EXPIRY_STEPS[walk.step];
    if (step === undefined) {
      if (row !== undefined) yield* change(FORGET);
      yield* change(ENDED, String(nowMs), nowMs);
      return { removed, lost, more: false };
    }
    const left = limit - examined;
    const done = yield* step({ nowMs, limit: left, afterKey: walk.afterKey, removed, retention });
    removed += done.removed;
    lost += done.lost ?? 0;
    examined += done.examined;
    walk =
      done.lastKey === null
        ? { step: walk.step + 1, afterKey: 0 }
        : { step: walk.step, afterKey: done.lastKey };
  }
  yield* change(WRITE, JSON.stringify(walk));
  return { removed, lost, more: true };
}

function retentionOf(all: readonly Project[]): ReadonlyMap<ProjectKey, RetentionSettings> {
  return new Map(all.map(({ key, retention }) => [key, retention]));
}
