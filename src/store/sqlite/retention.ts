/**
 * Retention (decisions section 5): walks the oldest rows in bounded batches and removes what is
 * past its time. One batch looks at `limit` rows and remembers in `meta` where it stands, so a
 * pass over a big history never holds the writer for long. Open deliveries are never removed:
 * what is held is not lost.
 */
import type { ProjectKey } from '../../core/id.ts';
import type { Project, RetentionSettings } from '../../core/project/project.ts';
import { query } from './connection.ts';
import { readJson } from './json.ts';
import { projects } from './project.ts';
import { EXPIRY_STEPS, type ExpiryStep } from './retention-steps.ts';
import type { WriteSession } from './session.ts';

/** Where the pass stands: a step, and the last key that it has looked at. */
interface Walk {
  readonly step: number;
  readonly afterKey: number;
}

const READ = query<{ value: string }>("select value from meta where name = 'retention'");
const WRITE = query(`
  insert into meta (name, value) values ('retention', ?)
  on conflict (name) do update set value = excluded.value`);

const START: Walk = { step: 0, afterKey: 0 };

export function removeExpired(
  session: WriteSession,
  asked: { readonly nowMs: number; readonly limit: number },
): { removed: number; more: boolean } {
  const { db } = session;
  const row = db.one(READ);
  const walk = row === undefined ? START : readJson<Walk>(row.value);
  const step: ExpiryStep | undefined = EXPIRY_STEPS[walk.step];
  if (step === undefined) return finish(session);
  const result = step(db, {
    nowMs: asked.nowMs,
    limit: asked.limit,
    afterKey: walk.afterKey,
    retention: retentionOf(projects(db)),
  });
  const next: Walk =
    result.lastKey === null
      ? { step: walk.step + 1, afterKey: 0 }
      : { step: walk.step, afterKey: result.lastKey };
  if (next.step >= EXPIRY_STEPS.length) return { ...finish(session), removed: result.removed };
  db.run(WRITE, JSON.stringify(next));
  return { removed: result.removed, more: true };
}

function finish({ db }: WriteSession): { removed: number; more: boolean } {
  db.run(WRITE, JSON.stringify(START));
  return { removed: 0, more: false };
}

function retentionOf(all: readonly Project[]): ReadonlyMap<ProjectKey, RetentionSettings> {
  return new Map(all.map(({ key, retention }) => [key, retention]));
}
