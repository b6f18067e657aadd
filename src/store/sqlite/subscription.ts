/**
 * Step 5 as rows: which endpoints of a project get what. Read once and kept in the writer, since
 * every report needs it; whoever changes an endpoint or a project deletes it there.
 * A deleted endpoint is left out; a disabled one is kept, its deliveries are held, not lost.
 */
import type { EndpointSettings } from '../../core/endpoint/endpoint.ts';
import type { EndpointKey, ProjectKey } from '../../core/id.ts';
import { query } from './connection.ts';
import { readJson } from './json.ts';
import { projectByKey } from './project.ts';
import type { ProjectIntake, WriteSession } from './session.ts';

/** Projects kept at once; the oldest is dropped for the next. */
const PROJECTS_MAX = 1_000;

/** Parameters: project. endpoints_by_project. */
export const SUBSCRIBERS = query<{ key: EndpointKey; settings: string }>(`
  select key, settings from endpoints where project_key = ? and deleted_at is null order by key`);

export function projectIntake(session: WriteSession, key: ProjectKey): ProjectIntake | null {
  const present = session.projects.get(key);
  if (present !== undefined) return present;
  const project = projectByKey(session.db, key);
  if (project === null) return null;
  const subscriptions = session.db.all(SUBSCRIBERS, key).map((row) => {
    const { triggers, contentKey } = readJson<EndpointSettings>(row.settings);
    return { endpoint: row.key, triggers: new Set(triggers), contentKey };
  });
  const [oldest] = session.projects.keys();
  if (session.projects.size >= PROJECTS_MAX && oldest !== undefined) {
    session.projects.delete(oldest);
  }
  const { serviceName, stale } = project;
  const intake = { subscriptions, serviceName, stale };
  session.projects.set(key, intake);
  return intake;
}
