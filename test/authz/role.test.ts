/** Every route with every role, and every route in a foreign project. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import {
  firstOwner,
  member,
  PASSWORD,
  type Person,
  personOf,
  signIn,
} from '../http/person/people.ts';
import { type Answer, setup } from '../http/setup.ts';
import {
  MEMBERS_NEW_EMAIL,
  mayAsk,
  PEOPLE_ROUTES,
  type PeopleRoute,
  ROLES,
  type Role,
} from './people-table.ts';
import { nameOf, ROUTES, requestOf } from './route-table.ts';
import { comparable, neverGiven, twoProjects } from './two-projects.ts';

const GUARDED = ROUTES.filter(({ scope }) => scope !== null);

/** Two furnished projects, and people of the first: an owner and one of each role. */
async function peopled(t: TestContext) {
  const bundle = await twoProjects(t);
  const owner = await firstOwner(bundle);
  const people = new Map<Role, Person>();
  for (const role of ROLES) people.set(role, await member(bundle, owner, role));
  const asking = (role: Role): Person => people.get(role) ?? owner;
  return { ...bundle, owner, asking };
}

function refuses(answer: Answer, role: Role, what: string): void {
  assert.deepEqual([answer.status, answer.at('/code')], [403, 'FORBIDDEN'], what);
  assert.match(String(answer.at('/detail')), new RegExp(`needs the role \\w+ .*yours is ${role}`));
  assert.match(String(answer.at('/requestId')), /^req_/, what);
}

test('each role may use its routes and no other, and a refusal changes nothing', async (t) => {
  const { asking, one } = await peopled(t);
  for (const route of GUARDED) {
    const { path, body } = requestOf(route, one.ids);
    for (const role of ROLES.filter((each) => !mayAsk(each, route))) {
      const what = `${nameOf(route)} as ${role}`;
      refuses(await asking(role).ask(route.method, path, body), role, what);
    }
  }
  // In the order of the table each good request succeeds, with the lowest role that may send it.
  for (const route of GUARDED) {
    const role = ROLES.findLast((each) => mayAsk(each, route)) ?? 'owner';
    const { path, body } = requestOf(route, one.ids);
    const answer = await asking(role).ask(route.method, path, body);
    assert.equal(answer.status, route.good, `${nameOf(route)} as ${role}: ${answer.text}`);
  }
});

test('routes for people need a session of the right role, and refuse keys', async (t) => {
  for (const role of ROLES) {
    const bundle = await setup(t);
    const owner = await firstOwner(bundle);
    const person = await member(bundle, owner, role);
    const other = await member(bundle, owner, 'viewer', 'other');
    const second = personOf(bundle, await signIn(bundle, person.email));
    const wanted = { email: MEMBERS_NEW_EMAIL, currentPassword: PASSWORD };
    assert.equal((await other.ask('PATCH', '/v1/account', wanted)).status, 200);
    const open = { email: 'open@example.com', role: 'viewer' };
    const ids = {
      member: other.id,
      invitation: String((await owner.ask('POST', '/v1/invitations', open)).at('/id')),
      session: String(second.session.at('/id')),
      passkey: 'psk_none',
    };
    for (const route of PEOPLE_ROUTES) {
      const path = pathOf(route, ids);
      const body = route.body?.(ids);
      const what = `${route.method} ${route.path} as ${role}`;
      const signedOut = await bundle.call(route.method, path, body, { token: null });
      assert.deepEqual([signedOut.status, signedOut.at('/code')], [401, 'UNAUTHENTICATED'], what);
      const key = await bundle.call(route.method, path, body);
      assert.deepEqual([key.status, key.at('/code')], [403, 'FORBIDDEN'], what);
      const answer = await person.ask(route.method, path, body);
      if (!route.roles.includes(role)) refuses(answer, role, what);
      else
        assert.equal(answer.status, route.except?.[role] ?? route.good, `${what} ${answer.text}`);
    }
  }
});

test('a session is refused in a project where the person is no member', async (t) => {
  const { owner, one, two } = await peopled(t);
  const elsewhere = { 'ringpost-project': two.ids.project };
  const ids = { member: owner.id, invitation: 'inv_x', session: 'ses_x' };
  const requests = [
    ...GUARDED.map((route) => ({ method: route.method, ...requestOf(route, two.ids) })),
    ...PEOPLE_ROUTES.filter(({ project }) => project).map((route) => ({
      method: route.method,
      path: pathOf(route, ids),
      body: route.body?.(ids),
    })),
  ];
  for (const { method, path, body } of requests) {
    const answer = await owner.ask(method, path, body, elsewhere);
    const what = `${method} ${path}`;
    assert.deepEqual([answer.status, answer.at('/code')], [403, 'FORBIDDEN'], what);
    assert.match(String(answer.at('/detail')), /no member/, what);
    const nameless = await owner.ask(method, path, body, { 'ringpost-project': '' });
    assert.equal(nameless.status, 403, what);
  }
  assert.notEqual(one.ids.project, two.ids.project);
});

test("a session gets for another project's ids the answers for unknown ids", async (t) => {
  const { owner, two } = await peopled(t);
  for (const route of GUARDED.filter(({ foreign }) => foreign !== undefined)) {
    const [foreign, unknown] = await Promise.all(
      [two.ids, neverGiven(two.ids)].map(async (ids) => {
        const { path, body } = requestOf(route, ids);
        const answer = await owner.ask(route.method, path, body);
        assert.equal(answer.status, route.foreign, `${nameOf(route)}: ${answer.text}`);
        return comparable(answer, ids);
      }),
    );
    assert.deepEqual(foreign, unknown, nameOf(route));
  }
});

test('no session, an unknown, an ended and a malformed one are 401', async (t) => {
  const { call, owner, one, project } = await peopled(t);
  const [name = '', token = ''] = owner.cookie.split('=');
  await owner.ask('DELETE', '/v1/session');
  for (const cookie of [
    '',
    `${name}=`,
    owner.cookie,
    `${name}=${'a'.repeat(43)}`,
    `__Host-${owner.cookie}`,
    `${name}="${token}"`,
    `${name}=${token}x`,
    `${name}=' or 1=1 --`,
    `x${owner.cookie}`,
  ]) {
    const headers = { cookie, 'ringpost-project': project.id, 'sec-fetch-site': 'same-origin' };
    for (const route of GUARDED) {
      const { path, body } = requestOf(route, one.ids);
      const answer = await call(route.method, path, body, { token: null, headers });
      assert.equal(answer.status, 401, `${nameOf(route)} ${cookie}`);
    }
  }
});

function pathOf({ path }: PeopleRoute, ids: Readonly<Record<string, string>>): string {
  return path.replaceAll(/\{(\w+)\}/g, (whole, name: string) => ids[name] ?? whole);
}
