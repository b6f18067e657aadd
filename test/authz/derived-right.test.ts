/**
 * A link ends when the rights change under which it was made: each kind of link, and each change of
 * its recipient and of its maker. The tests ask for preview and use, which must agree.
 */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, type TestContext, test } from 'node:test';
import {
  firstOwner,
  invite,
  member,
  PASSWORD,
  type Person,
  signIn,
} from '../http/person/people.ts';
import { type Answer, type Bundle, setup } from '../http/setup.ts';

const NEW = 'a brand new long password';
const open = { token: null } as const;

/** Two projects of `kim`, where `maker` is an owner too. `lou` is a viewer of the first. */
interface Scene {
  readonly bundle: Bundle;
  readonly kim: Person;
  readonly maker: Person;
  readonly lou: Person;
  /** The header that names the second project. */
  readonly acme: Readonly<Record<string, string>>;
}

interface Link {
  readonly name: string;
  /** Makes the link; returns its token. */
  make(scene: Scene): Promise<string>;
  readonly preview: string;
  use(scene: Scene, token: string): Promise<Answer>;
  readonly good: number;
}

const tokenOf = (link: unknown) => String(link).replace(/^.*#token=/, '');

const RESET = {
  preview: '/v1/password-resets/preview',
  use: ({ bundle }: Scene, token: string) =>
    bundle.call('POST', '/v1/password-resets/complete', { token, password: NEW }, open),
  good: 204,
} as const;

const BY_MEMBER: Link = {
  ...RESET,
  name: 'a reset by a member',
  async make({ maker, lou }) {
    const made = await maker.ask('POST', `/v1/members/${lou.id}/password-reset`);
    assert.equal(made.status, 201, made.text);
    return tokenOf(made.at('/link'));
  },
};

/** A link of no member, as a command on the host or a mail makes it. */
const BY_HOST: Link = {
  ...RESET,
  name: 'a reset of the host',
  async make({ bundle: { store, clock }, lou }) {
    const atMs = clock.wallMs();
    const nothing = { target: null, before: null, after: null, requestId: null };
    const audit = { atMs, actor: 'system', action: 'password-reset.created', ...nothing };
    const hash = createHash('sha256').update('by host').digest('hex');
    const reset = { way: 'host', hash, expiresAtMs: atMs + 60_000, unlessSinceMs: null } as const;
    assert.ok(
      await store.createHostReset({ email: lou.email, reset: { ...reset, madeBy: null }, audit }),
    );
    return 'by host';
  },
};

const INVITATION = { preview: '/v1/invitations/preview', good: 200 } as const;

const OF_NEW_PERSON: Link = {
  ...INVITATION,
  name: 'an invitation of a new person',
  make: ({ maker }) => invite(maker, 'max@example.com', 'viewer'),
  use({ bundle }, token) {
    const body = { token, name: 'Max', password: PASSWORD };
    return bundle.call('POST', '/v1/invitations/accept', body, open);
  },
};

const OF_ACCOUNT: Link = {
  ...INVITATION,
  name: 'an invitation of an account',
  async make({ maker, lou, acme }) {
    const body = { email: lou.email, role: 'admin' };
    const made = await maker.ask('POST', '/v1/invitations', body, acme);
    assert.equal(made.status, 201, made.text);
    return tokenOf(made.at('/link'));
  },
  use: ({ lou }, token) => lou.ask('POST', '/v1/invitations/accept', { token }),
};

interface Change {
  readonly name: string;
  readonly ends: readonly Link[];
  make(scene: Scene): Promise<void>;
}

const RESETS = [BY_MEMBER, BY_HOST];
const OF_MEMBERS = [BY_MEMBER, OF_NEW_PERSON, OF_ACCOUNT];

async function done(answer: Promise<Answer>): Promise<void> {
  const { status, text } = await answer;
  assert.ok(status < 300, text);
}

const setRole = ({ kim }: Scene, { id }: Person, role: string, where = {}) =>
  done(kim.ask('PATCH', `/v1/members/${id}`, { role }, where));

async function setRoles(scene: Scene, role: string): Promise<void> {
  for (const where of [{}, scene.acme]) await setRole(scene, scene.maker, role, where);
}

async function invited(scene: Scene, who: Person, role: string, where = {}): Promise<void> {
  const body = { email: who.email, role };
  const made = await scene.kim.ask('POST', '/v1/invitations', body, where);
  await done(who.ask('POST', '/v1/invitations/accept', { token: tokenOf(made.at('/link')) }));
}

/** Changes of the person for whom the link is. */
const SUBJECT: readonly Change[] = [
  {
    name: 'is given a higher role',
    ends: RESETS,
    make: (scene) => setRole(scene, scene.lou, 'owner'),
  },
  {
    name: 'is given another role and then the former one',
    ends: RESETS,
    async make(scene) {
      await setRole(scene, scene.lou, 'operator');
      await setRole(scene, scene.lou, 'viewer');
    },
  },
  {
    name: 'is removed',
    ends: RESETS,
    make: ({ kim, lou }) => done(kim.ask('DELETE', `/v1/members/${lou.id}`)),
  },
  {
    name: 'leaves and is invited again',
    ends: RESETS,
    async make(scene) {
      await done(scene.lou.ask('DELETE', '/v1/members/me'));
      await invited(scene, scene.lou, 'viewer');
    },
  },
  {
    name: 'joins another project, and leaves it',
    ends: [...RESETS, OF_ACCOUNT],
    async make(scene) {
      await invited(scene, scene.lou, 'viewer', scene.acme);
      await done(scene.lou.ask('DELETE', '/v1/members/me', undefined, scene.acme));
    },
  },
  {
    name: 'makes a project',
    ends: RESETS,
    async make(scene) {
      await setRole(scene, scene.lou, 'owner');
      await done(scene.lou.ask('POST', '/v1/projects', { name: 'mine' }));
      await setRole(scene, scene.lou, 'viewer');
    },
  },
  {
    name: 'changes the password',
    ends: RESETS,
    make: ({ lou }) =>
      done(lou.ask('PATCH', '/v1/account', { currentPassword: PASSWORD, newPassword: NEW })),
  },
  {
    name: 'is known to an identity provider',
    ends: RESETS,
    async make({ bundle: { store, clock }, lou }) {
      const user = (await store.userByEmail(lou.email)) ?? assert.fail();
      const nothing = { target: user.id, before: null, after: null, requestId: null };
      const audit = { atMs: clock.wallMs(), actor: user.id, action: 'account.linked', ...nothing };
      assert.ok(
        await store.updateUser({
          seen: user,
          facts: { ...user, oidcSubject: 'idp lou' },
          audit,
          renewal: null,
        }),
      );
    },
  },
];

/** Changes of the member who made the link. */
const MAKER: readonly Change[] = [
  { name: 'is an admin now', ends: [OF_NEW_PERSON, OF_ACCOUNT], make: (s) => setRoles(s, 'admin') },
  { name: 'is an operator now', ends: OF_MEMBERS, make: (s) => setRoles(s, 'operator') },
  {
    name: 'was a viewer for a while',
    ends: OF_MEMBERS,
    async make(scene) {
      await setRoles(scene, 'viewer');
      await setRoles(scene, 'owner');
    },
  },
  {
    name: 'is removed',
    ends: OF_MEMBERS,
    async make({ kim, maker, acme }) {
      for (const where of [{}, acme]) {
        await done(kim.ask('DELETE', `/v1/members/${maker.id}`, undefined, where));
      }
    },
  },
  {
    name: 'leaves, and is invited again',
    ends: OF_MEMBERS,
    async make(scene) {
      for (const where of [{}, scene.acme]) {
        await done(scene.maker.ask('DELETE', '/v1/members/me', undefined, where));
        await invited(scene, scene.maker, 'owner', where);
      }
    },
  },
  // This change ends no link.
  {
    name: 'has another password',
    ends: [],
    make: ({ maker }) =>
      done(maker.ask('PATCH', '/v1/account', { currentPassword: PASSWORD, newPassword: NEW })),
  },
];

async function scene(t: TestContext): Promise<Scene> {
  const bundle = await setup(t);
  const kim = await firstOwner(bundle);
  const maker = await member(bundle, kim, 'owner', 'maker');
  const lou = await member(bundle, kim, 'viewer', 'lou');
  const made = await kim.ask('POST', '/v1/projects', { name: 'Acme' });
  const acme = { 'ringpost-project': String(made.at('/id')) };
  const whole = { bundle, kim, maker, lou, acme };
  await invited(whole, maker, 'owner', acme);
  return whole;
}

for (const [who, changes] of Object.entries({ 'its recipient': SUBJECT, 'its maker': MAKER })) {
  describe(`a link, and ${who}`, () => {
    for (const change of changes) {
      const others = change.ends.length === 0 ? OF_MEMBERS : [];
      for (const link of [...change.ends, ...others]) {
        const ends = change.ends.includes(link);
        test(`${link.name} ${ends ? 'ends' : 'stays'} when ${who} ${change.name}`, async (t) => {
          const given = await scene(t);
          const token = await link.make(given);
          const look = () => given.bundle.call('POST', link.preview, { token }, open);
          assert.equal((await look()).status, 200);
          await change.make(given);
          const [seen, used] = [await look(), await link.use(given, token)];
          const expected = ends ? [404, 404] : [200, link.good];
          assert.deepEqual([seen.status, used.status], expected, used.text);
        });
      }
    }
  });
}

test('an old link of an admin sets no password of an operator who became owner', async (t) => {
  const bundle = await setup(t);
  const kim = await firstOwner(bundle);
  const admin = await member(bundle, kim, 'admin', 'admin');
  const lou = await member(bundle, kim, 'operator', 'lou');
  const made = await admin.ask('POST', `/v1/members/${lou.id}/password-reset`);
  const token = tokenOf(made.at('/link'));
  await done(kim.ask('PATCH', `/v1/members/${lou.id}`, { role: 'owner' }));
  await done(kim.ask('DELETE', `/v1/members/${admin.id}`));
  const used = await bundle.call(
    ...(['POST', '/v1/password-resets/complete', { token, password: NEW }, open] as const),
  );
  assert.deepEqual([used.status, used.at('/code')], [404, 'NOT_FOUND'], used.text);
  assert.equal((await signIn(bundle, lou.email)).status, 200);
});

test('the trail names the maker of the link as actor', async (t) => {
  const bundle = await setup(t);
  const kim = await firstOwner(bundle);
  const lou = await member(bundle, kim, 'operator', 'lou');
  const joined = Object((await kim.ask('GET', '/v1/audit')).at('/data/0'));
  assert.deepEqual([joined.action, joined.after.invitedBy], ['member.joined', kim.id]);
  const made = await kim.ask('POST', `/v1/members/${lou.id}/password-reset`);
  const token = tokenOf(made.at('/link'));
  await done(bundle.call('POST', '/v1/password-resets/complete', { token, password: NEW }, open));
  const entry = Object((await kim.ask('GET', '/v1/audit')).at('/data/0'));
  assert.deepEqual(
    [entry.action, entry.actor, entry.target, entry.after.way, entry.after.linkBy],
    ['password.reset', kim.id, lou.id, 'member', kim.id],
  );
});
