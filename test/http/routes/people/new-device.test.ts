/** A mail tells of a sign-in with an unknown browser, and no sign-in waits for it. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createLetters } from '../../../../src/channel/email/letter.ts';
import { asKey, type UserKey } from '../../../../src/core/id.ts';
import { MAILS_PER_HOUR } from '../../../../src/engine/mail-allowance.ts';
import {
  createKnownDevices,
  DEVICE_ACCOUNTS_MAX,
  DEVICE_MS,
  NOTICES_MAX,
} from '../../../../src/engine/people/known-device.ts';
import type { Letters } from '../../../../src/engine/ports/letters.ts';
import type { NewSession, User } from '../../../../src/engine/ports/people-store.ts';
import { createSecretBox } from '../../../../src/system/secret-box.ts';
import { givenMailer } from '../../../channel/email/given-mail.ts';
import { startMailServer } from '../../../channel/email/mail-server.ts';
import { HANG, startScripted } from '../../../channel/email/scripted-server.ts';
import { createSteppedClock } from '../../../channel/stepped-clock.ts';
import { codeAt, withAuthenticator } from '../../person/authenticator.ts';
import { authenticator } from '../../person/passkey.ts';
import {
  cookieOf,
  firstOwner,
  member,
  PASSWORD,
  type Person,
  signIn,
} from '../../person/people.ts';
import { postbox } from '../../postbox.ts';
import { type Answer, type Bundle, setup } from '../../setup.ts';
import { enter, KIM, rigOf } from './oidc-rig.ts';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

/** `ringpost-device=<sealed>`, as a browser sends it back; empty if the answer set none. */
function deviceOf(answer: Answer): string {
  const set = answer.headers.getSetCookie().filter((each) => /^[\w-]*ringpost-device=/.test(each));
  assert.ok(set.length < 2, 'set twice');
  return set[0]?.split(';')[0] ?? '';
}

/** Signs in again, with the cookie of the browser. */
async function again(bundle: Bundle, { email }: Person, cookie = ''): Promise<Answer> {
  const answer = await signIn(bundle, email, PASSWORD, cookie === '' ? {} : { cookie });
  assert.equal(answer.status, 200, answer.text);
  return answer;
}

async function given(t: TestContext) {
  const { taking, letters } = postbox();
  const bundle = await setup(t, { letters: taking });
  const kim = await firstOwner(bundle);
  const notices = () => letters.filter(({ kind }) => kind === 'new-device');
  return { bundle, kim, letters, notices };
}

test('a mail tells of a sign-in with an unknown browser, not with a known one', async (t) => {
  const { bundle, kim, letters, notices } = await given(t);
  assert.equal(letters.length, 0, 'the account was made here');
  const home = deviceOf(kim.session);
  await again(bundle, kim, home);
  assert.equal(letters.length, 0);
  const elsewhere = await signIn(bundle, kim.email, PASSWORD, { 'user-agent': FIREFOX });
  assert.deepEqual(letters, [
    {
      kind: 'new-device',
      to: kim.email,
      name: 'Kim',
      language: null,
      atMs: bundle.clock.wallMs(),
      address: '127.0.0.1',
      userAgent: FIREFOX,
    },
  ]);
  await again(bundle, kim, deviceOf(elsewhere));
  assert.equal(notices().length, 1);
  await signIn(bundle, kim.email, 'a wrong password');
  assert.equal(notices().length, 1, 'no session began');
  await signIn(bundle, kim.email, PASSWORD, { 'user-agent': 'A'.repeat(5_000) });
  const told = notices()[1];
  assert.ok(told?.kind === 'new-device' && told.userAgent.length <= 200);
});

test('the cookie has the bounds of the session cookie, and its content is sealed', async (t) => {
  for (const publicUrl of [undefined, 'https://calls.example.com']) {
    const bundle = await setup(t, publicUrl === undefined ? {} : { publicUrl });
    const kim = await firstOwner(bundle);
    const [session = '', device = '', ...others] = kim.session.headers.getSetCookie();
    assert.deepEqual(others, []);
    const bounds = (cookie: string) => cookie.replace(/^[^;]+; Max-Age=\d+; /, '');
    assert.equal(bounds(device), bounds(session));
    const prefix = publicUrl === undefined ? '' : '__Host-';
    const shape = new RegExp(`^${prefix}ringpost-device=rb1\\.[\\w.-]+; Max-Age=34560000; `);
    assert.match(device, shape);
    const plain = Buffer.from(device.split('.')[2] ?? '', 'base64url').toString('latin1');
    for (const hidden of [kim.id, kim.email, 'usr_']) {
      assert.ok(!device.includes(hidden) && !plain.includes(hidden), hidden);
    }
    const logged = JSON.stringify(bundle.logged);
    assert.ok(!logged.includes(device.split(';')[0]?.split('=')[1] ?? ''));
  }
});

test('signing out leaves the browser known, and empties only its cache', async (t) => {
  const { bundle, kim, letters } = await given(t);
  const device = deviceOf(kim.session);
  const out = await kim.ask('DELETE', '/v1/session', undefined, {
    cookie: `${kim.cookie}; ${device}`,
  });
  assert.equal(out.headers.get('clear-site-data'), '"cache"');
  assert.equal(out.headers.getSetCookie().length, 1);
  assert.equal(deviceOf(out), '');
  await again(bundle, kim, device);
  assert.equal(letters.length, 0);
});

test('an invitation and a second factor make the browser known', async (t) => {
  const { bundle, kim, notices } = await given(t);
  const lou = await member(bundle, kim, 'operator', 'lou');
  await again(bundle, lou, deviceOf(lou.session));
  assert.equal(notices().length, 0);
  const { secret } = await withAuthenticator(lou, bundle.clock.wallMs());
  const entered = async (device: string): Promise<Answer> => {
    bundle.clock.advance(60_000);
    const step = cookieOf(await signIn(bundle, lou.email));
    const before = notices().length;
    const code = { code: codeAt(secret, bundle.clock.wallMs()) };
    const headers = { cookie: `${step}; ${device}` };
    const answer = await bundle.call('POST', '/v1/session/second-factor', code, {
      token: null,
      headers,
    });
    assert.equal(answer.status, 200, answer.text);
    assert.equal(notices().length - before, device === '' ? 1 : 0);
    return answer;
  };
  const first = await entered('');
  assert.equal(notices().length, 1, 'with the second factor, not before it');
  await entered(deviceOf(first));
});

test('a mail tells of a sign-in with a passkey alone too', async (t) => {
  const { taking, letters } = postbox();
  const publicUrl = 'https://calls.example.com';
  const bundle = await setup(t, { letters: taking, publicUrl });
  const kim = await firstOwner(bundle);
  const here = { origin: publicUrl, rpId: 'calls.example.com' };
  const origin = { origin: publicUrl };
  const key = authenticator();
  const asked = await kim.ask('POST', '/v1/account/passkeys/options', undefined, origin);
  const cookie = `${kim.cookie}; ${cookieOf(asked)}`;
  const body = { name: 'Laptop', credential: key.make(asked, here) };
  await kim.ask('POST', '/v1/account/passkeys', body, { ...origin, cookie });
  const enterWith = async (device: string) => {
    const options = { token: null, headers: origin };
    const path = '/v1/session/passkey';
    const challenge = await bundle.call('POST', `${path}/options`, undefined, options);
    const headers = { ...origin, cookie: `${cookieOf(challenge)}; ${device}` };
    const shown = key.show(challenge.at('/challenge'), here);
    const answer = await bundle.call('POST', path, shown, { token: null, headers });
    assert.equal(answer.status, 200, answer.text);
    return answer;
  };
  const entered = await enterWith('');
  assert.equal(letters.length, 1);
  await enterWith(deviceOf(entered));
  assert.equal(letters.length, 1);
});

test('a sign-in by an identity provider makes the browser known too', async (t) => {
  const { taking, letters } = postbox();
  const rig = await rigOf(t, ['example.com'], taking);
  await firstOwner(rig.bundle, 'boss@example.com');
  rig.server.accounts.set('kim', KIM);
  const made = await enter(rig, 'kim');
  assert.match(deviceOf(made), /^__Host-ringpost-device=./);
  assert.equal(letters.length, 0, 'the account was made by it');
  const entered = await enter(rig, 'kim');
  assert.deepEqual([letters.length, letters[0]?.to], [1, KIM.email]);
  await enter(rig, 'kim', '/', deviceOf(entered));
  assert.equal(letters.length, 1);
});

test('an e-mail that only the account vouches for gets no mail', async (t) => {
  const { bundle, kim, letters } = await given(t);
  const row = await bundle.store.userByEmail(kim.email);
  assert.ok(row !== null);
  const author = { actor: 'test', requestId: null, address: null };
  const entry = { ...author, atMs: bundle.clock.wallMs(), action: 'account.changed' } as const;
  const audit = { ...entry, target: row.id, before: null, after: null };
  await bundle.store.updateUser({
    seen: row,
    facts: { ...row, emailFrom: 'self' },
    audit,
    renewal: null,
  });
  assert.notEqual(deviceOf(await again(bundle, kim)), '');
  assert.equal(letters.length, 0);
});

test('these mails have a limit of their own, which other mails do not use up', async (t) => {
  const { bundle, kim, letters, notices } = await given(t);
  for (let n = 0; n < MAILS_PER_HOUR.recipient; n += 1) {
    await kim.ask('POST', '/v1/invitations', { email: `${n}@example.com`, role: 'viewer' });
    await bundle.call('POST', '/v1/password-resets', { email: kim.email }, { token: null });
    bundle.clock.advance(6 * 60_000);
  }
  assert.ok(letters.filter(({ kind }) => kind === 'password-reset').length > 1);
  for (let n = 0; n < MAILS_PER_HOUR.signIns + 3; n += 1) await again(bundle, kim);
  assert.equal(notices().length, MAILS_PER_HOUR.signIns);
  bundle.clock.advance(3_600_000);
  await again(bundle, kim);
  assert.equal(notices().length, MAILS_PER_HOUR.signIns + 1);
});

test('a forged cookie is an unknown browser, and causes no error', async (t) => {
  const { bundle, kim, notices } = await given(t);
  const lou = await member(bundle, kim, 'viewer', 'lou');
  const own = deviceOf(kim.session);
  const secrets = createSecretBox(new Uint8Array(32).fill(7));
  const foreign = createSecretBox(new Uint8Array(32).fill(8)).seal('[]', 'known-device');
  const forged = [
    '',
    '=',
    '%',
    '%00',
    'rb1',
    'rb1..',
    'rb1.00000000.AAAA',
    '[["a",1]]',
    '__proto__',
    'A'.repeat(8_000),
    foreign,
    secrets.seal('[["a",1]]', 'second-factor-step'),
    ...['null', '{}', '[null]', '["a"]', '5', '[[{},{}]]', '"text"', 'no JSON'].map((text) =>
      secrets.seal(text, 'known-device'),
    ),
    `${own.slice('ringpost-device='.length, -2)}AA`,
  ];
  forged.push(deviceOf(lou.session).slice('ringpost-device='.length));
  for (const [index, value] of forged.entries()) {
    const before = notices().length;
    const answer = await again(bundle, kim, `ringpost-device=${value}`);
    assert.equal(notices().length, before + 1, value.slice(0, 60));
    await again(bundle, kim, deviceOf(answer));
    assert.equal(notices().length, before + 1, `known after ${value.slice(0, 60)}`);
    if (index % 5 === 4) bundle.clock.advance(3_600_000);
  }
  const seals = bundle.events.filter(({ name }) => name === 'seal.refused');
  assert.deepEqual([seals, bundle.troubles], [[], []]);
});

test('a browser keeps a bounded number of accounts, each for 400 days', () => {
  const clock = createSteppedClock();
  const sent: string[] = [];
  const letters: Letters = {
    send: async ({ to }) => {
      sent.push(to);
      return null;
    },
  };
  const devices = knownDevices(letters, clock);
  let kept: string | null = null;
  for (let n = 0; n <= DEVICE_ACCOUNTS_MAX; n += 1) kept = devices.remembered(kept, userOf(n));
  assert.ok(String(kept).length < 1_024, `${String(kept).length}`);
  for (let n = 0; n <= DEVICE_ACCOUNTS_MAX; n += 1) devices.notice(kept, userOf(n), SESSION);
  assert.deepEqual(sent, [userOf(0).email]);
  clock.advance(DEVICE_MS - 1);
  devices.notice(kept, userOf(5), SESSION);
  assert.equal(sent.length, 1);
  const renewed = devices.remembered(kept, userOf(5));
  clock.advance(1);
  devices.notice(kept, userOf(6), SESSION);
  devices.notice(renewed, userOf(5), SESSION);
  devices.notice(renewed, userOf(6), SESSION);
  assert.deepEqual(sent.slice(1), [userOf(6).email, userOf(6).email]);
});

const HANGING =
  'no sign-in waits for a mail server that hangs or fails, and mails under way are bounded';

test(HANGING, { timeout: 60_000 }, async (t) => {
  const server = await startScripted(t, { CONNECT: HANG });
  const { mailer, clock } = givenMailer(t, { port: server.port, tls: 'optional' });
  const from = 'calls@example.com';
  const letters = createLetters({ mailer, from, dkim: null, clock });
  const bundle = await setup(t, { letters });
  const kim = await firstOwner(bundle);
  await again(bundle, kim);
  await server.reached('CONNECT');
  await again(bundle, kim);
  assert.deepEqual(bundle.troubles, [], 'it hangs still');

  const hung = { count: 0 };
  const devices = knownDevices({ send: () => new Promise(() => (hung.count += 1)) });
  for (let n = 0; n < NOTICES_MAX + 10; n += 1) devices.notice(null, userOf(n), SESSION);
  assert.equal(hung.count, NOTICES_MAX);

  for (const send of [
    async () => 'the mail server said 550',
    () => Promise.reject(new Error('broken')),
    () => {
      throw new Error('broken at once');
    },
  ] satisfies Letters['send'][]) {
    const other = await setup(t, { letters: { send } });
    await again(other, await firstOwner(other));
    assert.match(String(other.troubles[0]), /550|broken/);
  }
});

test('the mail arrives by a real mail server', async (t) => {
  const server = await startMailServer(t);
  const { mailer, clock } = givenMailer(t, { port: server.port });
  const from = 'Ringpost <calls@example.com>';
  const real = createLetters({ mailer, from, dkim: null, clock });
  const sending: Promise<string | null>[] = [];
  const letters: Letters = {
    send(letter) {
      const sent = real.send(letter);
      sending.push(sent);
      return sent;
    },
  };
  const bundle = await setup(t, { letters });
  const kim = await firstOwner(bundle);
  await signIn(bundle, kim.email, PASSWORD, { 'user-agent': FIREFOX });
  assert.deepEqual(await Promise.all(sending), [null]);
  const [taken] = server.taken;
  assert.deepEqual(taken?.recipients, [kim.email]);
  const source = (taken?.source ?? '').replaceAll('=\r\n', '');
  assert.match(source, /^Subject: A sign-in to Ringpost from a new device$/m);
  for (const fact of ['127.0.0.1', 'Firefox/140.0', 'change the password']) {
    assert.ok(source.includes(fact), fact);
  }
});

const SESSION: NewSession = {
  hash: 'a',
  replaces: null,
  signedInBy: 'password',
  address: '192.0.2.7',
  userAgent: 'x',
  provenAtMs: null,
  secondFactorAtMs: null,
};

function userOf(number: number): User {
  return {
    key: asKey<UserKey>(number),
    id: `usr_${number}`,
    email: `user-${number}@example.com`,
    emailFrom: 'invitation',
    name: 'Lou',
    language: null,
    passwordHash: null,
    oidcSubject: null,
    createdAtMs: 0,
    updatedAtMs: 0,
  };
}

function knownDevices(letters: Letters, clock = createSteppedClock()) {
  const secrets = createSecretBox(new Uint8Array(32).fill(7));
  const allowance = { take: () => 0 };
  return createKnownDevices({ secrets, clock, letters, allowance, onTrouble: () => {} });
}
