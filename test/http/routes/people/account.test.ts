/** The account of the signed-in person: what needs the present password, and what a change ends. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstOwner, member, PASSWORD, personOf, signIn } from '../../person/people.ts';
import { setup } from '../../setup.ts';

const NEW_PASSWORD = 'another good pass phrase';

test('name and language change, and the trail says so', async (t) => {
  const bundle = await setup(t);
  const kim = await firstOwner(bundle);
  const answer = await kim.ask('PATCH', '/v1/account', { name: 'Kim Lee', language: 'ja' });
  assert.equal(answer.status, 200, answer.text);
  assert.deepEqual([answer.at('/user/name'), answer.at('/user/language')], ['Kim Lee', 'ja']);
  assert.equal((await kim.ask('GET', '/v1/session')).at('/user/name'), 'Kim Lee');
  const entry = Object((await kim.ask('GET', '/v1/audit')).at('/data/0'));
  assert.deepEqual(
    [entry.action, entry.before.name, entry.after.name],
    ['account.updated', 'Kim', 'Kim Lee'],
  );
  const bad = await kim.ask('PATCH', '/v1/account', { name: '', language: 'japanese language' });
  assert.deepEqual(
    Object(bad.at('/errors')).map(({ field }: { field: string }) => field),
    ['/name', '/language'],
  );
});

test('a new password needs the present one, renews this session and ends all others', async (t) => {
  const bundle = await setup(t);
  const kim = await firstOwner(bundle);
  const other = personOf(bundle, await signIn(bundle, kim.email));
  for (const currentPassword of [undefined, 'wrong']) {
    const body = { newPassword: NEW_PASSWORD, ...(currentPassword ? { currentPassword } : {}) };
    const refused = await kim.ask('PATCH', '/v1/account', body);
    assert.deepEqual([refused.status, refused.at('/errors/0/field')], [422, '/currentPassword']);
  }
  const short = { currentPassword: PASSWORD, newPassword: 'short' };
  const tooShort = await kim.ask('PATCH', '/v1/account', short);
  assert.equal(tooShort.at('/errors/0/field'), '/newPassword');
  const body = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD };
  const changed = await kim.ask('PATCH', '/v1/account', body);
  assert.equal(changed.status, 200, changed.text);
  const renewed = personOf(bundle, changed);
  assert.equal((await renewed.ask('GET', '/v1/session')).status, 200);
  for (const former of [kim, other]) {
    assert.equal((await former.ask('GET', '/v1/session')).status, 401);
  }
  assert.equal((await signIn(bundle, kim.email)).status, 401);
  assert.equal((await signIn(bundle, kim.email, NEW_PASSWORD)).status, 200);
  const trail = (await renewed.ask('GET', '/v1/audit')).text;
  assert.ok(trail.includes('"password":"changed"'));
  assert.ok(!trail.includes(NEW_PASSWORD) && !trail.includes(PASSWORD));
});

test('wrong present passwords are counted as tries to sign in', async (t) => {
  const bundle = await setup(t);
  const kim = await firstOwner(bundle);
  const guess = { currentPassword: 'wrong', newPassword: NEW_PASSWORD };
  const statuses: number[] = [];
  for (let n = 0; n < 6; n += 1) {
    statuses.push((await kim.ask('PATCH', '/v1/account', guess)).status);
  }
  assert.deepEqual(statuses, [422, 422, 422, 422, 422, 429]);
});

test('a new e-mail needs the password, and does not count at once', async (t) => {
  const bundle = await setup(t);
  const kim = await firstOwner(bundle);
  const lou = await member(bundle, kim, 'viewer', 'lou');
  assert.equal((await lou.ask('PATCH', '/v1/account', { email: 'l@example.com' })).status, 422);
  const free = { email: 'L@example.com', currentPassword: PASSWORD };
  assert.equal((await lou.ask('PATCH', '/v1/account', free)).at('/user/email'), lou.email);
  assert.equal((await signIn(bundle, 'l@example.com')).status, 401);
  assert.equal((await signIn(bundle, 'lou@example.com')).status, 200);
});

test('a person sees their sessions, and ends one or all others', async (t) => {
  const bundle = await setup(t);
  const kim = await firstOwner(bundle);
  const lou = await member(bundle, kim, 'owner', 'lou');
  const second = personOf(
    bundle,
    await signIn(bundle, kim.email, PASSWORD, { 'user-agent': 'Browser\u00a0Two' }),
  );
  const third = personOf(bundle, await signIn(bundle, kim.email));
  const list = await kim.ask('GET', '/v1/account/sessions');
  const rows: { id: string; current: boolean; userAgent: string; address: string }[] = Object(
    list.at('/data'),
  );
  assert.deepEqual(
    rows.map(({ current, address }) => [current, address]),
    [true, false, false].map((current) => [current, '127.0.0.1']),
  );
  const foreign = String(lou.session.at('/id'));
  assert.equal((await kim.ask('DELETE', `/v1/account/sessions/${foreign}`)).status, 404);
  assert.equal((await kim.ask('DELETE', `/v1/account/sessions/${rows[1]?.id}`)).status, 204);
  assert.equal((await second.ask('GET', '/v1/session')).status, 401);
  assert.equal((await kim.ask('DELETE', '/v1/account/sessions')).status, 204);
  assert.equal((await third.ask('GET', '/v1/session')).status, 401);
  assert.equal((await kim.ask('GET', '/v1/session')).status, 200);
  assert.equal((await lou.ask('GET', '/v1/session')).status, 200);
});
