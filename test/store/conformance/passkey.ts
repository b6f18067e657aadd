/**
 * Passkeys in any store: a challenge counts once, even if two requests bring it at the same moment,
 * a counter only grows, and the recovery codes of an account are made with its first factor and
 * removed with its last.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { asKey, type SessionKey, type UserKey } from '../../../src/core/id.ts';
import { CHALLENGE_MS } from '../../../src/core/person/session.ts';
import { PASSKEYS_MAX } from '../../../src/core/project/limits.ts';
import type { NewPasskey, Passkey } from '../../../src/engine/ports/passkey-store.ts';
import { type Bench, benchOf, type OpenStore, START_MS } from '../given.ts';
import { join, owner, session } from './people-given.ts';

const NO_SESSION = asKey<SessionKey>(0);

function made(name: string, more: Partial<NewPasskey> = {}): NewPasskey {
  return {
    credentialId: `credential ${name}`,
    publicKey: 'cose',
    signCount: 0,
    name,
    transports: ['internal', 'hybrid'],
    challenge: `challenge ${name}`,
    session: NO_SESSION,
    codes: ['one', 'two'],
    ...more,
  };
}

async function add(bench: Bench, user: UserKey, key: NewPasskey) {
  const added = await bench.store.addPasskey({ user, added: key, audit: bench.audit() });
  assert.ok(added.kind === 'added', added.kind);
  return added;
}

export function passkeyConformance(open: OpenStore): void {
  describe('passkeys', () => {
    adding(open);
    using(open);
    removing(open);
  });
}

function adding(open: OpenStore): void {
  test('a passkey is stored as given, with recovery codes if there are none', async () => {
    const bench = await benchOf(open);
    const { store } = bench;
    const kim = await owner(bench);
    const [first] = await store.sessionsOf(kim.key);
    const { passkey, codesKept } = await add(
      bench,
      kim.key,
      made('a', { session: first?.key ?? NO_SESSION }),
    );
    assert.equal(codesKept, true);
    assert.deepEqual(await store.passkeysOf(kim.key), [passkey]);
    assert.deepEqual(await store.passkeyByCredential('credential a'), { passkey, user: kim });
    assert.equal(await store.passkeyByCredential('credential b'), null);
    const expected = { transports: ['internal', 'hybrid'], signsIn: true, usedAtMs: null };
    assert.deepEqual({ ...passkey, ...expected }, passkey);
    assert.notEqual((await store.sessionsOf(kim.key))[0]?.secondFactorAtMs, null);
    const second = await add(bench, kim.key, made('b', { transports: [] }));
    assert.deepEqual([second.codesKept, second.passkey.transports], [false, []]);
    const factor = { authenticator: null, passkeys: 2, recoveryCodes: 2 };
    assert.deepEqual(await store.secondFactorOf(kim.key), factor);
    await bench.close();
  });

  test('a credential has one account, a challenge one passkey, an account a limit', async () => {
    const bench = await benchOf(open);
    const { store } = bench;
    const kim = await owner(bench);
    const lou = await join(bench, 'lou', 'viewer');
    const kindOf = async (user: typeof kim, key: NewPasskey) =>
      (await store.addPasskey({ user: user.key, added: key, audit: bench.audit() })).kind;
    const at = [kindOf(kim, made('a')), kindOf(kim, made('b', { challenge: 'challenge a' }))];
    assert.deepEqual((await Promise.all(at)).toSorted(), ['added', 'spent']);
    const [present] = await store.passkeysOf(kim.key);
    const credentialId = present?.credentialId ?? '';
    assert.equal(await kindOf(lou, made('c', { credentialId })), 'taken');
    for (let n = 1; n < PASSKEYS_MAX; n += 1) await add(bench, kim.key, made(`n${n}`));
    assert.equal(await kindOf(kim, made('one more')), 'full');
    await bench.close();
  });
}

function using(open: OpenStore): void {
  const useOf =
    (bench: Bench, { key, userKey }: Passkey) =>
    (challenge: string, signCount: number, alone = true) =>
      bench.store.usePasskey({
        user: userKey,
        use: { key, challenge, signCount, alone },
        refusal: bench.audit(),
      });

  test('a challenge counts once, even used twice at once, and expires', async () => {
    const bench = await benchOf(open);
    const { store } = bench;
    const kim = await owner(bench);
    const { passkey } = await add(bench, kim.key, made('a'));
    const use = useOf(bench, passkey);
    const both = await Promise.all([use('x', 0), use('x', 0)]);
    assert.deepEqual(both.toSorted(), ['spent', 'used']);
    assert.equal((await store.passkeysOf(kim.key))[0]?.usedAtMs, START_MS);
    assert.equal(await store.removePastPeople({ nowMs: START_MS + CHALLENGE_MS, limit: 10 }), 0);
    assert.equal(await use('x', 0), 'spent');
    assert.equal(
      await store.removePastPeople({ nowMs: START_MS + 2 * CHALLENGE_MS, limit: 10 }),
      2,
    );
    await bench.close();
  });

  test('a counter that does not grow is refused and in the audit trail', async () => {
    const bench = await benchOf(open);
    const { store, project } = bench;
    const kim = await owner(bench);
    const { passkey } = await add(bench, kim.key, made('a', { signCount: 3 }));
    const use = useOf(bench, passkey);
    const before = (await store.audit({ projectKey: project, beforeKey: null, limit: 50 })).length;
    const results = [await use('w', 3), await use('x', 0), await use('x', 9), await use('y', 4)];
    assert.deepEqual(results, ['counter-back', 'counter-back', 'spent', 'used']);
    assert.equal(
      (await store.audit({ projectKey: project, beforeKey: null, limit: 50 })).length,
      before + 2,
    );
    assert.equal((await store.passkeysOf(kim.key))[0]?.signCount, 4);
    await bench.close();
  });

  test('after a password reset it signs in only once used beside the password', async () => {
    const bench = await benchOf(open);
    const { store } = bench;
    const kim = await owner(bench);
    const { passkey } = await add(bench, kim.key, made('a'));
    const reset = { way: 'mail', madeBy: null, hash: 'link', unlessSinceMs: null } as const;
    const link = { ...reset, expiresAtMs: START_MS + 1_000 };
    await store.createPasswordReset({ user: kim.key, reset: link, audit: bench.audit() });
    assert.ok(
      await store.resetPassword({
        hash: 'link',
        user: kim.key,
        passwordHash: 'new',
        audit: bench.audit(),
      }),
    );
    const signsIn = async () => (await store.passkeysOf(kim.key))[0]?.signsIn;
    const use = useOf(bench, passkey);
    assert.equal(await signsIn(), false);
    await use('alone', 0, true);
    assert.equal(await signsIn(), false);
    await use('beside', 0, false);
    assert.equal(await signsIn(), true);
    const host = { ...link, way: 'host', hash: 'host' } as const;
    await store.createHostReset({ email: kim.email, reset: host, audit: bench.audit() });
    assert.ok(
      await store.resetPassword({
        hash: 'host',
        user: kim.key,
        passwordHash: 'newer',
        audit: bench.audit(),
      }),
    );
    const none = { authenticator: null, passkeys: 0, recoveryCodes: 0 };
    assert.deepEqual(await store.secondFactorOf(kim.key), none);
    await bench.close();
  });
}

function removing(open: OpenStore): void {
  test("with the last passkey go the recovery codes and the sessions' second factor", async () => {
    const bench = await benchOf(open);
    const { store } = bench;
    const kim = await owner(bench);
    const lou = await join(bench, 'lou', 'viewer');
    const other = session('other', { secondFactorAtMs: START_MS });
    await store.createSession({ user: kim.key, session: other, audit: bench.audit() });
    const [newest, first] = await store.sessionsOf(kim.key);
    const mine = first?.key ?? NO_SESSION;
    const { passkey } = await add(bench, kim.key, made('a', { session: mine }));
    const { passkey: rest } = await add(bench, kim.key, made('b', { session: mine }));
    const remove = (user: typeof kim, { key }: Passkey) =>
      store.removePasskey({ user: user.key, key, session: mine, audit: bench.audit() });
    assert.equal(await remove(lou, passkey), false);
    assert.equal(await remove(kim, passkey), true);
    assert.equal(await remove(kim, passkey), false);
    const shown = async (hash: string) =>
      (await store.sessionByHash(hash))?.session.secondFactorAtMs != null;
    assert.notEqual(newest?.secondFactorAtMs, null);
    assert.deepEqual([await shown('first'), await shown('other')], [true, false]);
    assert.equal((await store.secondFactorOf(kim.key)).recoveryCodes, 2);
    assert.equal(await remove(kim, rest), true);
    assert.equal(await shown('first'), false);
    const none = { authenticator: null, passkeys: 0, recoveryCodes: 0 };
    assert.deepEqual(await store.secondFactorOf(kim.key), none);
    await bench.close();
  });
}
