/**
 * A session as its person sees it: the account, the rights in each project, and how a request with
 * the cookie must look. Never its token or a hash.
 */

import { isMasked, shownRightsOf } from '../../core/person/role-rights.ts';
import { expiresAt, idleUntil, provenUntil } from '../../core/person/session.ts';
import { isoTime } from '../../core/time.ts';
import type { Session, SignedIn } from '../../engine/ports/people-store.ts';
import type { AccountSession } from '../schema/account.ts';
import type { SessionRecord } from '../schema/session.ts';
import { PROJECT_HEADER } from './auth.ts';

/** `origin`: that of the dashboard's pages. */
export function showSession(signedIn: SignedIn, origin: string): SessionRecord {
  const { session, user, memberships } = signedIn;
  return {
    id: session.id,
    user: {
      id: user.id,
      name: user.name,
      email: user.email,
      language: user.language,
      hasPassword: user.passwordHash !== null,
      hasIdentityProvider: user.oidcSubject !== null,
    },
    memberships: memberships.map((membership) => ({
      projectId: membership.projectId,
      projectName: membership.projectName,
      role: membership.role,
      rights: shownRightsOf(membership.role),
      masked: isMasked(membership),
      secondFactorMissing: membership.requireSecondFactor && session.secondFactorAtMs === null,
    })),
    mayCreateProjects: memberships.some(({ role }) => role === 'owner'),
    signedInBy: session.signedInBy,
    createdAt: isoTime(session.createdAtMs),
    idleUntil: isoTime(idleUntil(session)),
    expiresAt: isoTime(expiresAt(session)),
    provenUntil: isoTime(provenUntil(session)),
    csrf: { origin, contentType: 'application/json', projectHeader: PROJECT_HEADER },
  };
}

export function showAccountSession(session: Session, current: Session): AccountSession {
  return {
    id: session.id,
    current: session.id === current.id,
    signedInBy: session.signedInBy,
    createdAt: isoTime(session.createdAtMs),
    lastSeenAt: isoTime(session.seenAtMs),
    expiresAt: isoTime(idleUntil(session)),
    address: session.address,
    userAgent: session.userAgent,
  };
}
