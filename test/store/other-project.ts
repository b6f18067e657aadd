/** A second project in a store, for what no project may see of another. */
import { PROJECT_DEFAULTS } from '../../src/core/project/project.ts';
import { type Bench, START_MS } from './given.ts';

export async function otherProject({ store }: Bench) {
  return (await store.ensureProject({ name: 'other', settings: PROJECT_DEFAULTS, nowMs: START_MS }))
    .key;
}
