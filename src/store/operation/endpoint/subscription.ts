/**
 * Step 5 as rows: which endpoints of a project subscribe to which triggers. Every report needs
 * this, so a store may cache it; an operation that changes an endpoint or a project makes the
 * session drop the cache. Deleted endpoints are left out; disabled ones are included, because their
 * deliveries are held, not lost.
 */

import { isAgent } from '../../../core/endpoint/endpoint.ts';
import type { EndpointKey, ProjectKey } from '../../../core/id.ts';
import type { Subscription } from '../../../core/intake/plan.ts';
import { writeForm } from '../../../core/payload/render.ts';
import type { StaleSettings } from '../../../core/project/project.ts';
import { type Closure, closureOf } from '../../../core/project/project-limits.ts';
import { all, type Operation, query } from '../../statement.ts';
import { project } from '../project/project.ts';
import { toSettings } from './endpoint-row.ts';

/** The rows of a project that intake needs besides the call. */
export interface ProjectIntake {
  readonly subscriptions: readonly Subscription[];
  readonly serviceName: string;
  readonly stale: StaleSettings;
  readonly closed: Closure;
}

export interface SubscriberRow {
  readonly key: EndpointKey;
  readonly settings: string;
}

/** Parameters: project. endpoints_by_project. */
export const SUBSCRIBERS = query<SubscriberRow>(`
  select key, settings from endpoints where project_key = ? and deleted_at is null order by key`);

export function* projectIntake(key: ProjectKey): Operation<ProjectIntake | null> {
  const present = yield* project(key);
  if (present === null) return null;
  const rows = yield* all(SUBSCRIBERS, key);
  const { serviceName, stale } = present;
  const closed = closureOf(present);
  return { subscriptions: rows.map(subscriptionOf), serviceName, stale, closed };
}

export function subscriptionOf(row: SubscriberRow): Subscription {
  const settings = toSettings(row.settings);
  return {
    endpoint: row.key,
    triggers: new Set(settings.triggers),
    filter: settings.filter,
    bodyForm: writeForm(settings),
    agent: isAgent(settings.kind),
  };
}
