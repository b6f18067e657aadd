/**
 * Second factors in any store: an owner removes all of a member's at once, and ends their sessions.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { asKey, type ProjectKey, type SessionKey } from '../../../src/core/id.ts';
import { PROJECT_DEFAULTS } from '../../../src/core/project/project.ts';
import type { User } from '../../../src/engine/ports/people-store.ts';
import { type Bench, benchOf, type OpenStore, START_MS } from '../given.ts';
import { join, owner, session } from './people-given.ts';

/** Signed in by the session `name`, with an app, a passkey and two recovery codes. */
async function withFactor(bench: Bench, user: User, name: string): Promise<void> {
  const { store } = bench;
  await store.createSession({ user: user.key, session: session(name), audit: bench.audit() });
  const signedIn = await store.sessionByHash(name);
  assert.ok(await store.keepAuthenticator({ user: user.key, secret: 'sealed', nowMs: START_MS }));
  const confirmed = {
    session: signedIn?.session.key ?? asKey<SessionKey>(0),
    secret: 'sealed',
    step: 1,
    codes: [`${name} 1`, `${name} 2`],
  };
  assert.ok(
    await store.confirmAuthenticator({ user: user.key, ...confirmed, audit: bench.audit() }),
  );
  const passkey = {
    credentialId: `credential ${name}`,
    publicKey: 'cose',
    signCount: 0,
    name,
    codes: [],
    transports: [],
    challenge: name,
    session: asKey<SessionKey>(0),
  };
  assert.equal(
    (await store.addPasskey({ user: user.key, added: passkey, audit: bench.audit() })).kind,
    'added',
  );
}

export function secondFactorConformance(open: OpenStore): void {
  describe('second factors', () => {
    test('an owner removes all factors of a member and ends the sessions, no others', async () => {
      const bench = await benchOf(open);
      const { store, project } = bench;
      const kim = await owner(bench);
      const lou = await join(bench, 'lou', 'operator');
      for (const [user, name] of [[kim, 'k'] as const, [lou, 'l'] as const]) {
        await withFactor(bench, user, name);
      }
      const by = { key: kim.key, projectKey: project };
      assert.deepEqual(
        (await store.members(project)).map(({ hasSecondFactor }) => hasSecondFactor),
        [true, true],
      );
      const remove = (from = by) =>
        store.removeMemberSecondFactors({ user: lou.key, owner: from, audit: bench.audit() });
      assert.equal(await remove({ ...by, key: lou.key }), 'not-allowed');
      assert.equal(await remove({ ...by, projectKey: asKey<ProjectKey>(987) }), 'not-allowed');
      assert.equal(await remove(), 'removed');
      const none = { authenticator: null, passkeys: 0, recoveryCodes: 0 };
      assert.deepEqual(await store.secondFactorOf(lou.key), none);
      assert.equal(await store.passkeyByCredential('credential l'), null);
      assert.equal(
        await store.takeRecoveryCode({ user: lou.key, hash: 'l 1', audit: bench.audit() }),
        false,
      );
      assert.equal(await store.sessionByHash('l'), null);
      assert.notEqual(await store.sessionByHash('k'), null);
      const kept = await store.secondFactorOf(kim.key);
      assert.deepEqual([kept.passkeys, kept.recoveryCodes], [1, 2]);
      assert.equal(await remove(), 'none');
      assert.deepEqual(
        (await store.members(project)).map(({ hasSecondFactor }) => hasSecondFactor),
        [true, false],
      );
      await bench.close();
    });

    test('factors of an owner of another project need an owner of that project too', async () => {
      const bench = await benchOf(open);
      const { store, project } = bench;
      const kim = await owner(bench);
      const lou = await join(bench, 'lou', 'operator');
      await withFactor(bench, lou, 'l');
      await store.createProject({
        name: 'elsewhere',
        settings: PROJECT_DEFAULTS,
        owner: lou.key,
        audit: bench.audit(),
      });
      const by = { key: kim.key, projectKey: project };
      assert.equal(
        await store.removeMemberSecondFactors({ user: lou.key, owner: by, audit: bench.audit() }),
        'not-allowed',
      );
      assert.equal((await store.secondFactorOf(lou.key)).authenticator?.isConfirmed, true);
      assert.notEqual(await store.sessionByHash('l'), null);
      await bench.close();
    });
  });
}
