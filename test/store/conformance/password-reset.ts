/**
 * Links for a new password in any store: one of each kind for a person, used once, even if two
 * requests come at the same moment; using one ends every session.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { PROJECT_DEFAULTS } from '../../../src/core/project/project.ts';
import type { NewReset, ResetWay, User } from '../../../src/engine/ports/people-store.ts';
import { type Bench, benchOf, type OpenStore, START_MS } from '../given.ts';
import { join } from './people-given.ts';

const HOUR_MS = 3_600_000;

function reset(way: ResetWay, hash: string, more: Partial<NewReset> = {}): NewReset {
  const rest = { madeBy: null, expiresAtMs: START_MS + HOUR_MS, unlessSinceMs: null };
  return { way, hash, ...rest, ...more };
}

async function kimOf(bench: Bench): Promise<User> {
  const { store, project } = bench;
  await store.addSetupToken({ hash: 'token', nowMs: START_MS });
  const facts = {
    ...({ email: 'kim@example.com', emailFrom: 'setup', name: 'Kim', language: null } as const),
    passwordHash: 'old',
    oidcSubject: null,
  };
  const where = { address: '192.0.2.7', userAgent: 'a browser', replaces: null };
  const shown = { provenAtMs: null, secondFactorAtMs: null };
  const session = { hash: 'session', signedInBy: 'setup', ...where, ...shown } as const;
  assert.ok(
    await store.completeSetup({
      projectKey: project,
      tokenHash: 'token',
      user: facts,
      session,
      audit: bench.audit(),
    }),
  );
  return (await store.userByEmail(facts.email)) ?? assert.fail();
}

/** An event that ends the links of `lou`; `ofMaker`: only those that `max` made. */
interface Ending {
  readonly name: string;
  readonly ofMaker?: true;
  make(bench: Bench, lou: User, max: User): Promise<unknown>;
}

const ENDINGS: readonly Ending[] = [
  {
    name: 'another role',
    make: (bench, { key }) =>
      bench.store.setRole({
        projectKey: bench.project,
        user: key,
        role: 'owner',
        audit: bench.audit(),
      }),
  },
  {
    name: 'the removal',
    make: (bench, { key }) =>
      bench.store.removeMember({ projectKey: bench.project, user: key, audit: bench.audit() }),
  },
  {
    name: 'a project made',
    make: (bench, { key }) =>
      bench.store.createProject({
        name: 'Acme',
        settings: PROJECT_DEFAULTS,
        owner: key,
        audit: bench.audit(),
      }),
  },
  ...(['passwordHash', 'email', 'oidcSubject'] as const).map((fact) => ({
    name: `another ${fact}`,
    make: (bench: Bench, lou: User) =>
      bench.store.updateUser({
        seen: lou,
        facts: { ...lou, [fact]: 'new' },
        audit: bench.audit(),
        renewal: null,
      }),
  })),
  {
    name: 'a lower role of its maker',
    ofMaker: true,
    make: (bench, _, { key }) =>
      bench.store.setRole({
        projectKey: bench.project,
        user: key,
        role: 'operator',
        audit: bench.audit(),
      }),
  },
  {
    name: 'the removal of its maker',
    ofMaker: true,
    make: (bench, _, { key }) =>
      bench.store.removeMember({ projectKey: bench.project, user: key, audit: bench.audit() }),
  },
];

export function passwordResetConformance(open: OpenStore): void {
  describe('links for a new password', () => {
    test('a link works once, sets the password, ends all sessions and other links', async () => {
      const bench = await benchOf(open);
      const { store } = bench;
      const kim = await kimOf(bench);
      for (const way of ['member', 'mail', 'host'] as const) {
        const madeBy = way === 'member' ? { id: kim.id, projectKey: bench.project } : null;
        const made = reset(way, way, { madeBy });
        assert.ok(
          await store.createPasswordReset({ user: kim.key, reset: made, audit: bench.audit() }),
        );
      }
      const found = await store.passwordResetByHash('mail');
      assert.deepEqual(
        [found?.user, found?.way, found?.expiresAtMs],
        [kim, 'mail', START_MS + HOUR_MS],
      );
      const use = (hash: string, passwordHash: string) =>
        store.resetPassword({ hash, user: kim.key, passwordHash, audit: bench.audit() });
      const used = await Promise.all(['a', 'b', 'c'].map((each) => use('mail', each)));
      assert.equal(used.filter((each) => each).length, 1);
      const winner = ['a', 'b', 'c'][used.indexOf(true)];
      assert.equal((await store.userByEmail(kim.email))?.passwordHash, winner);
      assert.equal(await store.sessionByHash('session'), null);
      for (const hash of ['member', 'mail', 'host', 'unknown']) {
        assert.equal(await store.passwordResetByHash(hash), null);
        assert.equal(await use(hash, 'later'), false);
      }
      await bench.close();
    });

    for (const { name, ofMaker = false, make } of ENDINGS) {
      test(`a link ends by ${name}, also if it is used at that moment`, async () => {
        const bench = await benchOf(open);
        const { store, project } = bench;
        await kimOf(bench);
        const max = await join(bench, 'max', 'admin');
        const lou = await join(bench, 'lou', 'viewer');
        const madeBy = { id: max.id, projectKey: project };
        await store.createPasswordReset({
          user: lou.key,
          reset: reset('host', 'host'),
          audit: bench.audit(),
        });
        const made = reset('member', 'member', { madeBy });
        await store.createPasswordReset({ user: lou.key, reset: made, audit: bench.audit() });
        await make(bench, lou, max);
        assert.equal(await store.passwordResetByHash('member'), null);
        assert.equal(
          await store.resetPassword({
            hash: 'member',
            user: lou.key,
            passwordHash: 'set',
            audit: bench.audit(),
          }),
          false,
        );
        assert.equal((await store.passwordResetByHash('host')) === null, !ofMaker);
        const set = await store.resetPassword({
          hash: 'host',
          user: lou.key,
          passwordHash: 'set',
          audit: bench.audit(),
        });
        assert.equal(set, ofMaker);
        await bench.close();
      });
    }

    test('a new link replaces one of its kind, unless that one is young', async () => {
      const bench = await benchOf(open);
      const { store } = bench;
      const kim = await kimOf(bench);
      const make = (made: NewReset) =>
        store.createPasswordReset({ user: kim.key, reset: made, audit: bench.audit() });
      const madeBy = { id: kim.id, projectKey: bench.project };
      await make(reset('member', 'by a member', { madeBy }));
      await make(reset('mail', 'first'));
      assert.equal(await make(reset('mail', 'second', { unlessSinceMs: START_MS - 1 })), false);
      assert.notEqual(await store.passwordResetByHash('first'), null);
      assert.equal(await make(reset('mail', 'third', { unlessSinceMs: START_MS })), true);
      assert.equal(await store.passwordResetByHash('first'), null);
      assert.notEqual(await store.passwordResetByHash('by a member'), null);
      const made = await store.createHostReset({
        email: kim.email,
        reset: reset('host', 'host'),
        audit: bench.audit(),
      });
      assert.equal(made?.id, kim.id);
      const nobody = reset('host', 'nobody');
      assert.equal(
        await store.createHostReset({
          email: 'no@example.com',
          reset: nobody,
          audit: bench.audit(),
        }),
        null,
      );
      assert.equal(
        (await store.audit({ projectKey: bench.project, beforeKey: null, limit: 1 }))[0]?.target,
        kim.id,
      );
      assert.equal((await store.membershipsOf(kim.key))[0]?.role, 'owner');
      bench.clock.nowMs += HOUR_MS;
      assert.equal(await store.removePastPeople({ nowMs: START_MS + HOUR_MS - 1, limit: 10 }), 0);
      assert.equal(await store.removePastPeople({ nowMs: START_MS + HOUR_MS, limit: 10 }), 3);
      await bench.close();
    });
  });
}
