/**
 * The rights of each role: scopes, as API keys have them, and rights that only people have. A route
 * may let in a lower role although it lacks the right. Source: S13.1, S13.14.
 */

import type { ProjectKey } from '../id.ts';
import { SCOPES, type Scope } from '../key/scope.ts';
import { MEMBER_ROLES, type MemberRole, type PersonRight } from './role.ts';

/**
 * The right that a route demands: a scope, a right that only a person can have, or that of an
 * instance key.
 */
export type Right = Scope | PersonRight | 'instance';

const READING = [
  'calls:read',
  'endpoints:read',
  'deliveries:read',
  'call-logs:read',
  'acw-results:read',
] as const satisfies readonly Scope[];

const RIGHTS: Readonly<Record<MemberRole, readonly Right[]>> = {
  owner: ['member', ...SCOPES, 'members:read', 'members:admin'],
  admin: ['member', ...SCOPES, 'members:read'],
  // The simulator of the dashboard reports calls as a platform does.
  operator: ['member', ...READING, 'deliveries:write', 'reports:write'],
  viewer: ['member', ...READING],
};

/** The rights that the API shows: all except `member`, which every member of a project has. */
export function shownRightsOf(role: MemberRole): Right[] {
  return RIGHTS[role].filter((right) => right !== 'member');
}

export function scopesOf(role: MemberRole): ReadonlySet<Scope> {
  return new Set(SCOPES.filter((scope) => RIGHTS[role].includes(scope)));
}

/** `also`: roles that the route lets in although they lack the right. */
export function mayDo(role: MemberRole, right: Right, also: readonly MemberRole[]): boolean {
  return RIGHTS[role].includes(right) || also.includes(role);
}

interface Place {
  readonly projectKey: ProjectKey;
  readonly role: MemberRole;
}

/** The roles that may create a link for a new password, besides those that manage members. */
export const RESET_ROLES: readonly MemberRole[] = ['admin'];

/**
 * Whether a member of this role may create a link that sets another person's password. A user of
 * the link becomes that person, so the creator must have at least the person's rights. Checked when
 * the link is created, shown and used.
 */
export function mayReset(
  own: readonly Place[],
  theirs: readonly Place[],
  projectKey: ProjectKey,
): boolean {
  const here = roleIn(own, projectKey);
  if (here === undefined || !mayDo(here, 'members:admin', RESET_ROLES)) return false;
  return theirs.every((each) => {
    const mine = roleIn(own, each.projectKey);
    return mine !== undefined && isAtLeast(mine, each.role);
  });
}

/**
 * Whether a member of this role may confirm another person's e-mail. The reader of the e-mail can
 * take over the account, so the member must be an owner with at least the person's rights.
 */
export function mayConfirmEmail(
  own: readonly Place[],
  theirs: readonly Place[],
  projectKey: ProjectKey,
): boolean {
  return mayInvite(roleIn(own, projectKey) ?? null) && mayReset(own, theirs, projectKey);
}

/**
 * Whether a member of this role may invite. Checked when the invitation is created, shown and
 * accepted.
 */
export function mayInvite(role: MemberRole | null): boolean {
  return role !== null && mayDo(role, 'members:admin', []);
}

/**
 * Whether a role may create API keys; a creator who loses this role can no longer vouch for them.
 */
export function mayMakeKeys(role: MemberRole): boolean {
  return mayDo(role, 'project:admin', []);
}

export function isAtLeast(role: MemberRole, other: MemberRole): boolean {
  return MEMBER_ROLES.indexOf(role) <= MEMBER_ROLES.indexOf(other);
}

function roleIn(places: readonly Place[], projectKey: ProjectKey): MemberRole | undefined {
  return places.find((each) => each.projectKey === projectKey)?.role;
}

/** Whether personal data is masked for the member. */
export function isMasked(membership: {
  readonly role: MemberRole;
  readonly maskForViewers: boolean;
}): boolean {
  return membership.maskForViewers && membership.role === 'viewer';
}

/** The lowest role that has the right, for a sentence. */
export function roleFor(right: Right, also: readonly MemberRole[]): MemberRole {
  return MEMBER_ROLES.findLast((role) => mayDo(role, right, also)) ?? 'owner';
}
