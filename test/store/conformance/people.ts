/**
 * People in any store: the first owner, sessions, accounts, members, counted tries. Two
 * simultaneous changes end as if one had come after the other.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { asKey, type SessionKey } from '../../../src/core/id.ts';
import {
  SESSION_IDLE_MS,
  SESSION_MAX_MS,
  SETUP_LINK_MS,
} from '../../../src/core/person/session.ts';
import { THROTTLE_RULES, TRIES_FORGOTTEN_MS } from '../../../src/core/person/sign-in-throttle.ts';
import { SESSIONS_MAX } from '../../../src/core/project/limits.ts';
import { PROJECT_DEFAULTS } from '../../../src/core/project/project.ts';
import type { User } from '../../../src/engine/ports/people-store.ts';
import { benchOf, type OpenStore, START_MS } from '../given.ts';
import { facts, join, owner, session } from './people-given.ts';

export function peopleConformance(open: OpenStore): void {
  describe('people', () => {
    firstOwner(open);
    signingIn(open);
    accounts(open);
    memberships(open);
    keysOfMembers(open);
    tries(open);
    past(open);
  });
}

function firstOwner(open: OpenStore): void {
  test('one of the setup tokens makes the first owner, and then none works', async () => {
    const bench = await benchOf(open);
    const { store, project } = bench;
    assert.equal(await store.isSetupNeeded(), true);
    for (let n = 0; n < 7; n += 1)
      assert.ok(await store.addSetupToken({ hash: `t${n}`, nowMs: START_MS + n }));
    assert.deepEqual(
      [
        await store.isSetupToken({ hash: 't1', nowMs: START_MS }),
        await store.isSetupToken({ hash: 't6', nowMs: START_MS }),
      ],
      [false, true],
    );
    const complete = (token: string, name: string) =>
      store.completeSetup({
        projectKey: project,
        tokenHash: token,
        user: facts(name),
        session: session(name),
        audit: bench.audit(),
      });
    // A token that is a day old no longer counts.
    const day = START_MS + SETUP_LINK_MS;
    assert.deepEqual(
      [
        await store.isSetupToken({ hash: 't5', nowMs: day + 5 }),
        await store.isSetupToken({ hash: 't6', nowMs: day + 5 }),
      ],
      [false, true],
    );
    assert.equal(await complete('t1', 'kim'), false);
    const done = await Promise.all([complete('t5', 'kim'), complete('t6', 'lou')]);
    assert.deepEqual(done.toSorted(), [false, true]);
    assert.equal(await store.isSetupNeeded(), false);
    assert.equal(await store.addSetupToken({ hash: 'late', nowMs: START_MS }), false);
    assert.equal(await complete('t5', 'max'), false);
    const [member, ...others] = await store.members(project);
    assert.deepEqual([member?.role, others.length], ['owner', 0]);
    const [entry] = await store.audit({ projectKey: project, beforeKey: null, limit: 10 });
    assert.deepEqual([entry?.actor, entry?.target], [member?.user.id, member?.user.id]);
    await bench.close();
  });
}

function signingIn(open: OpenStore): void {
  test('a session leads to its person and their projects, until it ends', async () => {
    const bench = await benchOf(open);
    const { store, project } = bench;
    const user = await owner(bench);
    await store.createSession({
      user: user.key,
      session: session('second', { replaces: 'first' }),
      audit: bench.audit(),
    });
    assert.equal(await store.sessionByHash('first'), null);
    const found = await store.sessionByHash('second');
    assert.deepEqual(found?.user, user);
    assert.deepEqual(
      found?.memberships.map(({ projectKey, role }) => [projectKey, role]),
      [[project, 'owner']],
    );
    const key = found?.session.key ?? asKey<SessionKey>(0);
    await store.touchSession({ key, atMs: START_MS + 90_000 });
    await store.touchSession({ key, atMs: START_MS + 10 });
    assert.equal((await store.sessionByHash('second'))?.session.seenAtMs, START_MS + 90_000);
    await store.createSession({ user: user.key, session: session('third'), audit: bench.audit() });
    assert.equal((await store.sessionsOf(user.key)).length, 2);
    assert.equal(
      await store.endSessions({ user: user.key, which: { allBut: key }, audit: bench.audit() }),
      1,
    );
    assert.equal(
      await store.endSessions({ user: user.key, which: { one: key }, audit: bench.audit() }),
      1,
    );
    assert.equal(
      await store.endSessions({ user: user.key, which: { one: key }, audit: bench.audit() }),
      0,
    );
    assert.equal(await store.sessionByHash('second'), null);
    await bench.close();
  });

  test('of too many sessions of one person the oldest end', async () => {
    const bench = await benchOf(open);
    const user = await owner(bench);
    for (let n = 0; n < SESSIONS_MAX; n += 1) {
      await bench.store.createSession({
        user: user.key,
        session: session(`s${n}`),
        audit: bench.audit(),
      });
    }
    assert.equal((await bench.store.sessionsOf(user.key)).length, SESSIONS_MAX);
    assert.equal(await bench.store.sessionByHash('first'), null);
    assert.ok(await bench.store.sessionByHash('s0'));
    await bench.close();
  });
}

function accounts(open: OpenStore): void {
  test('an account changes only if it is as it was seen; no two share an e-mail', async () => {
    const bench = await benchOf(open);
    const { store } = bench;
    const kim = await owner(bench);
    const lou = await join(bench, 'lou', 'viewer');
    await store.createSession({ user: kim.key, session: session('other'), audit: bench.audit() });
    const current = (await store.sessionByHash('first'))?.session.key ?? asKey<SessionKey>(0);
    bench.clock.nowMs += 1;
    const renamed = facts('kim', { name: 'Kim Lee', passwordHash: 'new', oidcSubject: 'idp 7' });
    const renewal = { session: current, hash: 'renewed' };
    const changed = await store.updateUser({
      seen: kim,
      facts: renamed,
      audit: bench.audit(),
      renewal,
    });
    assert.deepEqual(changed, { ...kim, ...renamed, updatedAtMs: START_MS + 1 });
    assert.deepEqual(await store.userBySubject('idp 7'), changed);
    assert.equal(await store.sessionByHash('first'), null);
    assert.equal(await store.sessionByHash('other'), null);
    assert.ok(await store.sessionByHash('renewed'));
    assert.equal(
      await store.updateUser({
        seen: kim,
        facts: facts('kim'),
        audit: bench.audit(),
        renewal: null,
      }),
      null,
    );
    const taken = facts('lou', { email: 'kim@example.com' });
    const refused = store.updateUser({
      seen: lou,
      facts: taken,
      audit: bench.audit(),
      renewal: null,
    });
    await assert.rejects(refused, { code: 'STATE_CONFLICT' });
    await bench.close();
  });
}

function memberships(open: OpenStore): void {
  test('a project keeps its last owner, whatever two of them do at once', async () => {
    const bench = await benchOf(open);
    const { store, project } = bench;
    const kim = await owner(bench);
    const demote = (user: User) =>
      store.setRole({ projectKey: project, user: user.key, role: 'viewer', audit: bench.audit() });
    const remove = (user: User) =>
      store.removeMember({ projectKey: project, user: user.key, audit: bench.audit() });
    assert.deepEqual([await demote(kim), await remove(kim)], ['last-owner', 'last-owner']);
    const lou = await join(bench, 'lou', 'owner');
    const both = await Promise.all([demote(kim), remove(lou)]);
    assert.deepEqual(both.toSorted(), ['changed', 'last-owner']);
    const roles = (await store.members(project)).map(({ role }) => role);
    assert.equal(roles.filter((role) => role === 'owner').length, 1);
    assert.equal(
      await store.setRole({
        projectKey: project,
        user: asKey(99),
        role: 'admin',
        audit: bench.audit(),
      }),
      'not-found',
    );
    await bench.close();
  });

  test('a project is made with its owner, under a name of its own', async () => {
    const bench = await benchOf(open);
    const { store } = bench;
    const kim = await owner(bench);
    const make = (name: string) =>
      store.createProject({
        name,
        settings: PROJECT_DEFAULTS,
        owner: kim.key,
        audit: bench.audit(),
      });
    const made = await make('Acme');
    const [member] = await store.members(made.key);
    assert.deepEqual([member?.user.id, member?.role], [kim.id, 'owner']);
    await assert.rejects(make('Acme'), { code: 'STATE_CONFLICT' });
    const found = await store.sessionByHash('first');
    assert.deepEqual(
      found?.memberships.map(({ projectName }) => projectName),
      ['Acme', 'default'],
    );
    assert.equal(
      (await store.audit({ projectKey: made.key, beforeKey: null, limit: 10 }))[0]?.target,
      made.id,
    );
    await bench.close();
  });
}

function keysOfMembers(open: OpenStore): void {
  test('removing a member may revoke the keys that go back to them, and no others', async () => {
    const bench = await benchOf(open);
    const { store, project } = bench;
    const kim = await owner(bench);
    const lou = await join(bench, 'lou', 'admin');
    const key = async (name: string, actor: string) => {
      const facts = { name, hash: name, hint: 'wxyz', scopes: ['calls:read'] as const };
      const audit = { ...bench.audit(), actor };
      const condition = actor.startsWith('usr_') ? 'person' : undefined;
      const made = await store.createApiKey({
        projectKey: project,
        key: { ...facts, expiresAtMs: null },
        audit,
        condition,
      });
      return made ?? assert.fail();
    };
    const one = await key('one', lou.id);
    assert.equal(one.madeBy, lou.id);
    for (const [name, actor] of [['two', one.id] as const, ['three', kim.id] as const]) {
      await key(name, actor);
    }
    const left = async () =>
      (await store.apiKeys(project)).flatMap((each) =>
        each.revokedAtMs === null ? each.name : [],
      );
    await store.setRole({
      projectKey: project,
      user: lou.key,
      role: 'viewer',
      audit: bench.audit(),
    });
    assert.deepEqual(await left(), ['one', 'two', 'three']);
    await assert.rejects(key('late', lou.id), { code: 'FORBIDDEN' });
    assert.equal(
      await store.removeMember({
        projectKey: project,
        user: kim.key,
        audit: bench.audit(),
        revokeKeys: true,
      }),
      'last-owner',
    );
    assert.deepEqual(await left(), ['one', 'two', 'three']);
    await store.removeMember({
      projectKey: project,
      user: lou.key,
      audit: bench.audit(),
      revokeKeys: true,
    });
    assert.deepEqual(await left(), ['three']);
    assert.deepEqual(await store.keyPeople(project), [
      { id: lou.id, name: 'lou', role: null },
      { id: kim.id, name: 'kim', role: 'owner' },
    ]);
    const [newest, before] = await store.audit({ projectKey: project, beforeKey: null, limit: 2 });
    assert.deepEqual([before?.action, newest?.action], ['api-key.revoked', 'api-key.revoked']);
    await bench.close();
  });
}

function tries(open: OpenStore): void {
  const subjects = { pair: 'a pair', account: 'an account', network: 'a network' };
  const from = { email: 'kim@example.com', address: '192.0.2.99' };

  test('tries are counted before they are made, at once as in turn', async () => {
    const bench = await benchOf(open);
    const { store } = bench;
    const { free, firstWaitMs } = THROTTLE_RULES.pair;
    const asked = Array.from({ length: free + 3 }, () =>
      store.trySignIn({ subjects, from, nowMs: START_MS }),
    );
    const waits = (await Promise.all(asked)).toSorted((one, other) => one - other);
    assert.equal(waits.filter((wait) => wait === 0).length, free);
    assert.deepEqual(waits.slice(free), [firstWaitMs, firstWaitMs, firstWaitMs]);
    assert.equal(await store.trySignIn({ subjects, from, nowMs: START_MS + firstWaitMs }), 0);
    assert.equal(
      await store.trySignIn({ subjects, from, nowMs: START_MS + firstWaitMs }),
      2 * firstWaitMs,
    );
    await store.forgiveSignIn(subjects);
    assert.equal(await store.trySignIn({ subjects, from, nowMs: START_MS + firstWaitMs }), 0);
    await bench.close();
  });

  test('tries of others do not delay a person at a network where they are signed in', async () => {
    const bench = await benchOf(open);
    const { store } = bench;
    await owner(bench);
    for (let n = 0; n < THROTTLE_RULES.account.free; n += 1) {
      const others = { ...subjects, pair: `pair ${n}`, network: `network ${n}` };
      assert.equal(await store.trySignIn({ subjects: others, from, nowMs: START_MS }), 0);
    }
    const mine = { ...subjects, pair: 'mine', network: 'my network' };
    assert.ok((await store.trySignIn({ subjects: mine, from, nowMs: START_MS })) > 0);
    assert.equal(
      await store.trySignIn({
        subjects: mine,
        from: { ...from, address: '192.0.2.7' },
        nowMs: START_MS,
      }),
      0,
    );
    await bench.close();
  });
}

function past(open: OpenStore): void {
  test('expired rows are removed, and no others', async () => {
    const bench = await benchOf(open);
    const { store, project } = bench;
    const kim = await owner(bench);
    const rest = { invitedBy: kim.id, expiresAtMs: START_MS + SESSION_IDLE_MS };
    const invitation = { email: 'a@example.com', role: 'viewer', hash: 'i', ...rest } as const;
    await store.createInvitation({ projectKey: project, invitation, audit: bench.audit() });
    const subjects = { pair: 'p', account: 'a', network: 'n' };
    await store.trySignIn({ subjects, from: { email: 'x', address: 'y' }, nowMs: START_MS });
    assert.equal(await store.removePastPeople({ nowMs: START_MS + 1, limit: 100 }), 0);
    assert.equal(
      await store.removePastPeople({ nowMs: START_MS + TRIES_FORGOTTEN_MS, limit: 100 }),
      3,
    );
    assert.equal(
      await store.removePastPeople({ nowMs: START_MS + SESSION_IDLE_MS, limit: 100 }),
      2,
    );
    assert.equal(await store.sessionByHash('first'), null);
    bench.clock.nowMs += SESSION_IDLE_MS;
    await store.createSession({ user: kim.key, session: session('used'), audit: bench.audit() });
    const used = (await store.sessionByHash('used'))?.session.key ?? asKey<SessionKey>(0);
    const end = bench.clock.nowMs + SESSION_MAX_MS;
    await store.touchSession({ key: used, atMs: end - 1 });
    assert.equal(await store.removePastPeople({ nowMs: end - 1, limit: 100 }), 0);
    assert.equal(await store.removePastPeople({ nowMs: end, limit: 100 }), 1);
    await bench.close();
  });
}
