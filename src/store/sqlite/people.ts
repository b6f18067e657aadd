/**
 * People on the embedded store: changes go to the writer, questions to a reader. Only names and
 * arguments; what is done is said in `operation/`.
 */
import type { EmailChangeStore } from '../../engine/ports/email-change-store.ts';
import type { PasskeyStore } from '../../engine/ports/passkey-store.ts';
import type { PeopleStore } from '../../engine/ports/people-store.ts';
import type { SecondFactorStore } from '../../engine/ports/second-factor-store.ts';
import type {
  ReadArgument,
  ReadName,
  ReadValue,
  WriteArgument,
  WriteName,
  WriteValue,
} from './operations.ts';

interface Asked {
  readonly write: <Name extends WriteName>(
    name: Name,
    argument: WriteArgument<Name>,
  ) => Promise<WriteValue<Name>>;
  readonly read: <Name extends ReadName>(
    name: Name,
    argument: ReadArgument<Name>,
  ) => Promise<ReadValue<Name>>;
}

export function peopleOf({ write, read }: Asked): PeopleStore & EmailChangeStore & PasskeyStore {
  return {
    isSetupNeeded: () => read('isSetupNeeded', null),
    isSetupToken: ({ hash, nowMs }) => read('isSetupToken', { hash, nowMs }),
    userByEmail: (email) => read('userByEmail', email),
    userBySubject: (oidcSubject) => read('userBySubject', oidcSubject),
    sessionByHash: (hash) => read('sessionByHash', hash),
    sessionsOf: (user) => read('sessionsOf', user),
    members: (projectKey) => read('members', projectKey),
    invitations: (projectKey) => read('invitations', projectKey),
    invitationByHash: (hash) => read('invitationByHash', hash),
    invitationsFor: (email) => read('invitationsFor', email),
    membershipsOf: (user) => read('membershipsOf', user),
    passwordResetByHash: (hash) => read('passwordResetByHash', hash),
    createPasswordReset: ({ user, reset, audit }) =>
      write('createPasswordReset', { user, reset, audit }),
    createHostReset: ({ email, reset, audit }) => write('createHostReset', { email, reset, audit }),
    resetPassword: ({ hash, user, passwordHash, audit }) =>
      write('resetPassword', { hash, user, passwordHash, audit }),
    emailChangeOf: (user) => read('emailChangeOf', user),
    emailChangeByHash: (hash) => read('emailChangeByHash', hash),
    emailChangesIn: (projectKey) => read('emailChangesIn', projectKey),
    askEmailChange: async ({ user, change, audit }) => {
      await write('askEmailChange', { user, change, audit });
    },
    dropEmailChange: ({ user, audit }) => write('dropEmailChange', { user, audit }),
    confirmEmailChange: ({ user, confirmation, audit }) =>
      write('confirmEmailChange', { user, confirmation, audit }),
    addSetupToken: ({ hash, nowMs }) => write('addSetupToken', { hash, nowMs }),
    completeSetup: ({ projectKey, tokenHash, user, session, audit }) =>
      write('completeSetup', { projectKey, tokenHash, user, session, audit }),
    trySignIn: ({ subjects, from, nowMs }) => write('trySignIn', { subjects, from, nowMs }),
    forgiveSignIn: async (subjects) => {
      await write('forgiveSignIn', subjects);
    },
    createSession: async ({ user, session, audit }) => {
      await write('createSession', { user, session, audit });
    },
    touchSession: async ({ key, atMs }) => {
      await write('touchSession', { key, atMs });
    },
    proveSession: async ({ key, user, audit }) => {
      await write('proveSession', { key, user, audit });
    },
    endSessions: ({ user, which, audit }) => write('endSessions', { user, which, audit }),
    updateUser: ({ seen, facts, audit, renewal }) =>
      write('updateUser', { seen, facts, audit, renewal }),
    setRole: ({ projectKey, user, role, audit, revokeKeys = false }) =>
      write('setRole', { projectKey, user, role, audit, revokeKeys }),
    removeMember: ({ projectKey, user, audit, revokeKeys = false }) =>
      write('removeMember', { projectKey, user, audit, revokeKeys }),
    keyPeople: (projectKey) => read('keyPeople', projectKey),
    createProject: ({ name, settings, owner, audit }) =>
      write('createProject', { name, settings, owner, audit }),
    createInvitation: ({ projectKey, invitation, audit }) =>
      write('createInvitation', { projectKey, invitation, audit }),
    deleteInvitation: ({ projectKey, key, audit }) =>
      write('deleteInvitation', { projectKey, key, audit }),
    admit: ({ admission, audit }) => write('admit', { admission, audit }),
    ...factorsOf({ write, read }),
    removePastPeople: ({ nowMs, limit }) => write('removePastPeople', { nowMs, limit }),
  };
}

function factorsOf({ write, read }: Asked): SecondFactorStore & PasskeyStore {
  return {
    secondFactorOf: (user) => read('secondFactorOf', user),
    keepAuthenticator: ({ user, secret, nowMs }) =>
      write('keepAuthenticator', { user, secret, nowMs }),
    confirmAuthenticator: ({ user, audit, ...confirmed }) =>
      write('confirmAuthenticator', { user, ...confirmed, audit }),
    takeStep: ({ user, step }) => write('takeStep', { user, step }),
    takeRecoveryCode: ({ user, hash, audit }) => write('takeRecoveryCode', { user, hash, audit }),
    removeAuthenticator: ({ user, session, audit }) =>
      write('removeAuthenticator', { user, session, audit }),
    passkeysOf: (user) => read('passkeysOf', user),
    passkeyByCredential: (credentialId) => read('passkeyByCredential', credentialId),
    addPasskey: ({ user, added, audit }) => write('addPasskey', { user, added, audit }),
    usePasskey: ({ user, use, refusal }) => write('usePasskey', { user, use, refusal }),
    removePasskey: ({ user, key, session, audit }) =>
      write('removePasskey', { user, key, session, audit }),
    removeMemberSecondFactors: ({ user, owner, audit }) =>
      write('removeMemberSecondFactors', { user, owner, audit }),
    replaceRecoveryCodes: async ({ user, codes, audit }) => {
      await write('replaceRecoveryCodes', { user, codes, audit });
    },
  };
}
