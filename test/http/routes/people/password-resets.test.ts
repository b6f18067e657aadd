/**
 * Reset of a lost password: by a link from a member, by mail, and what the answers must not show.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  MAIL_EVERY_MS,
  MAIL_RESET_MS,
  MEMBER_RESET_MS,
} from '../../../../src/engine/people/password-reset-service.ts';
import { firstOwner, invite, member, type Person, signIn } from '../../person/people.ts';
import { linkIn, postbox } from '../../postbox.ts';
import { type Answer, type Bundle, setup } from '../../setup.ts';

const NEW = 'a brand new long password';

function tokenOf(link: unknown): string {
  return String(link).replace(/^http:\/\/127\.0\.0\.1:\d+\/reset#token=/, '');
}

const open = { token: null } as const;

function complete({ call }: Bundle, token: string, password = NEW): Promise<Answer> {
  return call('POST', '/v1/password-resets/complete', { token, password }, open);
}

function ask({ call }: Bundle, email: string, headers = {}): Promise<Answer> {
  return call('POST', '/v1/password-resets', { email }, { token: null, headers });
}

async function linkFor(maker: Person, whom: Person): Promise<Answer> {
  return maker.ask('POST', `/v1/members/${whom.id}/password-reset`);
}

test('a link works once, ends every session, and the old password is gone', async (t) => {
  const bundle = await setup(t);
  const owner = await firstOwner(bundle);
  const lou = await member(bundle, owner, 'operator', 'lou');
  const made = await linkFor(owner, lou);
  assert.equal(made.status, 201, made.text);
  const token = tokenOf(made.at('/link'));
  assert.match(token, /^[\w-]{43}$/);
  const seen = await bundle.call('POST', '/v1/password-resets/preview', { token }, open);
  assert.deepEqual([seen.at('/email'), seen.at('/name')], ['lou@example.com', 'lou']);
  const short = await complete(bundle, token, 'short');
  assert.deepEqual([short.status, short.at('/errors/0/field')], [422, '/password']);
  assert.equal((await lou.ask('GET', '/v1/session')).status, 200);
  assert.equal((await complete(bundle, token)).status, 204);
  assert.equal((await lou.ask('GET', '/v1/session')).status, 401);
  assert.equal((await signIn(bundle, 'lou@example.com')).status, 401);
  assert.equal((await signIn(bundle, 'lou@example.com', NEW)).status, 200);
  for (const again of [await complete(bundle, token), await complete(bundle, 'unknown')]) {
    assert.deepEqual([again.status, again.at('/code')], [404, 'NOT_FOUND']);
  }
  const audit = await owner.ask('GET', '/v1/audit?limit=20');
  assert.match(audit.text, /password\.reset.*password-reset\.created/);
  assert.equal(audit.text.includes(token), false);
});

test('of two requests with one link at once, one sets the password', async (t) => {
  const bundle = await setup(t);
  const owner = await firstOwner(bundle);
  const token = tokenOf((await linkFor(owner, owner)).at('/link'));
  const answers = await Promise.all(
    [1, 2, 3].map((each) => complete(bundle, token, `${NEW} ${each}`)),
  );
  assert.deepEqual(answers.map(({ status }) => status).sort(), [204, 404, 404]);
});

test('a link ends by a newer one, and after its time', async (t) => {
  const bundle = await setup(t);
  const owner = await firstOwner(bundle);
  const lou = await member(bundle, owner, 'viewer', 'lou');
  const first = tokenOf((await linkFor(owner, lou)).at('/link'));
  const second = tokenOf((await linkFor(owner, lou)).at('/link'));
  assert.equal((await complete(bundle, first)).status, 404);
  bundle.clock.advance(MEMBER_RESET_MS);
  assert.equal((await complete(bundle, second)).status, 404);
});

test('a member makes no link for a person with more rights, here or elsewhere', async (t) => {
  const bundle = await setup(t);
  const owner = await firstOwner(bundle);
  const admin = await member(bundle, owner, 'admin', 'admin');
  const other = await member(bundle, owner, 'viewer', 'other');
  assert.equal((await linkFor(admin, other)).status, 201);
  const upward = await linkFor(admin, owner);
  assert.deepEqual([upward.status, upward.at('/code')], [403, 'FORBIDDEN'], upward.text);
  assert.equal((await linkFor(other, other)).status, 403, 'a viewer makes none');
  // The viewer owns another project: the new password would open it too.
  await owner.ask('PATCH', `/v1/members/${other.id}`, { role: 'owner' });
  const second = await other.ask('POST', '/v1/projects', { name: 'elsewhere' });
  assert.equal(second.status, 201, second.text);
  await owner.ask('PATCH', `/v1/members/${other.id}`, { role: 'viewer' });
  assert.equal((await linkFor(owner, other)).status, 403);
  const unknown = await owner.ask('POST', '/v1/members/usr_x/password-reset');
  assert.equal(unknown.status, 404);
});

test('a mail holds a link that works for an hour, in the language of its reader', async (t) => {
  const { taking, arrived, letters } = postbox();
  const bundle = await setup(t, { letters: taking });
  const owner = await firstOwner(bundle);
  assert.equal((await bundle.call('GET', '/v1/setup', undefined, open)).at('/resetByMail'), true);
  const asked = await ask(bundle, ' KIM@example.com ', { 'accept-language': 'ja-JP,ja;q=0.9' });
  assert.equal(asked.status, 204, asked.text);
  const letter = await arrived(1);
  assert.deepEqual(
    [letter.kind, letter.to, letter.language],
    ['password-reset', 'kim@example.com', 'ja-JP'],
  );
  // Another mail would be the same one again.
  await ask(bundle, 'kim@example.com');
  bundle.clock.advance(MAIL_EVERY_MS);
  await owner.ask('PATCH', '/v1/account', { language: 'en' });
  await ask(bundle, 'kim@example.com', { 'accept-language': 'ja' });
  const second = await arrived(2);
  assert.equal(second.language, 'en');
  assert.equal(letters.length, 2);
  assert.equal((await complete(bundle, tokenOf(linkIn(letter)))).status, 404);
  bundle.clock.advance(MAIL_RESET_MS - 1);
  assert.equal((await complete(bundle, tokenOf(linkIn(second)))).status, 204);
  assert.deepEqual(bundle.troubles, []);
});

test('known and unknown addresses get the same answers and the same limit', async (t) => {
  const { taking, arrived } = postbox();
  const bundle = await setup(t, { letters: taking });
  await firstOwner(bundle);
  const shape = ({ status, text, headers }: Answer) => [
    status,
    text.replaceAll(/req_\w+/g, 'req'),
    headers.get('retry-after'),
  ];
  for (let index = 0; index < 7; index += 1) {
    const [here, nowhere] = [
      await ask(bundle, 'kim@example.com'),
      await ask(bundle, 'nobody@example.com'),
    ];
    assert.deepEqual(shape(here), shape(nowhere));
    assert.equal(here.status, index < 5 ? 204 : 429);
  }
  await arrived(1);
});

test('without a mail server the API says so; a refusal by one is logged', async (t) => {
  const without = await setup(t);
  await firstOwner(without);
  const refused = await ask(without, 'kim@example.com');
  assert.deepEqual([refused.status, refused.at('/code')], [409, 'STATE_CONFLICT']);
  const { taking, arrived } = postbox('The mail server answered 550.');
  const bundle = await setup(t, { letters: taking });
  const owner = await firstOwner(bundle);
  assert.equal((await ask(bundle, 'kim@example.com')).status, 204);
  await arrived(1);
  const invited = await owner.ask('POST', '/v1/invitations', {
    email: 'lou@example.com',
    role: 'viewer',
  });
  assert.equal(invited.status, 201);
  assert.deepEqual(invited.at('/mail'), { sent: false, fault: 'The mail server answered 550.' });
  // The invitation stands.
  const token = await invite(owner, 'max@example.com', 'viewer');
  const seen = await bundle.call('POST', '/v1/invitations/preview', { token }, open);
  assert.equal(seen.status, 200);
  assert.deepEqual(bundle.troubles, ['The mail server answered 550.']);
});

test('an invitation is mailed in the language of the inviting member', async (t) => {
  const { taking, letters } = postbox();
  const bundle = await setup(t, { letters: taking });
  const owner = await firstOwner(bundle);
  await owner.ask('PATCH', '/v1/account', { language: 'ja' });
  const invited = await owner.ask('POST', '/v1/invitations', {
    email: 'lou@example.com',
    role: 'viewer',
  });
  assert.deepEqual(invited.at('/mail'), { sent: true, fault: null });
  const [letter] = letters;
  assert.ok(letter?.kind === 'invitation');
  assert.deepEqual(
    [letter.to, letter.language, letter.inviter, letter.projectName, letter.link],
    ['lou@example.com', 'ja', 'Kim', 'default', invited.at('/link')],
  );
});
