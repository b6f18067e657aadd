/**
 * How many records a project may have. The services check these limits early; a store checks them
 * again in the transaction that adds a record, so that they hold across processes.
 */
import { ServiceError } from '../error/service-error.ts';

/** Every report reads all endpoints of its project. */
export const ENDPOINTS_MAX = 200;
export const SOURCES_MAX = 100;
/** The most requests kept for one source, for its operator to look at. */
export const SOURCE_REQUESTS_MAX = 50;
/** The most keys of one project that are neither revoked nor expired. */
export const API_KEYS_MAX = 200;

/** Members and open invitations together. */
export const MEMBERS_MAX = 500;
/** In the whole instance; a start looks at each of them. */
export const PROJECTS_MAX = 1_000;
/** For one person; the oldest session ends if there is one more. */
export const SESSIONS_MAX = 50;

/** For one person. Signing in lists them all to the browser. */
export const PASSKEYS_MAX = 20;

/** The most issues of one project that members have marked. */
export const ISSUE_MARKS_MAX = 5_000;

/** Maintenance windows of one project that have not ended. */
export const MAINTENANCE_WINDOWS_MAX = 100;

/** Of older alerts of one project, only those that are open stay (S17.13). */
export const ALERTS_KEPT_MAX = 10_000;

const MOST = {
  'maintenance windows': MAINTENANCE_WINDOWS_MAX,
  'marked issues': ISSUE_MARKS_MAX,
  endpoints: ENDPOINTS_MAX,
  sources: SOURCES_MAX,
  'API keys': API_KEYS_MAX,
  'members and invitations': MEMBERS_MAX,
} as const;

export function refuseTooMany(what: keyof typeof MOST, present: number): void {
  const most = MOST[what];
  if (present < most) return;
  throw new ServiceError('LIMIT_REACHED', `A project has at most ${most} ${what}.`);
}
