/**
 * Unconfirmed e-mail addresses in any store: one for each person while the person is unchanged; two
 * persons who want one address at once; an owner whose rights are checked on confirmation.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type {
  EmailConfirmation,
  NewEmailChange,
} from '../../../src/engine/ports/email-change-store.ts';
import { type Bench, benchOf, type OpenStore, START_MS } from '../given.ts';
import { join, owner, session } from './people-given.ts';

const END_MS = START_MS + 1_000;

function change(email: string, hash: string | null): NewEmailChange {
  return { email, way: hash === null ? 'owner' : 'mail', hash, expiresAtMs: END_MS };
}

function confirmation(email: string, more: Partial<EmailConfirmation> = {}): EmailConfirmation {
  return { email, emailFrom: 'invitation', owner: null, renewal: null, ...more };
}

async function people(bench: Bench) {
  const kim = await owner(bench);
  const lou = await join(bench, 'lou', 'viewer');
  const max = await join(bench, 'max', 'admin');
  return { kim, lou, max };
}

export function emailChangeConformance(open: OpenStore): void {
  describe('unconfirmed e-mail addresses', () => {
    test('a confirmation works once, and ends all sessions but one, and reset links', async () => {
      const bench = await benchOf(open);
      const { store, project } = bench;
      const { kim, lou } = await people(bench);
      await store.askEmailChange({
        user: lou.key,
        change: change('old@example.com', 'old'),
        audit: bench.audit(),
      });
      await store.askEmailChange({
        user: lou.key,
        change: change('new@example.com', 'new'),
        audit: bench.audit(),
      });
      assert.equal(await store.emailChangeByHash('old'), null);
      const found = await store.emailChangeByHash('new');
      const wanted = { userKey: lou.key, email: 'new@example.com', way: 'mail' };
      assert.deepEqual(found, { ...wanted, expiresAtMs: END_MS });
      assert.deepEqual(await store.emailChangesIn(project), [found]);
      for (const hash of ['mine', 'other']) {
        await store.createSession({ user: lou.key, session: session(hash), audit: bench.audit() });
      }
      const madeBy = { id: kim.id, projectKey: project };
      const reset = { way: 'member', madeBy, hash: 'reset', expiresAtMs: END_MS } as const;
      await store.createPasswordReset({
        user: lou.key,
        reset: { ...reset, unlessSinceMs: null },
        audit: bench.audit(),
      });
      const mine = (await store.sessionByHash('mine'))?.session.key ?? assert.fail();
      const renewal = { session: mine, hash: 'renewed' };
      const confirmed = confirmation('new@example.com', { renewal });
      const done = await Promise.all(
        [1, 2].map(() =>
          store.confirmEmailChange({
            user: lou.key,
            confirmation: confirmed,
            audit: bench.audit(),
          }),
        ),
      );
      assert.deepEqual(done.map((each) => each?.email ?? null).toSorted(), [
        'new@example.com',
        null,
      ]);
      assert.equal((await store.userByEmail('new@example.com'))?.emailFrom, 'invitation');
      assert.equal(await store.userByEmail(lou.email), null);
      const left = ['mine', 'other', 'renewed'].map((hash) => store.sessionByHash(hash));
      const there = (await Promise.all(left)).map((each) => each !== null);
      assert.deepEqual(there, [false, false, true]);
      assert.equal(await store.passwordResetByHash('reset'), null);
      await bench.close();
    });

    test('a request ends by a change of the person, by expiry and by withdrawal', async () => {
      const bench = await benchOf(open);
      const { store, project } = bench;
      const { lou } = await people(bench);
      const ask = () =>
        store.askEmailChange({
          user: lou.key,
          change: change('n@example.com', 'n'),
          audit: bench.audit(),
        });
      const confirm = () =>
        store.confirmEmailChange({
          user: lou.key,
          confirmation: confirmation('n@example.com'),
          audit: bench.audit(),
        });
      await ask();
      await store.setRole({
        projectKey: project,
        user: lou.key,
        role: 'admin',
        audit: bench.audit(),
      });
      assert.deepEqual(
        [await store.emailChangeOf(lou.key), await store.emailChangesIn(project)],
        [null, []],
      );
      assert.equal(await confirm(), null);
      await ask();
      assert.equal(await store.dropEmailChange({ user: lou.key, audit: bench.audit() }), true);
      assert.equal(await store.dropEmailChange({ user: lou.key, audit: bench.audit() }), false);
      assert.equal(await confirm(), null);
      await ask();
      bench.clock.nowMs = END_MS;
      assert.equal(await confirm(), null);
      assert.equal(await store.removePastPeople({ nowMs: END_MS, limit: 10 }), 1);
      await bench.close();
    });

    test('of two persons who want an address one gets it, the other is told', async () => {
      const bench = await benchOf(open);
      const { store } = bench;
      const { lou, max } = await people(bench);
      const wanted = change('one@example.com', null);
      for (const [user, hash] of [
        [lou, 'lou'],
        [max, 'max'],
      ] as const) {
        const asked = { ...wanted, way: 'mail', hash } as const;
        await store.askEmailChange({ user: user.key, change: asked, audit: bench.audit() });
      }
      const done = await Promise.allSettled(
        [lou, max].map(({ key }) =>
          store.confirmEmailChange({
            user: key,
            confirmation: confirmation(wanted.email),
            audit: bench.audit(),
          }),
        ),
      );
      const codes = done.map((each) => (each.status === 'fulfilled' ? 'in' : each.reason.code));
      assert.deepEqual(codes.toSorted(), ['STATE_CONFLICT', 'in']);
      await bench.close();
    });

    test('an owner with all rights of the person confirms it, and no other member', async () => {
      const bench = await benchOf(open);
      const { store, project } = bench;
      const { kim, lou, max } = await people(bench);
      await store.askEmailChange({
        user: lou.key,
        change: change('n@example.com', null),
        audit: bench.audit(),
      });
      const by = (key: typeof kim.key | null) => {
        const who = key === null ? null : { key, projectKey: project };
        const said = confirmation('n@example.com', { owner: who });
        return store.confirmEmailChange({
          user: lou.key,
          confirmation: said,
          audit: bench.audit(),
        });
      };
      assert.deepEqual([await by(null), await by(lou.key), await by(max.key)], [null, null, null]);
      assert.equal((await by(kim.key))?.email, 'n@example.com');
      await bench.close();
    });
  });
}
