/**
 * The hand-written texts of the OpenAPI document about changes of an e-mail: requested, withdrawn,
 * confirmed. Part of `example-people.ts`.
 */
import type { Described } from './described.ts';

/** `session`: the example that the document shows. */
export function emailDescribed<Session extends { readonly user: object }>(
  session: Session,
): Readonly<Record<string, Described>> {
  return {
    getEmailChange: { success: 'What you asked for, or null' },
    withdrawEmailChange: { success: 'You keep your e-mail' },
    confirmEmailChange: {
      success: 'Who is signed in, with the new e-mail',
      request: { token: 'from-the-link-in-the-mail' },
      answer: { ...session, user: { ...session.user, language: 'ja' } },
    },
    confirmMemberEmail: {
      success: 'The member with the new e-mail',
      request: { email: 'lou.lee@example.com' },
      answer: {
        id: 'usr_01M7WRXSYE000000005',
        name: 'Lou',
        email: 'lou.lee@example.com',
        role: 'operator',
        memberSince: '2026-11-20T11:19:00.125Z',
        secondFactor: false,
        pendingEmail: null,
      },
    },
    refuseMemberEmail: { success: 'They keep their e-mail' },
  };
}
