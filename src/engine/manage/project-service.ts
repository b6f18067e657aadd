/**
 * What an operator reads and sets of a project (decisions sections 1, 2, 5 and 11): its name, the
 * service name of the display text, stale detection and retention. Bounds are in
 * `core/project/project-rules.ts`.
 */
import type { ProjectKey } from '../../core/id.ts';
import type { Project, RetentionSettings, StaleSettings } from '../../core/project/project.ts';
import type { Author } from './author.ts';

/** A JSON merge patch: what is absent stays as it is. */
export interface ProjectPatch {
  readonly name?: string;
  readonly serviceName?: string;
  readonly stale?: Partial<StaleSettings>;
  readonly retention?: Partial<RetentionSettings>;
}

export interface ProjectService {
  get(projectKey: ProjectKey): Promise<Project>;
  /** By its public id; NOT_FOUND when there is none. */
  byId(projectId: string): Promise<Project>;
  update(projectKey: ProjectKey, patch: ProjectPatch, author: Author): Promise<Project>;
  /** Makes the project `default` at the first start. */
  ensureDefault(): Promise<Project>;
}
