/**
 * Counts the calls of a project beside its limit (S12.40), up to the limit and no further, and
 * tells when the project reaches it or has room again. Reports never count: they compare with the
 * last count, so a project may pass its limit by what it reports in a minute.
 */
import type { Project } from '../../core/project/project.ts';
import { closureOf } from '../../core/project/project-limits.ts';
import type { Clock } from '../ports/clock.ts';
import type { Emit } from '../ports/emit.ts';
import type { InstanceStore } from '../ports/instance-store.ts';

export interface CallCountParts {
  readonly store: Pick<InstanceStore, 'countCalls' | 'keepCount'>;
  readonly clock: Pick<Clock, 'wallMs'>;
  readonly emit: Emit;
}

/** Does nothing for a project without a limit of calls. `before`: the project as it was. */
export async function countCallsOf(
  project: Project,
  parts: CallCountParts,
  before = project,
): Promise<void> {
  const { store, clock, emit } = parts;
  const { key: projectKey, id: projectId, limits } = project;
  const { callsMax } = limits;
  if (callsMax === null) return;
  const calls = await store.countCalls({ projectKey, most: callsMax });
  const counted = { calls, atMs: clock.wallMs() };
  await store.keepCount({ projectKey, ...counted });
  const full = isFull({ limits, counted });
  if (full !== isFull(before)) {
    emit({ name: 'project.counted', projectId, calls, callsMax, full });
  }
}

/** Whether it takes reports at all is another matter. */
function isFull({ limits, counted }: Pick<Project, 'limits' | 'counted'>): boolean {
  return closureOf({ suspendedAtMs: null, limits, counted }) === 'full';
}
