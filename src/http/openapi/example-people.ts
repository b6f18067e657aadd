/**
 * The hand-written texts of the OpenAPI document about people: setup, sessions, accounts, members,
 * invitations, links and projects. Part of `example.ts`, and tested with it.
 */
import { shownRightsOf } from '../../core/person/role-rights.ts';
import type { Described } from './described.ts';
import { emailDescribed } from './example-email.ts';
import { passkeyDescribed } from './example-passkey.ts';

const AT = '2026-11-20T11:19:00.125Z';
const PROJECT = 'prj_01M7WRXSYE000000001';

const SESSION_RECORD = {
  id: 'ses_01M7WRXSYE000000007',
  user: {
    id: 'usr_01M7WRXSYE000000004',
    name: 'Kim',
    email: 'kim@example.com',
    language: null,
    hasPassword: true,
    hasIdentityProvider: false,
  },
  memberships: [
    {
      projectId: PROJECT,
      projectName: 'default',
      role: 'owner',
      rights: shownRightsOf('owner'),
      masked: false,
      secondFactorMissing: false,
    },
  ],
  mayCreateProjects: true,
  signedInBy: 'password',
  createdAt: AT,
  idleUntil: AT,
  expiresAt: AT,
  provenUntil: AT,
  csrf: {
    origin: 'https://calls.example.com',
    contentType: 'application/json',
    projectHeader: 'ringpost-project',
  },
};

export const PEOPLE_DESCRIBED: Readonly<Record<string, Described>> = {
  getSetup: { success: 'Whether the first owner must still be made, and the ways to sign in' },
  completeSetup: {
    success: 'The first owner, signed in by the cookie of this answer',
    request: {
      token: 'from-the-link-that-the-start-printed',
      email: 'kim@example.com',
      name: 'Kim',
      password: 'correct horse battery staple',
    },
    answer: SESSION_RECORD,
  },
  reauthenticate: {
    success: 'Who is signed in; `provenUntil` has moved on',
    request: { password: 'correct horse battery staple' },
    answer: SESSION_RECORD,
  },
  signIn: {
    success: 'Who is signed in, by the cookie of this answer',
    request: { email: 'kim@example.com', password: 'correct horse battery staple' },
    answer: SESSION_RECORD,
  },
  signInWithCode: {
    success: 'Who is signed in, by the cookie of this answer',
    request: { code: '287082' },
    answer: SESSION_RECORD,
  },
  getSecondFactor: { success: 'Whether there is one' },
  beginSecondFactor: { success: 'The secret, for the app' },
  confirmSecondFactor: {
    success: 'It is on; these are its recovery codes',
    request: { code: '287082' },
    answer: { codes: new Array<string>(10).fill('ABCD-EFGH-IJKL-MNOP') },
  },
  renewRecoveryCodes: { success: 'The new ones' },
  removeSecondFactor: { success: 'Removed' },
  removeMemberSecondFactor: { success: 'Removed; the member is signed out everywhere' },
  ...passkeyDescribed(SESSION_RECORD),
  getSession: { success: 'Who is signed in' },
  signOut: { success: 'Signed out; the cookie is gone' },
  updateAccount: {
    success: 'The account as it is now',
    request: { name: 'Kim Lee', language: 'ja' },
    answer: { ...SESSION_RECORD, user: { ...SESSION_RECORD.user, language: 'ja' } },
  },
  listSessions: { success: 'A page of your sessions' },
  endSession: { success: 'Ended' },
  endOtherSessions: { success: 'Ended, all but this one' },
  listMembers: { success: 'A page of members' },
  updateMember: {
    success: 'The member as they are now',
    request: { role: 'operator' },
    answer: {
      id: 'usr_01M7WRXSYE000000005',
      name: 'Lou',
      email: 'lou@example.com',
      role: 'operator',
      memberSince: AT,
      secondFactor: false,
      pendingEmail: null,
    },
  },
  ...emailDescribed(SESSION_RECORD),
  removeMember: { success: 'Removed from the project' },
  leaveProject: { success: 'You are no member any more' },
  createInvitation: {
    success: 'The invitation with its link, shown this once',
    request: { email: 'lou@example.com', role: 'operator' },
    answer: {
      id: 'inv_01M7WRXSYE000000006',
      email: 'lou@example.com',
      role: 'operator',
      invitedBy: 'usr_01M7WRXSYE000000004',
      createdAt: AT,
      expiresAt: AT,
      link: 'https://calls.example.com/invitation#token=shown-only-in-this-answer',
      mail: { sent: true, fault: null },
    },
  },
  listInvitations: { success: 'A page of invitations' },
  deleteInvitation: { success: 'Taken back; its link ends' },
  previewInvitation: {
    success: 'Whom it is for, and for what',
    request: { token: 'from-the-link-of-the-invitation' },
    answer: {
      email: 'lou@example.com',
      role: 'operator',
      projectName: 'default',
      expiresAt: AT,
      hasAccount: false,
    },
  },
  acceptInvitation: {
    success: 'Who is a member now, and signed in',
    request: {
      token: 'from-the-link-of-the-invitation',
      name: 'Lou',
      password: 'correct horse battery staple',
    },
  },
  createPasswordReset: {
    success: 'The link, shown this once',
    answer: {
      link: 'https://calls.example.com/reset#token=shown-only-in-this-answer',
      expiresAt: AT,
    },
  },
  requestPasswordReset: {
    success: 'Taken; whether a mail goes out is not said',
    request: { email: 'kim@example.com' },
  },
  previewPasswordReset: {
    success: 'Whose password it is',
    request: { token: 'from-the-link' },
    answer: { email: 'kim@example.com', name: 'Kim', expiresAt: AT },
  },
  completePasswordReset: {
    success: 'The password is changed and every session has ended',
    request: { token: 'from-the-link', password: 'correct horse battery staple' },
  },
  listProjects: { success: 'A page of projects' },
  createProject: { success: 'The project; you are its owner', request: { name: 'Acme Calls' } },
  startOidc: { success: 'The browser goes to the identity provider' },
  finishOidc: { success: 'The browser goes on, signed in or not' },
};
