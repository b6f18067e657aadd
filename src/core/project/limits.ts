/**
 * How many things a project may have. The services refuse early by what they read; a store decides
 * at last, in the transaction that would make one more, so that the limits hold over processes.
 */
import { ServiceError } from '../error/service-error.ts';

/** Every report looks at all of a project's endpoints. */
export const ENDPOINTS_MAX = 200;
export const SOURCES_MAX = 100;
/** Of one source, for its operator to look at. */
export const SOURCE_REQUESTS_MAX = 50;
/** Keys of one project that are neither revoked nor expired. */
export const API_KEYS_MAX = 200;

/** Members and open invitations together. */
export const MEMBERS_MAX = 500;
/** Of the whole instance. */
export const PROJECTS_MAX = 100;
/** Of one person; the one that was begun first ends for one more. */
export const SESSIONS_MAX = 50;

/** Of one person. A ceremony lists them all to the browser. */
export const PASSKEYS_MAX = 20;

/** Issues of one project that a member has marked. */
export const ISSUE_MARKS_MAX = 5_000;

const MOST = {
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
