/**
 * People of a test: the first owner by the setup token, others by invitations, all through the
 * API. A person asks as a browser on a page of ours does: with the cookie, the project, an origin.
 */
import assert from 'node:assert/strict';
import type { MemberRole } from '../../../src/core/person/role.ts';
import type { Answer, Bundle } from '../setup.ts';

export const PASSWORD = 'correct horse battery staple';

type Asking = Pick<Bundle, 'call' | 'service' | 'project' | 'url'>;

export interface Person {
  readonly id: string;
  readonly email: string;
  /** `ringpost=<token>`. */
  readonly cookie: string;
  readonly session: Answer;
  /** In the project `default`, unless `headers` name another. */
  ask(
    method: string,
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Answer>;
}

/** The first owner. */
export async function firstOwner(bundle: Asking, email = 'kim@example.com'): Promise<Person> {
  const token = await bundle.service.people.setup.newToken();
  const body = { token, email, name: 'Kim', password: PASSWORD };
  const answer = await bundle.call('POST', '/v1/setup', body, { token: null });
  assert.equal(answer.status, 201, answer.text);
  return personOf(bundle, answer);
}

/** Invited by an owner, and in. */
export async function member(
  bundle: Asking,
  owner: Person,
  role: MemberRole,
  name: string = role,
): Promise<Person> {
  const token = await invite(owner, `${name}@example.com`, role);
  const body = { token, name, password: PASSWORD };
  const answer = await bundle.call('POST', '/v1/invitations/accept', body, { token: null });
  assert.equal(answer.status, 200, answer.text);
  return personOf(bundle, answer);
}

/** The token of the link. */
export async function invite(owner: Person, email: string, role: MemberRole): Promise<string> {
  const answer = await owner.ask('POST', '/v1/invitations', { email, role });
  assert.equal(answer.status, 201, answer.text);
  return String(answer.at('/link')).replace(/^.*#token=/, '');
}

export async function signIn(
  bundle: Asking,
  email: string,
  password = PASSWORD,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  return bundle.call('POST', '/v1/session', { email, password }, { token: null, headers });
}

/** The person for whom the answer to a sign-in stands. */
export function personOf({ call, project, url }: Asking, session: Answer): Person {
  const cookie = cookieOf(session);
  const always = { cookie, origin: url, 'ringpost-project': project.id };
  return {
    id: String(session.at('/user/id')),
    email: String(session.at('/user/email')),
    cookie,
    session,
    ask: (method, path, body, headers = {}) =>
      call(method, path, body, { token: null, headers: { ...always, ...headers } }),
  };
}

export function cookieOf(answer: Answer): string {
  const [set = ''] = answer.headers.getSetCookie();
  return set.split(';')[0] ?? '';
}
