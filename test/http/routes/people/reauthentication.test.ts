/** A change of rights demands a new proof of identity from the signed-in person. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { PROVEN_MS } from '../../../../src/core/person/session.ts';
import { firstOwner, invite, member, PASSWORD, type Person } from '../../person/people.ts';
import { setup } from '../../setup.ts';

/** A person whose proof of identity is too old, with a member, invitation and key. */
async function rigOf(t: TestContext) {
  const bundle = await setup(t);
  const kim = await firstOwner(bundle);
  const lou = await member(bundle, kim, 'viewer', 'lou');
  await invite(kim, 'max@example.com', 'viewer');
  const made = await kim.ask('POST', '/v1/api-keys', { name: 'one', scopes: ['calls:read'] });
  const kid = String((await kim.ask('GET', '/v1/signing-keys')).at('/data/0/kid'));
  bundle.clock.advance(PROVEN_MS);
  const key = String(made.at('/id'));
  return { bundle, kim, lou, key, kid };
}

type Rig = Awaited<ReturnType<typeof rigOf>>;
type Act = readonly [method: string, path: string, body?: object];

/** Changes of members, keys and rights, and deletions of calls. */
function acts({ lou, key, kid }: Rig): readonly Act[] {
  return [
    ['PATCH', `/v1/members/${lou.id}`, { role: 'owner' }],
    ['POST', '/v1/invitations', { email: 'eve@example.com', role: 'owner' }],
    ['POST', `/v1/members/${lou.id}/password-reset`],
    ['POST', '/v1/api-keys', { name: 'mine', scopes: ['project:admin'] }],
    ['DELETE', `/v1/api-keys/${key}`],
    ['POST', '/v1/signing-keys'],
    ['POST', `/v1/signing-keys/${kid}/revoke`, {}],
    ['PATCH', '/v1/project', { maskForViewers: false }],
    ['POST', '/v1/bulk', { action: 'delete-calls', filter: { clientId: 'one' } }],
    ['DELETE', `/v1/members/${lou.id}`],
  ];
}

const show = (person: Person, password = PASSWORD) =>
  person.ask('POST', '/v1/session/reauthentication', { password });

test('ten minutes after the last proof of identity a session changes no rights', async (t) => {
  const rig = await rigOf(t);
  const before = await rig.kim.ask('GET', '/v1/members');
  for (const [method, path, body] of acts(rig)) {
    const answer = await rig.kim.ask(method, path, body);
    const told = [answer.status, answer.at('/code')];
    assert.deepEqual(told, [403, 'REAUTHENTICATION_REQUIRED'], `${method} ${path}`);
  }
  assert.equal((await rig.kim.ask('GET', '/v1/members')).text, before.text);
  // Requests that change no rights still work.
  assert.equal((await rig.kim.ask('PATCH', '/v1/project', { serviceName: 'Acme' })).status, 200);
  assert.equal((await rig.kim.ask('GET', '/v1/api-keys')).status, 200);
});

test('the password lets this session change rights for ten minutes', async (t) => {
  const rig = await rigOf(t);
  const { bundle, kim } = rig;
  const wrong = await show(kim, 'something else');
  assert.deepEqual([wrong.status, wrong.at('/errors/0/field')], [422, '/password']);
  const answer = await show(kim);
  assert.equal(answer.status, 200, answer.text);
  const untilMs = Date.parse(String(answer.at('/provenUntil')));
  assert.equal(untilMs, bundle.clock.wallMs() + PROVEN_MS);
  const made = { name: 'mine', scopes: ['calls:read'] };
  assert.equal((await kim.ask('POST', '/v1/api-keys', made)).status, 201);
  bundle.clock.advance(PROVEN_MS - 1);
  assert.equal((await kim.ask('POST', '/v1/api-keys', made)).status, 201);
  bundle.clock.advance(1);
  assert.equal((await kim.ask('POST', '/v1/api-keys', made)).status, 403);
  const trail = await kim.ask('GET', '/v1/audit?action=session.reauthenticated');
  assert.deepEqual([trail.at('/data/0/actor'), trail.at('/data/0/after/by')], [kim.id, 'password']);
});

test('a missing right is answered first; with the password all changes are possible', async (t) => {
  const rig = await rigOf(t);
  const answer = await rig.lou.ask('PATCH', `/v1/members/${rig.kim.id}`, { role: 'viewer' });
  assert.deepEqual([answer.status, answer.at('/code')], [403, 'FORBIDDEN']);
  await show(rig.kim);
  for (const [method, path, body] of acts(rig)) {
    const done = await rig.kim.ask(method, path, body);
    assert.notEqual(done.at('/code'), 'REAUTHENTICATION_REQUIRED', `${method} ${path}`);
  }
});

test('an API key is never asked for a proof of identity', async (t) => {
  const { bundle } = await rigOf(t);
  const made = await bundle.call('POST', '/v1/api-keys', { name: 'k', scopes: ['calls:read'] });
  assert.equal(made.status, 201);
});

test('wrong passwords are counted as tries to sign in', async (t) => {
  const { kim } = await rigOf(t);
  const statuses: number[] = [];
  for (let n = 0; n < 6; n += 1) statuses.push((await show(kim, 'wrong wrong wrong')).status);
  assert.deepEqual(statuses, [422, 422, 422, 422, 422, 429]);
});
