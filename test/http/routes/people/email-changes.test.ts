/**
 * A new e-mail of an account: it counts after its link was opened or an owner has confirmed it, the
 * former address is told, and the answers do not show who has an account.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MAIL_CHANGE_MS } from '../../../../src/engine/people/email-change-service.ts';
import {
  firstOwner,
  invite,
  member,
  PASSWORD,
  type Person,
  personOf,
  signIn,
} from '../../person/people.ts';
import { linkIn, postbox } from '../../postbox.ts';
import { type Answer, setup } from '../../setup.ts';

const NEW = 'a brand new long password';

const tokenOf = (link: unknown) => String(link).replace(/^.*#token=/, '');

function ask(person: Person, email: string): Promise<Answer> {
  return person.ask('PATCH', '/v1/account', { email, currentPassword: PASSWORD });
}

function confirm(person: Person, token: string): Promise<Answer> {
  return person.ask('POST', '/v1/account/email-change/confirm', { token });
}

async function pending(person: Person): Promise<unknown> {
  return (await person.ask('GET', '/v1/account/email-change')).at('/pending');
}

test('a new e-mail counts once its link is opened; a mail tells the former address', async (t) => {
  const { taking, arrived, letters } = postbox();
  const bundle = await setup(t, { letters: taking });
  const kim = await firstOwner(bundle);
  const lou = await member(bundle, kim, 'viewer', 'lou');
  const other = personOf(bundle, await signIn(bundle, lou.email));
  const before = letters.length;
  const asked = await ask(lou, 'New@example.com');
  assert.deepEqual([asked.status, asked.at('/user/email')], [200, lou.email], asked.text);
  await arrived(before + 2);
  const [link, warning] = letters.slice(before);
  assert.ok(link?.kind === 'email-confirm' && warning?.kind === 'email-asked');
  assert.deepEqual(
    [link.to, warning.to, warning.email],
    ['new@example.com', lou.email, 'new@example.com'],
  );
  const shown = Object(await pending(lou));
  assert.deepEqual([shown.email, shown.way], ['new@example.com', 'mail']);
  const token = tokenOf(link.link);
  // Another person who reads the mail cannot confirm it.
  assert.equal((await confirm(kim, token)).status, 403);
  const signedOut = await bundle.call(
    ...(['POST', '/v1/account/email-change/confirm', { token }, { token: null }] as const),
  );
  assert.equal(signedOut.status, 401);
  const done = await confirm(lou, token);
  assert.deepEqual([done.status, done.at('/user/email')], [200, 'new@example.com'], done.text);
  assert.equal((await personOf(bundle, done).ask('GET', '/v1/session')).status, 200);
  for (const former of [lou, other]) {
    assert.equal((await former.ask('GET', '/v1/session')).status, 401);
  }
  const told = await arrived(before + 3);
  assert.deepEqual([told.kind, told.to], ['email-changed', lou.email]);
  assert.equal((await confirm(personOf(bundle, done), token)).status, 404);
  assert.equal((await signIn(bundle, lou.email)).status, 401);
  assert.equal((await signIn(bundle, 'new@example.com')).status, 200);
});

test('no answer shows whether an address has an account; its owner gets a mail', async (t) => {
  const { taking, arrived } = postbox();
  const bundle = await setup(t, { letters: taking });
  const kim = await firstOwner(bundle);
  const lou = await member(bundle, kim, 'viewer', 'lou');
  const shape = ({ status, text }: Answer) => [status, text.replaceAll(/req_\w+/g, 'req')];
  const taken = shape(await ask(lou, kim.email));
  const shownTaken = Object(await pending(lou));
  // The first letter is the invitation.
  assert.deepEqual([(await arrived(2)).kind, (await arrived(2)).to], ['email-taken', kim.email]);
  await arrived(3);
  assert.deepEqual(taken, shape(await ask(lou, 'free@example.com')));
  const shownFree = Object(await pending(lou));
  assert.deepEqual({ ...shownTaken, email: '' }, { ...shownFree, email: '' });
});

test('a link ends by time, a newer one, a withdrawal, or if the address is taken', async (t) => {
  const { taking, arrived } = postbox();
  const bundle = await setup(t, { letters: taking });
  const kim = await firstOwner(bundle);
  const lou = await member(bundle, kim, 'viewer', 'lou');
  await ask(lou, 'one@example.com');
  const first = tokenOf(linkIn(await arrived(2)));
  await arrived(3);
  await ask(lou, 'two@example.com');
  const second = tokenOf(linkIn(await arrived(4)));
  await arrived(5);
  assert.equal((await confirm(lou, first)).status, 404);
  assert.equal((await lou.ask('DELETE', '/v1/account/email-change')).status, 204);
  assert.equal((await confirm(lou, second)).status, 404);
  assert.equal(await pending(lou), null);
  await ask(lou, 'three@example.com');
  const third = tokenOf(linkIn(await arrived(6)));
  await member(bundle, kim, 'viewer', 'three');
  assert.equal((await confirm(lou, third)).status, 409);
  await ask(lou, 'four@example.com');
  const fourth = tokenOf(linkIn(await arrived(9)));
  bundle.clock.advance(MAIL_CHANGE_MS);
  const back = personOf(bundle, await signIn(bundle, lou.email));
  assert.equal((await confirm(back, fourth)).status, 404);
});

test('a new password or role ends a pending change of the e-mail', async (t) => {
  for (const change of ['password', 'role', 'reset'] as const) {
    const { taking, arrived, letters } = postbox();
    const bundle = await setup(t, { letters: taking });
    const kim = await firstOwner(bundle);
    const lou = await member(bundle, kim, 'viewer', 'lou');
    const before = letters.length;
    await ask(lou, 'new@example.com');
    const token = tokenOf(linkIn(await arrived(before + 1)));
    let asking = lou;
    if (change === 'role') {
      await kim.ask('PATCH', `/v1/members/${lou.id}`, { role: 'admin' });
    } else if (change === 'password') {
      const body = { currentPassword: PASSWORD, newPassword: NEW };
      asking = personOf(bundle, await lou.ask('PATCH', '/v1/account', body));
    } else {
      const made = await kim.ask('POST', `/v1/members/${lou.id}/password-reset`);
      const body = { token: tokenOf(made.at('/link')), password: NEW };
      await bundle.call('POST', '/v1/password-resets/complete', body, { token: null });
      asking = personOf(bundle, await signIn(bundle, lou.email, NEW));
    }
    assert.equal((await confirm(asking, token)).status, 404, change);
    assert.equal(await pending(asking), null, change);
  }
});

test('without a mail server an owner with all rights of the person confirms it', async (t) => {
  const bundle = await setup(t);
  const kim = await firstOwner(bundle);
  const admin = await member(bundle, kim, 'admin', 'admin');
  const lou = await member(bundle, kim, 'operator', 'lou');
  await ask(lou, 'new@example.com');
  const rows: { id: string; pendingEmail: string | null }[] = Object(
    (await kim.ask('GET', '/v1/members')).at('/data'),
  );
  assert.deepEqual(
    rows.map(({ pendingEmail }) => pendingEmail),
    [null, null, 'new@example.com'],
  );
  const path = `/v1/members/${lou.id}/email-change`;
  const seen = { email: 'new@example.com' };
  for (const who of [admin, lou]) {
    assert.equal((await who.ask('POST', `${path}/confirm`, seen)).status, 403);
  }
  // The owner must send the address that they confirm.
  assert.equal((await kim.ask('POST', `${path}/confirm`, { email: lou.email })).status, 404);
  const done = await kim.ask('POST', `${path}/confirm`, seen);
  assert.deepEqual([done.status, done.at('/email')], [200, 'new@example.com'], done.text);
  assert.equal((await lou.ask('GET', '/v1/session')).status, 401);
  const entry = Object((await kim.ask('GET', '/v1/audit')).at('/data/0'));
  assert.deepEqual(
    [entry.action, entry.actor, entry.target, entry.after.email],
    ['account.email-changed', kim.id, lou.id, 'new@example.com'],
  );
  const back = personOf(bundle, await signIn(bundle, 'new@example.com'));
  await ask(back, 'more@example.com');
  assert.equal((await kim.ask('DELETE', path)).status, 204);
  assert.equal(await pending(back), null);
  // Lou owns a project where Kim is no member: the e-mail would open it too.
  await kim.ask('PATCH', `/v1/members/${lou.id}`, { role: 'owner' });
  await back.ask('POST', '/v1/projects', { name: 'elsewhere' });
  await kim.ask('PATCH', `/v1/members/${lou.id}`, { role: 'operator' });
  await ask(back, 'more@example.com');
  const elsewhere = await kim.ask('POST', `${path}/confirm`, { email: 'more@example.com' });
  assert.deepEqual([elsewhere.status, elsewhere.at('/code')], [403, 'FORBIDDEN']);
});

test('an owner confirms their own e-mail only if no other owner can', async (t) => {
  const bundle = await setup(t);
  const kim = await firstOwner(bundle);
  const own = `/v1/members/${kim.id}/email-change/confirm`;
  const lou = await member(bundle, kim, 'owner', 'lou');
  await ask(kim, 'new@example.com');
  const refused = await kim.ask('POST', own, { email: 'new@example.com' });
  assert.deepEqual([refused.status, refused.at('/code')], [403, 'FORBIDDEN']);
  assert.match(String(refused.at('/detail')), /Another owner/);
  await kim.ask('PATCH', `/v1/members/${lou.id}`, { role: 'admin' });
  assert.equal((await kim.ask('POST', own, { email: 'new@example.com' })).status, 200);
  assert.equal((await kim.ask('GET', '/v1/session')).at('/user/email'), 'new@example.com');
  // Only the owner vouches for the address, so no identity provider is matched with it.
  const user = await bundle.store.userByEmail('new@example.com');
  assert.equal(user?.emailFrom, 'self');
});

test('after a reset by mail an attacker loses the account that they prepared', async (t) => {
  const { taking, arrived, letters } = postbox();
  const bundle = await setup(t, { letters: taking });
  const { store, clock } = bundle;
  const kim = await firstOwner(bundle);
  const mallory = await member(bundle, kim, 'viewer', 'mallory');
  // Linked to a provider, and with an e-mail that an older version accepted unconfirmed.
  const seen = (await store.userByEmail(mallory.email)) ?? assert.fail();
  const facts = { ...seen, email: 'victim@example.com', emailFrom: 'self' } as const;
  const nothing = { target: null, before: null, after: null, requestId: null };
  const audit = { atMs: clock.wallMs(), actor: 'system', action: 'test', ...nothing };
  await store.updateUser({
    seen,
    facts: { ...facts, oidcSubject: 'idp mallory' },
    audit,
    renewal: null,
  });
  const made = await kim.ask('POST', '/v1/projects', { name: 'Acme' });
  const acme = { 'ringpost-project': String(made.at('/id')) };
  const body = { email: 'victim@example.com', role: 'admin' };
  const invited = await kim.ask('POST', '/v1/invitations', body, acme);
  // Only the victim reads the mail that resets the password.
  const before = letters.length;
  const lost = { email: 'victim@example.com' };
  await bundle.call('POST', '/v1/password-resets', lost, { token: null });
  const reset = { token: tokenOf(linkIn(await arrived(before + 1))), password: NEW };
  await bundle.call('POST', '/v1/password-resets/complete', reset, { token: null });
  const victim = personOf(bundle, await signIn(bundle, 'victim@example.com', NEW));
  const token = tokenOf(invited.at('/link'));
  assert.equal((await victim.ask('POST', '/v1/invitations/accept', { token })).status, 200);
  assert.equal((await mallory.ask('GET', '/v1/session')).status, 401);
  assert.equal((await signIn(bundle, 'victim@example.com')).status, 401);
  assert.equal(await store.userBySubject('idp mallory'), null);
});

test('mails to one address and by one account are limited; the invitation stands', async (t) => {
  const { taking, letters } = postbox();
  const bundle = await setup(t, { letters: taking });
  const kim = await firstOwner(bundle);
  for (let n = 0; n < 7; n += 1) await invite(kim, 'stranger@example.com', 'viewer');
  const made = await kim.ask('POST', '/v1/invitations', {
    email: 'stranger@example.com',
    role: 'viewer',
  });
  assert.deepEqual([made.status, made.at('/mail/sent')], [201, false], made.text);
  assert.match(String(made.at('/mail/fault')), /60 minutes/);
  assert.equal(letters.length, 5);
  const answers: Answer[] = [];
  for (let n = 0; n < 6; n += 1) answers.push(await ask(kim, `k${n}@example.com`));
  const last = answers.at(-1);
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200, 200, 200, 429],
  );
  assert.match(String(last?.headers.get('retry-after')), /^\d+$/);
});
