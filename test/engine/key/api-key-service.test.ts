/** API keys over their life. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SCOPES } from '../../../src/core/key/scope.ts';
import { API_KEYS_MAX } from '../../../src/core/project/limits.ts';
import { createApiKeyService } from '../../../src/engine/key/api-key-service.ts';
import { AUTHOR, actorOf, auditOf, failure, START_MS, setup } from '../manage/setup.ts';

const input = { name: 'PBX', scopes: ['reports:write'] as const, expiresAtMs: null };

test('a key is rp_ and 43 characters, shown once and stored as its SHA-256', async (t) => {
  const { store, secrets, clock, actor, project } = await setup(t);
  const service = createApiKeyService({ store, secrets, clock });
  const { token, apiKey } = await service.create(actor, input, AUTHOR);
  assert.match(token, /^rp_[A-Za-z0-9_-]{43}$/);
  assert.equal(apiKey.hash, secrets.sha256Hex(token));
  assert.equal(apiKey.hint, token.slice(-4));
  const told = JSON.stringify([await service.list(project.key), await auditOf(store, project.key)]);
  assert.ok(!told.includes(token));
});

test('making and revoking leave entries without the key or its hash', async (t) => {
  const { store, secrets, clock, actor, project } = await setup(t);
  const service = createApiKeyService({ store, secrets, clock });
  const { apiKey } = await service.create(actor, input, AUTHOR);
  await service.revoke(actor, apiKey.id, AUTHOR);
  await service.revoke(actor, apiKey.id, AUTHOR);
  const entries = await auditOf(store, project.key);
  assert.deepEqual(
    entries.map(({ action, target, before, after }) => ({ action, target, before, after })),
    [
      { action: 'api-key.created', target: apiKey.id, before: null, after: input },
      { action: 'api-key.revoked', target: apiKey.id, before: input, after: null },
    ],
  );
});

test('a revoked key is unknown at once, and stays in the list', async (t) => {
  const { store, secrets, clock, actor, project } = await setup(t);
  const service = createApiKeyService({ store, secrets, clock });
  const { token, apiKey } = await service.create(actor, input, AUTHOR);
  assert.equal((await service.authenticate(token)).kind, 'ok');
  await service.revoke(actor, apiKey.id, AUTHOR);
  assert.equal((await service.authenticate(token)).kind, 'unknown');
  assert.equal((await service.list(project.key))[0]?.revokedAtMs, START_MS);
});

test('a key cannot revoke itself, and no key reaches another project', async (t) => {
  const { store, secrets, clock, actor, foreign } = await setup(t);
  const service = createApiKeyService({ store, secrets, clock });
  const { apiKey } = await service.create(actor, input, AUTHOR);
  const itself = { ...actor, id: apiKey.id };
  await assert.rejects(service.revoke(itself, apiKey.id, AUTHOR), failure('STATE_CONFLICT'));
  const stranger = actorOf(foreign);
  await assert.rejects(service.revoke(stranger, apiKey.id, AUTHOR), failure('NOT_FOUND'));
  await assert.rejects(service.get(foreign.key, apiKey.id), failure('NOT_FOUND'));
});

test('of two keys that revoke each other one is left, and no key made by the other', async (t) => {
  const { store, secrets, clock, actor, project } = await setup(t);
  const service = createApiKeyService({ store, secrets, clock });
  const admin = { ...input, scopes: SCOPES };
  const [one, two] = await Promise.all([1, 2].map(() => service.create(actor, admin, AUTHOR)));
  const [oneId = '', twoId = ''] = [one?.apiKey.id, two?.apiKey.id];
  const asTwo = { ...actor, id: twoId };
  // All three were authenticated before the first is done.
  const [revoked, back, heir] = await Promise.allSettled([
    service.revoke({ ...actor, id: oneId }, twoId, AUTHOR),
    service.revoke(asTwo, oneId, AUTHOR),
    service.create(asTwo, admin, AUTHOR),
  ]);
  assert.equal(revoked.status, 'fulfilled');
  for (const late of [back, heir]) {
    assert.ok(late.status === 'rejected' && failure('UNAUTHENTICATED')(late.reason));
  }
  const live = (await service.list(project.key)).filter((key) => key.revokedAtMs === null);
  assert.deepEqual(
    live.map(({ id }) => id),
    [oneId],
  );
});

test('the key of the settings is made once, with every scope', async (t) => {
  const { store, secrets, clock, actor, project } = await setup(t);
  const environmentKey = 'rp_from_the_environment';
  const service = createApiKeyService({ store, secrets, clock, environmentKey });
  assert.equal(await service.ensureKey(project.key, environmentKey), null);
  await service.ensureKey(project.key, 'rp_from_the_environment');
  const keys = await service.list(project.key);
  assert.deepEqual(
    keys.map((key) => key.scopes),
    [SCOPES],
  );
  assert.equal((await service.authenticate('rp_from_the_environment')).kind, 'ok');
  const id = keys[0]?.id ?? '';
  assert.deepEqual(await service.revoke(actor, id, AUTHOR), { inEnvironment: true });
  assert.deepEqual(await service.ensureKey(project.key, environmentKey), { revoked: id });
  assert.equal((await service.list(project.key)).length, 1, 'it is not made again');
  assert.equal((await service.authenticate(environmentKey)).kind, 'unknown');
});

test('the very first start makes one key and returns it once', async (t) => {
  const { store, secrets, clock, project } = await setup(t);
  const service = createApiKeyService({ store, secrets, clock });
  const tokens = await Promise.all([1, 2].map(() => service.ensureFirstKey(project.key)));
  const [token] = tokens.filter((each) => each !== null);
  assert.equal(tokens.filter((each) => each !== null).length, 1);
  const found = await service.authenticate(token ?? '');
  assert.deepEqual(found.kind === 'ok' ? [...found.actor.scopes] : [], SCOPES);
  assert.equal(await service.ensureFirstKey(project.key), null);
});

test('a key is found even if it was guessed before it existed', async (t) => {
  const { store, secrets, clock, project } = await setup(t);
  const service = createApiKeyService({ store, secrets, clock });
  assert.equal((await service.authenticate('rp_later')).kind, 'unknown');
  await service.ensureKey(project.key, 'rp_later');
  assert.equal((await service.authenticate('rp_later')).kind, 'ok');
});

test('the time of the last use is written later', async (t) => {
  const { store, secrets, clock, actor, project } = await setup(t);
  const service = createApiKeyService({ store, secrets, clock });
  const { token } = await service.create(actor, input, AUTHOR);
  await service.authenticate(token);
  await service.flush();
  assert.equal((await service.list(project.key))[0]?.lastUsedAtMs, START_MS);
});

test('a project has a bounded number of live keys', async (t) => {
  const { store, secrets, clock, actor } = await setup(t);
  const service = createApiKeyService({ store, secrets, clock });
  const makes = Array.from({ length: API_KEYS_MAX }, () => service.create(actor, input, AUTHOR));
  const [first] = await Promise.all(makes);
  await assert.rejects(service.create(actor, input, AUTHOR), failure('LIMIT_REACHED'));
  await service.revoke(actor, first?.apiKey.id ?? '', AUTHOR);
  await service.create(actor, input, AUTHOR);
});
