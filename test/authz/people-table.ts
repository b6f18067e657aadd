/**
 * Every route for people only, with the roles that may use it, written by hand from the guide of
 * signing in; and which routes of API keys each role may use. Tests compare the code with this
 * table, never the other way round. Routes that remove something come last.
 */
import type { Scope } from '../../src/core/key/scope.ts';
import { PASSWORD } from '../http/person/people.ts';
import type { Route } from './route-table.ts';

export const ROLES = ['owner', 'admin', 'operator', 'viewer'] as const;
export type Role = (typeof ROLES)[number];

export interface PeopleRoute extends Pick<Route, 'method' | 'path' | 'good'> {
  /** The name of the right in the OpenAPI document. */
  readonly right: string;
  readonly roles: readonly Role[];
  /** Whether the route is about one project. */
  readonly project: boolean;
  readonly body?: (ids: PeopleIds) => object;
  /** Other statuses for roles that have the right and are still refused. */
  readonly except?: Partial<Record<Role, number>>;
}

/** Another member, an open invitation, and another session of the asking person. */
export interface PeopleIds {
  readonly member: string;
  readonly invitation: string;
  readonly session: string;
}

const OWNER = ['owner'] as const;
const LOOKING = ['owner', 'admin'] as const;

/** The new e-mail that the other member has asked for. */
export const MEMBERS_NEW_EMAIL = 'others-new@example.com';
const NEW_MEMBER = { email: 'new@example.com', role: 'viewer' } as const;
const NO_CREDENTIAL = { id: 'AA', clientDataJSON: 'AA', attestationObject: 'AA' } as const;
const NO_ASSERTION = {
  id: 'AA',
  clientDataJSON: 'AA',
  authenticatorData: 'AA',
  signature: 'AA',
} as const;
const account = { right: 'account', roles: ROLES, project: false } as const;
const managing = { right: 'members:admin', roles: OWNER, project: true } as const;
const looking = { right: 'members:read', roles: LOOKING, project: true } as const;

export const PEOPLE_ROUTES: readonly PeopleRoute[] = [
  { ...account, method: 'GET', path: '/v1/session', good: 200 },
  { ...account, method: 'GET', path: '/v1/projects', good: 200 },
  { ...account, method: 'GET', path: '/v1/account/sessions', good: 200 },
  {
    ...account,
    method: 'POST',
    path: '/v1/session/reauthentication',
    good: 200,
    body: () => ({ password: PASSWORD }),
  },
  { ...account, method: 'GET', path: '/v1/account/email-change', good: 200 },
  { ...account, method: 'GET', path: '/v1/account/second-factor', good: 200 },
  { ...account, method: 'POST', path: '/v1/account/second-factor', good: 200 },
  {
    ...account,
    method: 'POST',
    path: '/v1/account/second-factor/confirm',
    good: 422,
    body: () => ({ code: 'no code' }),
  },
  { ...account, method: 'GET', path: '/v1/account/passkeys', good: 200 },
  // The tests use an IP address, where passkeys are unavailable.
  { ...account, method: 'POST', path: '/v1/account/passkeys/options', good: 409 },
  {
    ...account,
    method: 'POST',
    path: '/v1/account/passkeys',
    good: 409,
    body: () => ({ name: 'Laptop', credential: NO_CREDENTIAL }),
  },
  { ...account, method: 'POST', path: '/v1/session/reauthentication/options', good: 409 },
  {
    ...account,
    method: 'POST',
    path: '/v1/session/reauthentication/passkey',
    good: 409,
    body: () => NO_ASSERTION,
  },
  { ...account, method: 'DELETE', path: '/v1/account/passkeys/{passkey}', good: 404 },
  // No account has a second factor here.
  { ...account, method: 'POST', path: '/v1/account/second-factor/recovery-codes', good: 404 },
  { ...looking, method: 'GET', path: '/v1/members', good: 200 },
  { ...looking, method: 'GET', path: '/v1/invitations', good: 200 },
  {
    ...account,
    method: 'PATCH',
    path: '/v1/account',
    good: 200,
    body: () => ({ language: 'ja' }),
  },
  {
    ...account,
    method: 'POST',
    path: '/v1/projects',
    good: 201,
    body: () => ({ name: 'one more' }),
    except: { admin: 403, operator: 403, viewer: 403 },
  },
  {
    ...managing,
    method: 'POST',
    path: '/v1/invitations',
    good: 201,
    body: () => NEW_MEMBER,
  },
  {
    ...managing,
    method: 'POST',
    path: '/v1/members/{member}/email-change/confirm',
    good: 200,
    body: () => ({ email: MEMBERS_NEW_EMAIL }),
  },
  // Neither the member nor the asking person has an open change or a second factor.
  { ...managing, method: 'DELETE', path: '/v1/members/{member}/email-change', good: 404 },
  { ...managing, method: 'DELETE', path: '/v1/members/{member}/second-factor', good: 404 },
  { ...account, method: 'DELETE', path: '/v1/account/email-change', good: 404 },
  {
    ...account,
    method: 'POST',
    path: '/v1/account/email-change/confirm',
    good: 404,
    body: () => ({ token: 'unknown' }),
  },
  {
    ...managing,
    method: 'PATCH',
    path: '/v1/members/{member}',
    good: 200,
    body: () => ({ role: 'operator' }),
  },
  {
    ...managing,
    method: 'POST',
    path: '/v1/members/{member}/password-reset',
    good: 201,
    roles: LOOKING,
  },
  { ...managing, method: 'DELETE', path: '/v1/invitations/{invitation}', good: 204 },
  { ...managing, method: 'DELETE', path: '/v1/members/{member}', good: 204 },
  { ...account, method: 'DELETE', path: '/v1/account/sessions/{session}', good: 204 },
  { ...account, method: 'DELETE', path: '/v1/account/sessions', good: 204 },
  {
    method: 'DELETE',
    path: '/v1/members/me',
    good: 204,
    right: 'member',
    roles: ROLES,
    project: true,
  },
  // Only an unconfirmed second factor exists here.
  { ...account, method: 'DELETE', path: '/v1/account/second-factor', good: 204 },
  { ...account, method: 'DELETE', path: '/v1/session', good: 204 },
];

const READING: readonly Scope[] = [
  ...(['calls:read', 'endpoints:read', 'deliveries:read'] as const),
  ...(['call-logs:read', 'acw-results:read'] as const),
];

/** Routes that an operator may use although operators do not have their scope. */
const OPERATORS_TOO = [
  'POST /v1/endpoints/{id}/enable',
  'POST /v1/endpoints/{id}/disable',
  'POST /v1/call-logs/{callId}',
  'GET /v1/audit',
  'GET /v1/source-adapters',
  'GET /v1/sources',
  'GET /v1/sources/{id}',
  'GET /v1/sources/{id}/requests',
];

/** Whether a role may use a route of API keys. */
export function mayAsk(role: Role, { method, path, scope, ownersOnly }: Route): boolean {
  if (ownersOnly === true) return role === 'owner';
  if (role === 'owner' || role === 'admin' || scope === null) return true;
  if (READING.includes(scope)) return true;
  if (role === 'viewer') return false;
  if (scope === 'deliveries:write' || scope === 'reports:write') return true;
  return OPERATORS_TOO.includes(`${method} ${path}`);
}
