/** Runs bulk jobs in the tests of a store: each is made for a filter and done step by step. */
import type { ProjectKey } from '../../src/core/id.ts';
import type { BulkFilter, NewBulkJob } from '../../src/engine/ports/bulk-store.ts';
import type { AuditEntry } from '../../src/engine/ports/manage-store.ts';
import type { Store } from '../../src/engine/ports/store.ts';

/** Every delivery that was given up. */
export const GIVEN_UP: BulkFilter = {
  endpoints: [],
  callKey: null,
  triggers: [],
  classes: [],
  issueClass: null,
  states: ['rejected', 'exhausted', 'blocked'],
  fromMs: null,
  toMs: null,
};

export interface Reopening {
  readonly action: 'retry' | 'recover';
  readonly filter?: Partial<BulkFilter>;
  /** When the job is requested and done. */
  readonly nowMs: number;
  readonly limit: number;
  /** After this many steps the job is aborted. */
  readonly stepsMax?: number;
}

type BulkPart = Pick<Store, 'createBulk' | 'stepBulk' | 'abortBulk'>;

/** Returns how many deliveries the job reopened. Calls `check` after each step. */
export async function reopenedBy(
  store: BulkPart,
  projectKey: ProjectKey,
  { action, filter, nowMs, limit, stepsMax = 1_000 }: Reopening,
  check: () => Promise<void> = async () => {},
): Promise<number> {
  const job: NewBulkJob = {
    action,
    filter: { ...GIVEN_UP, ...filter },
    asked: {},
    ids: null,
    reason: null,
    matched: 0,
    matchedExact: false,
    createdBy: 'key_1',
    createdAtMs: nowMs,
  };
  const audit: AuditEntry = {
    atMs: nowMs,
    actor: 'key_1',
    action: 'bulk.started',
    target: null,
    before: null,
    after: null,
    requestId: null,
  };
  const { key } = await store.createBulk({ projectKey, job, audit });
  let done = 0;
  for (let steps = 0; steps < stepsMax; steps += 1) {
    const step = await store.stepBulk({ key, nowMs, limit });
    if (step === null) return done;
    if (step.job.done - done > limit) throw new Error('a step does more than it may');
    done = step.job.done;
    await check();
    if (step.job.endedAtMs !== null) return done;
  }
  await store.abortBulk({ projectKey, key, audit: { ...audit, action: 'bulk.aborted' } });
  return done;
}
