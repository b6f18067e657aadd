/**
 * What each role may do: scopes as API keys have them, and the rights that only people have. A
 * role lower down may do besides what a route names it for. Source: decisions section 11.
 */
import { MEMBER_ROLES, type MemberRole, type PersonRight } from '../../core/person/role.ts';
import { SCOPES, type Scope } from '../ports/manage-store.ts';

/** What a route asks for: a scope, or what only a person can have. */
export type Right = Scope | PersonRight;

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
  // The simulator of the dashboard reports calls, as a platform would.
  operator: ['member', ...READING, 'deliveries:write', 'reports:write'],
  viewer: ['member', ...READING],
};

export function rightsOf(role: MemberRole): readonly Right[] {
  return RIGHTS[role];
}

export function scopesOf(role: MemberRole): ReadonlySet<Scope> {
  return new Set(SCOPES.filter((scope) => RIGHTS[role].includes(scope)));
}

/** `also`: roles that the route lets in although they lack the right. */
export function mayDo(role: MemberRole, right: Right, also: readonly MemberRole[]): boolean {
  return RIGHTS[role].includes(right) || also.includes(role);
}

/** Whether what is personal is masked for them. */
export function isMasked(membership: {
  readonly role: MemberRole;
  readonly maskForViewers: boolean;
}): boolean {
  return membership.maskForViewers && membership.role === 'viewer';
}

/** The role that is enough, for a sentence. */
export function roleFor(right: Right, also: readonly MemberRole[]): MemberRole {
  return MEMBER_ROLES.findLast((role) => mayDo(role, right, also)) ?? 'owner';
}
