/** Signing in and out: the cookie, the throttle, the end of a session, requests of other sites. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SESSION_IDLE_MS, SESSION_MAX_MS } from '../../../../src/core/person/session.ts';
import { firstOwner, member, PASSWORD, personOf, signIn } from '../../person/people.ts';
import { setup } from '../../setup.ts';

test('signing in sets a cookie that neither scripts nor other sites can use', async (t) => {
  const bundle = await setup(t);
  await firstOwner(bundle);
  const answer = await signIn(bundle, ' KIM@example.com');
  assert.equal(answer.status, 200, answer.text);
  const [cookie, ...others] = answer.headers.getSetCookie();
  // The cookie of the session is first; new-device.test.ts tests the other one.
  assert.deepEqual(
    others.map((each) => each.split('=')[0]),
    ['ringpost-device'],
  );
  assert.match(
    String(cookie),
    /^ringpost=[\w-]{43}; Max-Age=1209600; Path=\/; HttpOnly; SameSite=Lax$/,
  );
  const token = String(cookie).slice('ringpost='.length, 'ringpost='.length + 43);
  assert.ok(!answer.text.includes(token));
  assert.ok(!JSON.stringify(bundle.logged).includes(token));
});

test('with an https URL the cookie is bound to the host and to TLS', async (t) => {
  const bundle = await setup(t, { publicUrl: 'https://calls.example.com' });
  await firstOwner(bundle);
  const [cookie] = (await signIn(bundle, 'kim@example.com')).headers.getSetCookie();
  assert.match(
    String(cookie),
    /^__Host-ringpost=[\w-]{43};.* Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  );
  const kim = personOf(bundle, await signIn(bundle, 'kim@example.com'));
  assert.equal((await kim.ask('GET', '/v1/session')).status, 200);
  const plain = kim.cookie.replace('__Host-', '');
  assert.equal((await kim.ask('GET', '/v1/session', undefined, { cookie: plain })).status, 401);
});

test('a wrong password and an unknown e-mail are answered the same', async (t) => {
  const bundle = await setup(t);
  await firstOwner(bundle);
  const strip = (text: string) => text.replaceAll(/req_\w+/g, 'req');
  const wrong = await signIn(bundle, 'kim@example.com', 'wrong');
  const unknown = await signIn(bundle, 'nobody@example.com', PASSWORD);
  assert.deepEqual([wrong.status, wrong.at('/code')], [401, 'SIGN_IN_FAILED']);
  assert.equal(strip(unknown.text), strip(wrong.text));
  assert.deepEqual(wrong.headers.getSetCookie(), []);
});

test('the sixth try in a row must wait, known e-mail or not; a success forgets them', async (t) => {
  const bundle = await setup(t);
  await firstOwner(bundle);
  for (const email of ['kim@example.com', 'nobody@example.com']) {
    const statuses: number[] = [];
    for (let n = 0; n < 6; n += 1) statuses.push((await signIn(bundle, email, 'wrong')).status);
    assert.deepEqual(statuses, [401, 401, 401, 401, 401, 429], email);
  }
  const barred = await signIn(bundle, 'kim@example.com');
  assert.deepEqual([barred.status, barred.headers.get('retry-after')], [429, '10']);
  assert.equal(barred.at('/code'), 'RATE_LIMITED');
  bundle.clock.advance(10_000);
  assert.equal((await signIn(bundle, 'kim@example.com')).status, 200);
  for (let n = 0; n < 4; n += 1) await signIn(bundle, 'kim@example.com', 'wrong');
  assert.equal((await signIn(bundle, 'kim@example.com')).status, 200);
});

test('signing in again ends the session that the browser had', async (t) => {
  const bundle = await setup(t);
  const kim = await firstOwner(bundle);
  const headers = { cookie: kim.cookie };
  const again = personOf(bundle, await signIn(bundle, kim.email, PASSWORD, headers));
  assert.notEqual(again.cookie, kim.cookie);
  assert.equal((await kim.ask('GET', '/v1/session')).status, 401);
  assert.equal((await again.ask('GET', '/v1/session')).status, 200);
});

test('the session names the person, their role in each project, and how to ask', async (t) => {
  const bundle = await setup(t);
  const kim = await firstOwner(bundle);
  const lou = await member(bundle, kim, 'viewer', 'lou');
  const answer = await lou.ask('GET', '/v1/session');
  assert.deepEqual(answer.at('/user'), {
    id: lou.id,
    name: 'lou',
    email: 'lou@example.com',
    language: null,
    hasPassword: true,
    hasIdentityProvider: false,
  });
  assert.deepEqual(answer.at('/memberships/0/rights'), [
    'calls:read',
    'endpoints:read',
    'deliveries:read',
    'call-logs:read',
    'acw-results:read',
  ]);
  assert.equal(answer.at('/mayCreateProjects'), false);
  assert.equal(answer.at('/csrf/projectHeader'), 'ringpost-project');
  assert.equal((await kim.ask('GET', '/v1/session')).at('/mayCreateProjects'), true);
});

test('a session ends by signing out, and its cookie with it', async (t) => {
  const bundle = await setup(t);
  const kim = await firstOwner(bundle);
  const out = await kim.ask('DELETE', '/v1/session');
  assert.equal(out.status, 204);
  assert.match(String(out.headers.getSetCookie()[0]), /^ringpost=; Max-Age=0;/);
  assert.equal(out.headers.get('clear-site-data'), '"cache"');
  assert.equal((await kim.ask('GET', '/v1/session')).status, 401);
});

test('a session ends after 12 hours without use, and after 14 days with', async (t) => {
  const bundle = await setup(t);
  const kim = await firstOwner(bundle);
  bundle.clock.advance(SESSION_IDLE_MS - 1);
  assert.equal((await kim.ask('GET', '/v1/session')).status, 200);
  for (let spent = SESSION_IDLE_MS - 1; spent + SESSION_IDLE_MS - 1 < SESSION_MAX_MS; ) {
    bundle.clock.advance(SESSION_IDLE_MS - 1);
    spent += SESSION_IDLE_MS - 1;
    assert.equal((await kim.ask('GET', '/v1/session')).status, 200, `${spent} ms`);
  }
  bundle.clock.advance(SESSION_IDLE_MS - 1);
  assert.equal((await kim.ask('GET', '/v1/session')).status, 401);
  const idle = personOf(bundle, await signIn(bundle, kim.email));
  bundle.clock.advance(SESSION_IDLE_MS);
  assert.equal((await idle.ask('GET', '/v1/session')).status, 401);
});

test('a change with the cookie from another site is refused, whatever the route', async (t) => {
  const bundle = await setup(t);
  const kim = await firstOwner(bundle);
  for (const [method, path, body] of [
    ['DELETE', '/v1/session', undefined],
    ['PATCH', '/v1/account', { name: 'Mallory' }],
    ['POST', '/v1/api-keys', { name: 'x', scopes: ['calls:read'] }],
    ['POST', '/v1/invitations', { email: 'm@example.com', role: 'owner' }],
    ['POST', '/v1/projects', { name: 'x' }],
    ['PATCH', '/v1/project', { name: 'x' }],
  ] as const) {
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ]) {
      const answer = await kim.ask(method, path, body, headers);
      assert.deepEqual([answer.status, answer.at('/code')], [403, 'NOT_SAME_ORIGIN'], path);
    }
    const bare = { token: null, headers: { cookie: kim.cookie } };
    const nothing = await bundle.call(method, path, body, bare);
    assert.equal(nothing.status, 403, path);
  }
  assert.equal((await kim.ask('GET', '/v1/session')).at('/user/name'), 'Kim');
  const seen = { 'sec-fetch-site': 'cross-site' };
  assert.equal((await kim.ask('GET', '/v1/session', undefined, seen)).status, 200);
});

test('if a request has a key and a cookie, only the key counts', async (t) => {
  const bundle = await setup(t);
  const kim = await firstOwner(bundle);
  const token = await bundle.keyWith(['calls:read']);
  const headers = { cookie: kim.cookie, authorization: `Bearer ${token}` };
  assert.equal((await kim.ask('GET', '/v1/calls', undefined, headers)).status, 200);
  assert.equal((await kim.ask('GET', '/v1/project', undefined, headers)).status, 403);
  const wrong = { ...headers, authorization: 'Bearer rp_unknown_0123456789' };
  assert.equal((await kim.ask('GET', '/v1/calls', undefined, wrong)).status, 401);
});
