/**
 * Leaves gaps between the keys of endpoints, as deleted ones would: a handful of neighbouring keys
 * would have neighbouring shards, which change hands only together.
 */

import { SHARDS } from '../../src/core/endpoint/endpoint.ts';
import type { ProjectKey } from '../../src/core/id.ts';
import type { Connection } from '../../src/store/sqlite/connection.ts';
import { query } from '../../src/store/statement.ts';
import { chanceOf } from '../script/random.ts';

const LAST = query<{ key: number | null }>('select max(key) key from endpoints');
/** Parameters: key, project. An endpoint that was deleted before the run began. */
const FORMER = query(`
  insert into endpoints (key, project_key, settings, enabled, disabled_reason, disabled_at,
    deleted_at, created_at, updated_at, revision)
  values (?, ?, '{"kind":"custom"}', 0, 'operator', 0, 0, 0, 0, 1)`);

/** Called before the endpoint with this number is made. */
export function leaveGap(db: Connection, project: ProjectKey, seed: number, number: number): void {
  const gap = 1 + Math.floor(chanceOf(seed, 'gap', number) * SHARDS);
  db.run(FORMER, (db.one(LAST)?.key ?? 0) + gap, project);
}
