/**
 * People for tests: the first owner by the setup token, others by invitations, all through the
 * API. A person sends what the browser sends from a page of the dashboard: the cookie, the project
 * and the origin.
 */
import assert from 'node:assert/strict';
import type { MemberRole } from '../../../src/core/person/role.ts';
import type { Answer, Bundle } from '../setup.ts';

export const PASSWORD = 'correct horse battery staple';

type Asking = Pick<Bundle, 'call' | 'service' | 'project' | 'url'>;

export interface Person {
  readonly id: string;
  readonly email: string;
  /** `ringpost=<token>` */
  readonly cookie: string;
  readonly session: Answer;
  /** Sends a request in the project `default`, unless `headers` name another. */
  ask(
    method: string,
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Answer>;
}

/** Makes the first owner with the setup token. */
export async function firstOwner(bundle: Asking, email = 'kim@example.com'): Promise<Person> {
  const token = await bundle.service.people.setup.newToken();
  const body = { token, email, name: 'Kim', password: PASSWORD };
  const answer = await bundle.call('POST', '/v1/setup', body, { token: null });
  assert.equal(answer.status, 201, answer.text);
  return personOf(bundle, answer);
}

/** Makes a member who has accepted an invitation by the owner. */
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

/** Returns the token of the invitation's link. */
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

/** The person whom this answer has signed in. */
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
