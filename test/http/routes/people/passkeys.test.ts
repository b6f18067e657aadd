/** Passkeys: added, used alone, after the password and to prove an identity again; refused. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CHALLENGE_MS, PROVEN_MS } from '../../../../src/core/person/session.ts';
import { withAuthenticator } from '../../person/authenticator.ts';
import { type Authenticator, authenticator, type Ceremony } from '../../person/passkey.ts';
import {
  cookieOf,
  firstOwner,
  member,
  PASSWORD,
  type Person,
  signIn,
} from '../../person/people.ts';
import { type Answer, type Bundle, setup } from '../../setup.ts';

const PUBLIC = 'https://calls.example.com/ringpost';
const HERE: Ceremony = { origin: 'https://calls.example.com', rpId: 'calls.example.com' };
const SHOP = { publicUrl: PUBLIC };

/** Adds a passkey. The challenge is in a cookie, sent together with that of the session. */
async function add(person: Person, key: Authenticator, ceremony = HERE, name = 'Laptop') {
  const asked = await person.ask('POST', '/v1/account/passkeys/options', undefined, FROM);
  assert.equal(asked.status, 200, asked.text);
  const headers = { ...FROM, cookie: `${person.cookie}; ${cookieOf(asked)}` };
  const body = { name, credential: key.make(asked, ceremony) };
  return person.ask('POST', '/v1/account/passkeys', body, headers);
}

const FROM = { origin: HERE.origin } as const;

interface Asked {
  readonly challenge: unknown;
  readonly cookie: string;
}

async function asking(bundle: Bundle, path: string, cookie = ''): Promise<Asked> {
  const headers = { ...FROM, cookie };
  const asked = await bundle.call('POST', path, undefined, { token: null, headers });
  assert.equal(asked.status, 200, asked.text);
  const challenge = asked.at('/challenge') ?? asked.at('/passkey/challenge');
  const own = cookieOf(asked);
  return { challenge, cookie: cookie === '' ? own : `${cookie}; ${own}` };
}

function send(bundle: Bundle, path: string, body: object, cookie: string): Promise<Answer> {
  return bundle.call('POST', path, body, { token: null, headers: { ...FROM, cookie } });
}

/** Signs in with a passkey alone. */
async function enter(bundle: Bundle, key: Authenticator, ceremony = HERE): Promise<Answer> {
  const { challenge, cookie } = await asking(bundle, '/v1/session/passkey/options');
  return send(bundle, '/v1/session/passkey', key.show(challenge, ceremony), cookie);
}

test('a passkey is added with recovery codes, listed, used alone, and removed', async (t) => {
  const bundle = await setup(t, SHOP);
  const kim = await firstOwner(bundle);
  const key = authenticator();
  const added = await add(kim, key);
  assert.equal(added.status, 201, added.text);
  assert.equal((added.at('/recoveryCodes') as string[]).length, 10);
  const second = await add(kim, authenticator(), HERE, 'Key');
  assert.deepEqual(second.at('/recoveryCodes'), [], 'the account has its codes');
  const state = await kim.ask('GET', '/v1/account/second-factor');
  assert.deepEqual(state.json, {
    enabled: true,
    authenticator: false,
    passkeys: 2,
    passkeysUsable: true,
    recoveryCodes: 10,
  });
  bundle.clock.advance(1_000);
  const entered = await enter(bundle, key);
  assert.deepEqual([entered.status, entered.at('/signedInBy')], [200, 'passkey'], entered.text);
  const cookies = entered.headers.getSetCookie();
  assert.ok(cookies.some((each) => /^__Host-ringpost=[\w-]{43};/.test(each)));
  const list = await kim.ask('GET', '/v1/account/passkeys');
  assert.deepEqual([list.at('/data/0/name'), list.at('/data/1/lastUsedAt')], ['Laptop', null]);
  assert.notEqual(list.at('/data/0/lastUsedAt'), null);
  const id = String(list.at('/data/0/id'));
  assert.equal((await kim.ask('DELETE', `/v1/account/passkeys/${id}`)).status, 204);
  assert.equal((await kim.ask('DELETE', `/v1/account/passkeys/${id}`)).status, 404);
  assert.equal((await enter(bundle, key)).at('/code'), 'SIGN_IN_FAILED');
  const trail = (await kim.ask('GET', '/v1/audit')).text;
  for (const told of ['second-factor.added', 'second-factor.removed', '"signedInBy":"passkey"']) {
    assert.ok(trail.includes(told), told);
  }
});

test('a passkey is the second factor after the password, and fulfils a requirement', async (t) => {
  const bundle = await setup(t, SHOP);
  const kim = await firstOwner(bundle);
  const lou = await member(bundle, kim, 'operator', 'lou');
  const key = authenticator();
  await add(kim, authenticator());
  await kim.ask('PATCH', '/v1/project', { requireSecondFactor: true });
  assert.equal((await lou.ask('GET', '/v1/calls')).at('/code'), 'SECOND_FACTOR_MISSING');
  assert.equal((await add(lou, key)).status, 201);
  assert.equal((await lou.ask('GET', '/v1/calls')).status, 200, 'shown by adding it');
  const first = await signIn(bundle, lou.email);
  assert.equal(first.at('/code'), 'SECOND_FACTOR_REQUIRED');
  const asked = await asking(bundle, '/v1/session/second-factor/options', cookieOf(first));
  const shown = key.show(asked.challenge, { ...HERE, verified: false });
  const entered = await send(bundle, '/v1/session/second-factor/passkey', shown, asked.cookie);
  assert.equal(entered.status, 200, entered.text);
  assert.equal(entered.at('/memberships/0/secondFactorMissing'), false);
  const unlooked = await enter(bundle, key, { ...HERE, verified: false });
  assert.equal(unlooked.at('/code'), 'SIGN_IN_FAILED', 'alone it needs who is there');
  const list = await lou.ask('GET', '/v1/account/passkeys');
  await lou.ask('DELETE', `/v1/account/passkeys/${list.at('/data/0/id')}`);
  assert.equal((await lou.ask('GET', '/v1/calls')).at('/code'), 'SECOND_FACTOR_MISSING');
  const none = await lou.ask('GET', '/v1/account/second-factor');
  assert.deepEqual([none.at('/enabled'), none.at('/recoveryCodes')], [false, 0]);
  assert.equal((await signIn(bundle, lou.email)).status, 200);
});

test('a passkey proves an identity again, which adding and removing one need', async (t) => {
  const bundle = await setup(t, SHOP);
  const kim = await firstOwner(bundle);
  const key = authenticator();
  await add(kim, key);
  bundle.clock.advance(PROVEN_MS);
  for (const [method, path] of [
    ['POST', '/options'],
    ['POST', ''],
    ['DELETE', '/psk_01M7WRXSYE000000001'],
  ] as const) {
    const credential = { id: 'AA', clientDataJSON: 'AA', attestationObject: 'AA' };
    const body = path === '' ? { name: 'x', credential } : undefined;
    const refused = await kim.ask(method, `/v1/account/passkeys${path}`, body, FROM);
    assert.equal(refused.at('/code'), 'REAUTHENTICATION_REQUIRED', `${method} ${path}`);
  }
  const asked = await asking(bundle, '/v1/session/reauthentication/options', kim.cookie);
  const path = '/v1/session/reauthentication/passkey';
  const unlooked = key.show(asked.challenge, { ...HERE, verified: false });
  const refused = await send(bundle, path, unlooked, asked.cookie);
  assert.deepEqual([refused.status, refused.at('/errors/0/field')], [422, '/credential']);
  const proven = await send(bundle, path, key.show(asked.challenge, HERE), asked.cookie);
  assert.equal(proven.status, 200, proven.text);
  assert.equal((await add(kim, authenticator())).status, 201);
  assert.ok((await kim.ask('GET', '/v1/audit')).text.includes('"by":"passkey"'));
});

test('another origin, another host name and another account are refused', async (t) => {
  const bundle = await setup(t, SHOP);
  const kim = await firstOwner(bundle);
  const lou = await member(bundle, kim, 'operator', 'lou');
  const [key, foreign] = [authenticator(), authenticator()];
  const elsewhere = { ...HERE, origin: 'https://evil.example' };
  const named = { ...HERE, rpId: 'evil.example' };
  for (const wrong of [elsewhere, named]) {
    const refused = await add(kim, authenticator(), wrong);
    assert.deepEqual([refused.status, refused.at('/errors/0/field')], [422, '/credential']);
  }
  await add(kim, key);
  await add(lou, foreign);
  for (const wrong of [elsewhere, named]) {
    assert.equal((await enter(bundle, key, wrong)).at('/code'), 'SIGN_IN_FAILED');
  }
  const step = cookieOf(await signIn(bundle, kim.email));
  const asked = await asking(bundle, '/v1/session/second-factor/options', step);
  const path = '/v1/session/second-factor/passkey';
  const theirs = await send(bundle, path, foreign.show(asked.challenge, HERE), asked.cookie);
  assert.equal(theirs.at('/code'), 'SIGN_IN_FAILED', 'of another account');
  assert.equal((await add(lou, key)).at('/code'), 'STATE_CONFLICT', 'one credential, one account');
  const origin = 'https://evil.example';
  const page = await bundle.call('POST', '/v1/session/passkey/options', undefined, {
    token: null,
    headers: { origin },
  });
  assert.equal(page.at('/code'), 'NOT_SAME_ORIGIN');
});

test('a challenge counts once, for its purpose and session, for some minutes', async (t) => {
  const bundle = await setup(t, SHOP);
  const kim = await firstOwner(bundle);
  const lou = await member(bundle, kim, 'operator', 'lou');
  const [key, other] = [authenticator(), authenticator()];
  await add(kim, key);
  await add(lou, other);
  const { challenge, cookie } = await asking(bundle, '/v1/session/passkey/options');
  const shown = key.show(challenge, HERE);
  const path = '/v1/session/passkey';
  const both = await Promise.all([1, 2].map(() => send(bundle, path, shown, cookie)));
  assert.deepEqual(both.map(({ status }) => status).toSorted(), [200, 409], 'the same at once');
  const newer = key.show(challenge, HERE);
  assert.equal((await send(bundle, path, newer, cookie)).at('/code'), 'STATE_CONFLICT');
  assert.equal((await send(bundle, path, newer, '')).at('/code'), 'STATE_CONFLICT', 'no cookie');
  const proof = await asking(bundle, '/v1/session/reauthentication/options', kim.cookie);
  const elsewhere = await send(bundle, path, key.show(proof.challenge, HERE), proof.cookie);
  assert.equal(elsewhere.at('/code'), 'STATE_CONFLICT', 'for another purpose');
  const [, kept = ''] = proof.cookie.split('; ');
  const theirs = await send(
    bundle,
    '/v1/session/reauthentication/passkey',
    ...([other.show(proof.challenge, HERE), `${lou.cookie}; ${kept}`] as const),
  );
  assert.equal(theirs.at('/code'), 'STATE_CONFLICT', 'of another session');
  const late = await asking(bundle, '/v1/session/passkey/options');
  bundle.clock.advance(CHALLENGE_MS + 1);
  const after = await send(bundle, path, key.show(late.challenge, HERE), late.cookie);
  assert.equal(after.at('/code'), 'STATE_CONFLICT', 'too late');
});

test('a counter that went back is refused and audited; one that stays 0 is accepted', async (t) => {
  const bundle = await setup(t, SHOP);
  const kim = await firstOwner(bundle);
  const key = authenticator();
  await add(kim, key, { ...HERE, signCount: 5 });
  for (const signCount of [5, 4, 0]) {
    const copied = await enter(bundle, key, { ...HERE, signCount });
    assert.deepEqual([copied.status, copied.at('/code')], [401, 'SIGN_IN_FAILED']);
    assert.match(String(copied.at('/detail')), /counter of this passkey went back/);
  }
  assert.equal((await enter(bundle, key, { ...HERE, signCount: 6 })).status, 200);
  const trail = await kim.ask('GET', '/v1/audit');
  assert.equal(trail.text.match(/"reason":"counter-back"/g)?.length, 3);
  const uncounted = authenticator();
  await add(kim, uncounted, { ...HERE, signCount: 0 });
  for (let n = 0; n < 2; n += 1) {
    assert.equal((await enter(bundle, uncounted, { ...HERE, signCount: 0 })).status, 200);
  }
});

test('unknown passkeys write no entry; wrong answers are counted as tries', async (t) => {
  const bundle = await setup(t, SHOP);
  const kim = await firstOwner(bundle);
  const key = authenticator();
  await add(kim, key);
  const before = (await kim.ask('GET', '/v1/audit')).text;
  for (let n = 0; n < 20; n += 1) {
    assert.equal((await enter(bundle, authenticator())).at('/code'), 'SIGN_IN_FAILED');
  }
  assert.equal((await kim.ask('GET', '/v1/audit')).text, before);
  const statuses: number[] = [];
  for (let n = 0; n < 6; n += 1) {
    statuses.push((await enter(bundle, key, { ...HERE, rpId: 'evil.example' })).status);
  }
  assert.deepEqual(statuses, [401, 401, 401, 401, 401, 429]);
});

test('after a reset a passkey must first be used beside the new password', async (t) => {
  const bundle = await setup(t, SHOP);
  const kim = await firstOwner(bundle);
  const lou = await member(bundle, kim, 'operator', 'lou');
  const key = authenticator();
  await add(lou, key);
  const made = await kim.ask('POST', `/v1/members/${lou.id}/password-reset`);
  const token = String(made.at('/link')).replace(/^.*#token=/, '');
  const set = await bundle.call('POST', '/v1/password-resets/complete', {
    token,
    password: PASSWORD,
  });
  assert.ok(set.status < 300, set.text);
  const alone = await enter(bundle, key);
  assert.match(String(alone.at('/detail')), /beside the password only/);
  const step = cookieOf(await signIn(bundle, lou.email));
  const asked = await asking(bundle, '/v1/session/second-factor/options', step);
  const path = '/v1/session/second-factor/passkey';
  const beside = await send(bundle, path, key.show(asked.challenge, HERE), asked.cookie);
  assert.equal(beside.status, 200, beside.text);
  assert.equal((await enter(bundle, key)).status, 200);
});

test('removing one of two factors keeps the recovery codes and this session', async (t) => {
  const bundle = await setup(t, SHOP);
  const kim = await firstOwner(bundle);
  await withAuthenticator(kim, bundle.clock.wallMs());
  await add(kim, authenticator());
  await kim.ask('PATCH', '/v1/project', { requireSecondFactor: true });
  const other = authenticator();
  await add(kim, other, HERE, 'Key');
  const entered = await enter(bundle, other);
  const [session = ''] = entered.headers
    .getSetCookie()
    .filter((each) => each.startsWith('__Host-ringpost='))
    .map((each) => each.split(';')[0] ?? '');
  assert.equal((await kim.ask('DELETE', '/v1/account/second-factor')).status, 204);
  const state = await kim.ask('GET', '/v1/account/second-factor');
  assert.deepEqual([state.at('/authenticator'), state.at('/recoveryCodes')], [false, 10]);
  assert.equal((await kim.ask('GET', '/v1/calls')).status, 200);
  const gone = await kim.ask('GET', '/v1/calls', undefined, { cookie: session });
  assert.equal(gone.at('/code'), 'SECOND_FACTOR_MISSING', 'of another session it is shown again');
});
