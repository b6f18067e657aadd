/** A second factor: set up, asked for at the sign-in, counted once, required by a project. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PROVEN_MS } from '../../../../src/core/person/session.ts';
import { MINUTE_MS } from '../../../../src/core/time.ts';
import { STEP_MS } from '../../../../src/engine/people/entrance.ts';
import { codeAt, withAuthenticator } from '../../person/authenticator.ts';
import { cookieOf, firstOwner, member, personOf, signIn } from '../../person/people.ts';
import { type Bundle, setup } from '../../setup.ts';

/** Sends the code, with the cookie that the password got. */
function second(bundle: Bundle, cookie: string, code: string) {
  const asked = { token: null, headers: { cookie } };
  return bundle.call('POST', '/v1/session/second-factor', { code }, asked);
}

test('after the password the service asks for the code, and each code works once', async (t) => {
  const bundle = await setup(t);
  const kim = await firstOwner(bundle);
  const { secret, codes } = await withAuthenticator(kim, bundle.clock.wallMs());
  assert.equal(codes.length, 10);
  bundle.clock.advance(MINUTE_MS);
  const first = await signIn(bundle, kim.email);
  assert.deepEqual([first.status, first.at('/code')], [401, 'SECOND_FACTOR_REQUIRED']);
  const step = cookieOf(first);
  assert.match(step, /^ringpost-step=/);
  assert.equal((await kim.ask('GET', '/v1/session', undefined, { cookie: step })).status, 401);
  const wrong = await second(bundle, step, '000000');
  assert.deepEqual([wrong.status, wrong.at('/code')], [401, 'SIGN_IN_FAILED']);
  const code = codeAt(secret, bundle.clock.wallMs());
  const entered = await second(bundle, step, code);
  assert.equal(entered.status, 200, entered.text);
  const cookies = entered.headers.getSetCookie();
  assert.ok(cookies.some((each) => /^ringpost=[\w-]{43};/.test(each)));
  assert.equal((await second(bundle, step, code)).status, 401, 'the same code again');
  const stored = JSON.stringify(bundle.logged) + (await kim.ask('GET', '/v1/audit')).text;
  for (const hidden of [secret, code, ...codes]) assert.ok(!stored.includes(hidden));
});

test('a recovery code works once, and new codes end the old ones', async (t) => {
  const bundle = await setup(t);
  const kim = await firstOwner(bundle);
  const { codes } = await withAuthenticator(kim, bundle.clock.wallMs());
  const [one = '', two = ''] = codes;
  const step = async () => cookieOf(await signIn(bundle, kim.email));
  assert.equal((await second(bundle, await step(), one.toLowerCase())).status, 200);
  assert.equal((await second(bundle, await step(), one)).status, 401);
  const state = await kim.ask('GET', '/v1/account/second-factor');
  assert.deepEqual([state.at('/enabled'), state.at('/recoveryCodes')], [true, 9]);
  const made = await kim.ask('POST', '/v1/account/second-factor/recovery-codes');
  assert.equal(made.status, 200);
  assert.equal((await second(bundle, await step(), two)).status, 401);
  assert.equal((await second(bundle, await step(), String(made.at('/codes/0')))).status, 200);
  const trail = (await kim.ask('GET', '/v1/audit')).text;
  assert.ok(trail.includes('second-factor.added') && trail.includes('second-factor.recovered'));
});

test('wrong codes are limited for the account, from any address', async (t) => {
  const bundle = await setup(t, { trustedProxies: ['127.0.0.1'] });
  const kim = await firstOwner(bundle);
  await withAuthenticator(kim, bundle.clock.wallMs());
  const statuses: number[] = [];
  for (let n = 0; n < 6; n += 1) {
    const headers = { cookie: cookieOf(await signIn(bundle, kim.email)) };
    const from = { ...headers, 'x-forwarded-for': `198.51.100.${n + 1}` };
    const asked = { token: null, headers: from };
    const body = { code: '000000' };
    statuses.push((await bundle.call('POST', '/v1/session/second-factor', body, asked)).status);
  }
  assert.deepEqual(statuses, [401, 401, 401, 401, 401, 429]);
});

test('the time for the code ends after ten minutes, and with a new password', async (t) => {
  const bundle = await setup(t);
  const kim = await firstOwner(bundle);
  const { secret } = await withAuthenticator(kim, bundle.clock.wallMs());
  const late = cookieOf(await signIn(bundle, kim.email));
  bundle.clock.advance(STEP_MS + 1);
  const now = () => codeAt(secret, bundle.clock.wallMs());
  assert.equal((await second(bundle, late, now())).at('/code'), 'UNAUTHENTICATED');
  const before = cookieOf(await signIn(bundle, kim.email));
  const words = {
    currentPassword: 'correct horse battery staple',
    newPassword: 'another long one',
  };
  assert.equal((await kim.ask('PATCH', '/v1/account', words)).status, 200);
  assert.equal((await second(bundle, before, now())).at('/code'), 'UNAUTHENTICATED');
  assert.equal((await second(bundle, 'ringpost-step=made-up', now())).status, 401);
});

test('a project that requires a second factor refuses members without one', async (t) => {
  const bundle = await setup(t);
  const kim = await firstOwner(bundle);
  const lou = await member(bundle, kim, 'operator', 'lou');
  const key = await bundle.keyWith(['calls:read']);
  await withAuthenticator(kim, bundle.clock.wallMs());
  const patch = { requireSecondFactor: true };
  assert.equal((await kim.ask('PATCH', '/v1/project', patch)).status, 200);
  assert.equal((await kim.ask('GET', '/v1/calls')).status, 200, 'shown by setting it up');
  const refused = await lou.ask('GET', '/v1/calls');
  assert.deepEqual([refused.status, refused.at('/code')], [403, 'SECOND_FACTOR_MISSING']);
  const session = await lou.ask('GET', '/v1/session');
  assert.equal(session.at('/memberships/0/secondFactorMissing'), true);
  assert.equal((await bundle.call('GET', '/v1/calls', undefined, { token: key })).status, 200);
  const { secret } = await withAuthenticator(lou, bundle.clock.wallMs());
  assert.equal((await lou.ask('GET', '/v1/calls')).status, 200);
  bundle.clock.advance(MINUTE_MS);
  const step = cookieOf(await signIn(bundle, lou.email));
  const again = await second(bundle, step, codeAt(secret, bundle.clock.wallMs()));
  const cookie = again.headers.getSetCookie().find((each) => each.startsWith('ringpost='));
  const asked = { cookie: String(cookie).split(';')[0] ?? '' };
  assert.equal((await lou.ask('GET', '/v1/calls', undefined, asked)).status, 200);
  assert.equal((await lou.ask('DELETE', '/v1/account/second-factor')).status, 204);
  assert.equal((await lou.ask('GET', '/v1/calls', undefined, asked)).status, 403);
});

test('setting up and removing a second factor need a recent proof of identity', async (t) => {
  const bundle = await setup(t);
  const kim = await firstOwner(bundle);
  bundle.clock.advance(PROVEN_MS);
  for (const [method, path] of [
    ['POST', ''],
    ['POST', '/confirm'],
    ['POST', '/recovery-codes'],
    ['DELETE', ''],
  ] as const) {
    const body = path === '/confirm' ? { code: '000000' } : undefined;
    const answer = await kim.ask(method, `/v1/account/second-factor${path}`, body);
    assert.equal(answer.at('/code'), 'REAUTHENTICATION_REQUIRED', `${method} ${path}`);
  }
  const project = await kim.ask('PATCH', '/v1/project', { requireSecondFactor: true });
  assert.equal(project.at('/code'), 'REAUTHENTICATION_REQUIRED');
});

test('of two requests with the same code at once, one signs in', async (t) => {
  const bundle = await setup(t);
  const kim = await firstOwner(bundle);
  const { secret, codes } = await withAuthenticator(kim, bundle.clock.wallMs());
  bundle.clock.advance(MINUTE_MS);
  const step = cookieOf(await signIn(bundle, kim.email));
  for (const code of [codeAt(secret, bundle.clock.wallMs()), codes[0] ?? '']) {
    const both = await Promise.all([second(bundle, step, code), second(bundle, step, code)]);
    assert.deepEqual(both.map(({ status }) => status).toSorted(), [200, 401]);
  }
  assert.ok(personOf(bundle, await signIn(bundle, 'nobody@example.com')).cookie === '');
});
