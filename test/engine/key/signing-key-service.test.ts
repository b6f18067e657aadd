/** Signing keys over their life (S7.14 to S7.17). */
import assert from 'node:assert/strict';
import { createPrivateKey, createPublicKey } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import type { ProjectKey } from '../../../src/core/id.ts';
import { createSigningKeyService } from '../../../src/engine/key/signing-key-service.ts';
import { keyPlace, SIGNING_KEY_CONTEXT } from '../../../src/engine/ports/secrets.ts';
import { signingKeyMaker } from '../../../src/system/signing-key-maker.ts';
import { AUTHOR, auditOf, failure, setup } from '../manage/setup.ts';

async function signing(t: TestContext) {
  const parts = await setup(t);
  const changes: ProjectKey[] = [];
  const service = createSigningKeyService({
    ...parts,
    signingKeyMaker,
    onChange: (projectKey) => void changes.push(projectKey),
  });
  await service.ensure(parts.project.key);
  return { ...parts, service, changes };
}

type Service = ReturnType<typeof createSigningKeyService>;

async function statesOf(service: Service, projectKey: ProjectKey): Promise<string[]> {
  return (await service.list(projectKey)).map((key) => key.state).toSorted();
}

test('a project has one active key from its start, however often it is ensured', async (t) => {
  const { service, project, store, secrets } = await signing(t);
  await Promise.all([service.ensure(project.key), service.ensure(project.key)]);
  assert.deepEqual(await statesOf(service, project.key), ['active']);
  const [key] = await store.signingKeys(project.key);
  assert.ok(key !== undefined);
  const opened = createPrivateKey(
    secrets.open(key.privateKey, SIGNING_KEY_CONTEXT, keyPlace(project.key, key.kid)),
  );
  const fromPrivate = createPublicKey(opened).export({ type: 'spki', format: 'pem' });
  assert.equal(key.publicKey, fromPrivate);
});

test('next is published, then active while the old one retires, then alone', async (t) => {
  const { service, project, clock, store } = await signing(t);
  const next = await service.addNext(project.key, AUTHOR);
  assert.deepEqual(await statesOf(service, project.key), ['active', 'next']);
  assert.equal((await service.jwks(project.id)).keys.length, 2);
  await assert.rejects(service.addNext(project.key, AUTHOR), failure('STATE_CONFLICT'));

  const rotated = await service.rotate(project.key, 7, AUTHOR);
  assert.equal(rotated.find((key) => key.state === 'active')?.kid, next.kid);
  assert.deepEqual(await statesOf(service, project.key), ['active', 'retiring']);

  clock.advance(7 * 86_400_000);
  assert.deepEqual(
    (await service.jwks(project.id)).keys.map((key) => key.kid),
    [next.kid],
  );
  await store.ageSigningKeys(clock.wallMs());
  assert.deepEqual(await statesOf(service, project.key), ['active', 'retired']);
});

test('a rotation without a next key makes one; with overlap 0 the old key stops', async (t) => {
  const { service, project } = await signing(t);
  await service.rotate(project.key, 0, AUTHOR);
  assert.deepEqual(await statesOf(service, project.key), ['active', 'retired']);
  assert.equal((await service.jwks(project.id)).keys.length, 1);
});

test('two rotations at once leave one active key', async (t) => {
  const { service, project } = await signing(t);
  await Promise.all([1, 2].map(() => service.rotate(project.key, 7, AUTHOR)));
  assert.deepEqual(await statesOf(service, project.key), ['active', 'retiring', 'retiring']);
});

test('revoking the active key takes the published next one', async (t) => {
  const { service, project } = await signing(t);
  const [active] = await service.list(project.key);
  const next = await service.addNext(project.key, AUTHOR);
  const keys = await service.revoke(project.key, active?.kid ?? '', AUTHOR);
  assert.deepEqual(
    keys.map((key) => [key.kid, key.state]).toSorted(),
    [
      [active?.kid, 'revoked'],
      [next.kid, 'active'],
    ].toSorted(),
  );
  await assert.rejects(service.pem(project.id, active?.kid ?? ''), failure('NOT_FOUND'));
});

test('the published key verifies as JWK and as PEM', async (t) => {
  const { service, project } = await signing(t);
  const [jwk] = (await service.jwks(project.id)).keys;
  assert.ok(jwk !== undefined);
  assert.deepEqual(Object.keys(jwk).toSorted(), ['alg', 'e', 'kid', 'kty', 'n', 'use']);
  const pem = await service.pem(project.id, jwk.kid ?? '');
  const fromJwk = createPublicKey({ key: jwk, format: 'jwk' });
  assert.equal(fromJwk.export({ type: 'spki', format: 'pem' }), pem);
});

test('no private key is in a list or an entry, and each change is published', async (t) => {
  const { service, project, store, changes } = await signing(t);
  await service.addNext(project.key, AUTHOR);
  await service.rotate(project.key, 7, AUTHOR);
  const sealed = (await store.signingKeys(project.key)).map((key) => key.privateKey);
  const told = JSON.stringify([
    await service.list(project.key),
    await auditOf(store, project.key),
    await service.jwks(project.id),
  ]);
  for (const text of sealed) assert.ok(!told.includes(text));
  assert.ok(!told.includes('PRIVATE'));
  assert.deepEqual(changes, [project.key, project.key, project.key]);
  const entries = await auditOf(store, project.key);
  assert.deepEqual(
    entries.map(({ actor, action }) => `${actor} ${action}`),
    ['system signing-key.created', 'key_test signing-key.created', 'key_test signing-key.rotated'],
  );
});

test('keys of another project are not found', async (t) => {
  const { service, project, foreign } = await signing(t);
  const [key] = await service.list(project.key);
  const kid = key?.kid ?? '';
  await assert.rejects(service.revoke(foreign.key, kid, AUTHOR), failure('NOT_FOUND'));
  await assert.rejects(service.pem(foreign.id, kid), failure('NOT_FOUND'));
  await assert.rejects(service.jwks('prj_nobody'), failure('NOT_FOUND'));
});
