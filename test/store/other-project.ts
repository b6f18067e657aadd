/** A second project in a store, for rows that the first one must not see. */
import { PROJECT_DEFAULTS } from '../../src/core/project/project.ts';
import { type Bench, START_MS } from './given.ts';

export async function otherProject({ store }: Bench) {
  return (await store.ensureProject({ name: 'other', settings: PROJECT_DEFAULTS, nowMs: START_MS }))
    .key;
}
