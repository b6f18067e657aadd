/** Adds a second project with a key of its own, which must not reach the one of `setup`. */
import { PROJECT_DEFAULTS } from '../../src/core/project/project.ts';
import type { Bundle } from './setup.ts';

export const FOREIGN_TOKEN = 'rp_foreign_0123456789abcdefghijklmnopqrs';

export async function addForeignProject({ store, service, clock }: Bundle) {
  const project = await store.ensureProject({
    name: 'foreign',
    settings: PROJECT_DEFAULTS,
    nowMs: clock.wallMs(),
  });
  await service.apiKeys.ensureKey(project.key, FOREIGN_TOKEN);
  return project;
}
