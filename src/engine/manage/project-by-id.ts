/**
 * Finds a project by its public id. The id contains the row's key and its creation time; if the
 * time is wrong, the id was made up.
 */
import { ServiceError } from '../../core/error/service-error.ts';
import { asKey, type ProjectKey, parseId } from '../../core/id.ts';
import type { Project } from '../../core/project/project.ts';
import type { ProjectStore } from '../ports/manage-store.ts';

/** Throws NOT_FOUND if there is no such project. */
export async function projectById(
  store: Pick<ProjectStore, 'project'>,
  projectId: string,
): Promise<Project> {
  const parts = parseId('prj', projectId);
  const project = parts === null ? null : await store.project(asKey<ProjectKey>(parts.key));
  if (project === null || project.id !== projectId) {
    throw new ServiceError('NOT_FOUND', 'There is no such project.');
  }
  return project;
}
