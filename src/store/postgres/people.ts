/**
 * People on the shared store: changes are transactions of their own, questions go to the
 * connections that look up keys. What is done is said in `operation/`.
 */
import type { EmailChangeStore } from '../../engine/ports/email-change-store.ts';
import type { PasskeyStore } from '../../engine/ports/passkey-store.ts';
import type { MemberStore, PeopleStore } from '../../engine/ports/people-store.ts';
import type { SecondFactorStore } from '../../engine/ports/second-factor-store.ts';
import {
  askEmailChange,
  confirmEmailChange,
  dropEmailChange,
  emailChangeByHash,
  emailChangeOf,
  emailChangesIn,
} from '../operation/people/email-change.ts';
import {
  admit,
  createInvitation,
  deleteInvitation,
  invitationByHash,
  invitations,
  invitationsFor,
} from '../operation/people/invitation.ts';
import { keyPeople } from '../operation/people/member-keys.ts';
import { members, removeMember, setRole } from '../operation/people/membership.ts';
import {
  addPasskey,
  passkeyByCredential,
  passkeysOf,
  removePasskey,
  usePasskey,
} from '../operation/people/passkey.ts';
import {
  createHostReset,
  createPasswordReset,
  passwordResetByHash,
  resetPassword,
} from '../operation/people/password-reset.ts';
import { removePastPeople } from '../operation/people/past-people.ts';
import {
  confirmAuthenticator,
  keepAuthenticator,
  removeAuthenticator,
  removeMemberSecondFactors,
  replaceRecoveryCodes,
  secondFactorOf,
  takeRecoveryCode,
  takeStep,
} from '../operation/people/second-factor.ts';
import {
  addSetupToken,
  completeSetup,
  isSetupNeeded,
  isSetupToken,
} from '../operation/people/setup.ts';
import { forgiveSignIn, trySignIn } from '../operation/people/sign-in-try.ts';
import {
  createSession,
  endSessions,
  membershipsOf,
  proveSession,
  sessionByHash,
  sessionsOf,
  touchSession,
} from '../operation/people/signed-in.ts';
import { updateUser, userByEmail, userBySubject } from '../operation/people/user.ts';
import { createProject } from '../operation/project/project.ts';
import type { Changes } from './changes.ts';
import type { Pool } from './server/pool.ts';

export function peopleOn(
  pool: Pool,
  changes: Changes,
): PeopleStore & EmailChangeStore & PasskeyStore {
  return {
    ...membersOn(pool, changes),
    isSetupNeeded: () => pool.read(isSetupNeeded),
    isSetupToken: ({ hash, nowMs }) => pool.read(() => isSetupToken({ hash, nowMs })),
    userByEmail: (email) => pool.read(() => userByEmail(email)),
    userBySubject: (oidcSubject) => pool.read(() => userBySubject(oidcSubject)),
    sessionByHash: (hash) => pool.read(() => sessionByHash(hash)),
    sessionsOf: (user) => pool.read(() => sessionsOf(user)),
    invitations: (projectKey) => pool.read(() => invitations(projectKey)),
    invitationByHash: (hash) => pool.read(() => invitationByHash(hash)),
    invitationsFor: (email) => pool.read(() => invitationsFor(email)),
    addSetupToken: ({ hash, nowMs }) => changes.make(() => addSetupToken({ hash, nowMs })),
    completeSetup: ({ projectKey, tokenHash, user, session, audit }) =>
      changes.make(() => completeSetup({ projectKey, tokenHash, user, session, audit })),
    trySignIn: ({ subjects, from, nowMs }) =>
      changes.make(() => trySignIn({ subjects, from, nowMs })),
    forgiveSignIn: async (subjects) => {
      await changes.make(() => forgiveSignIn(subjects));
    },
    createSession: async ({ user, session, audit }) => {
      await changes.make(() => createSession({ user, session, audit }));
    },
    touchSession: async ({ key, atMs }) => {
      await changes.make(() => touchSession({ key, atMs }));
    },
    proveSession: async ({ key, user, audit }) => {
      await changes.make(() => proveSession({ key, user, audit }));
    },
    endSessions: ({ user, which, audit }) =>
      changes.make(() => endSessions({ user, which, audit })),
    updateUser: ({ seen, facts, audit, renewal }) =>
      changes.make(() => updateUser({ seen, facts, audit, renewal })),
    createInvitation: ({ projectKey, invitation, audit }) =>
      changes.make(() => createInvitation({ projectKey, invitation, audit })),
    deleteInvitation: ({ projectKey, key, audit }) =>
      changes.make(() => deleteInvitation({ projectKey, key, audit })),
    membershipsOf: (user) => pool.read(() => membershipsOf(user)),
    passwordResetByHash: (hash) => pool.read(() => passwordResetByHash(hash)),
    emailChangeOf: (user) => pool.read(() => emailChangeOf(user)),
    emailChangeByHash: (hash) => pool.read(() => emailChangeByHash(hash)),
    emailChangesIn: (projectKey) => pool.read(() => emailChangesIn(projectKey)),
    askEmailChange: async ({ user, change, audit }) => {
      await changes.make(() => askEmailChange({ user, change, audit }));
    },
    dropEmailChange: ({ user, audit }) => changes.make(() => dropEmailChange({ user, audit })),
    confirmEmailChange: ({ user, confirmation, audit }) =>
      changes.make(() => confirmEmailChange({ user, confirmation, audit })),
    createPasswordReset: ({ user, reset, audit }) =>
      changes.make(() => createPasswordReset({ user, reset, audit })),
    createHostReset: ({ email, reset, audit }) =>
      changes.make(() => createHostReset({ email, reset, audit })),
    resetPassword: ({ hash, user, passwordHash, audit }) =>
      changes.make(() => resetPassword({ hash, user, passwordHash, audit })),
    admit: ({ admission, audit }) => changes.make(() => admit({ admission, audit })),
    ...factorsOn(pool, changes),
    removePastPeople: ({ nowMs, limit }) => changes.make(() => removePastPeople({ nowMs, limit })),
  };
}

function factorsOn(pool: Pool, changes: Changes): SecondFactorStore & PasskeyStore {
  return {
    secondFactorOf: (user) => pool.read(() => secondFactorOf(user)),
    keepAuthenticator: ({ user, secret, nowMs }) =>
      changes.make(() => keepAuthenticator({ user, secret, nowMs })),
    confirmAuthenticator: ({ user, audit, ...confirmed }) =>
      changes.make(() => confirmAuthenticator({ user, ...confirmed, audit })),
    takeStep: ({ user, step }) => changes.make(() => takeStep({ user, step })),
    takeRecoveryCode: ({ user, hash, audit }) =>
      changes.make(() => takeRecoveryCode({ user, hash, audit })),
    removeAuthenticator: ({ user, session, audit }) =>
      changes.make(() => removeAuthenticator({ user, session, audit })),
    passkeysOf: (user) => pool.read(() => passkeysOf(user)),
    passkeyByCredential: (credentialId) => pool.read(() => passkeyByCredential(credentialId)),
    addPasskey: ({ user, added, audit }) => changes.make(() => addPasskey({ user, added, audit })),
    usePasskey: ({ user, use, refusal }) => changes.make(() => usePasskey({ user, use, refusal })),
    removePasskey: ({ user, key, session, audit }) =>
      changes.make(() => removePasskey({ user, key, session, audit })),
    removeMemberSecondFactors: ({ user, owner, audit }) =>
      changes.make(() => removeMemberSecondFactors({ user, owner, audit })),
    replaceRecoveryCodes: async ({ user, codes, audit }) => {
      await changes.make(() => replaceRecoveryCodes({ user, codes, audit }));
    },
  };
}

function membersOn(pool: Pool, changes: Changes): MemberStore {
  return {
    members: (projectKey) => pool.read(() => members(projectKey)),
    setRole: ({ projectKey, user, role, audit, revokeKeys = false }) =>
      changes.make(
        () => setRole({ projectKey, user, role, audit, revokeKeys }),
        () => ({ keys: revokeKeys ? [projectKey] : [] }),
      ),
    removeMember: ({ projectKey, user, audit, revokeKeys = false }) =>
      changes.make(
        () => removeMember({ projectKey, user, audit, revokeKeys }),
        () => ({ keys: revokeKeys ? [projectKey] : [] }),
      ),
    keyPeople: (projectKey) => pool.read(() => keyPeople(projectKey)),
    createProject: ({ name, settings, owner, audit }) =>
      changes.make(() => createProject({ name, settings, owner, audit })),
  };
}
