/** From the key of a request to its project and scopes. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createApiKeyService } from '../../../src/engine/key/api-key-service.ts';
import { createKeyLookup, KEY_MEMORY_MS } from '../../../src/engine/key/key-lookup.ts';
import { AUTHOR, setup } from '../manage/setup.ts';

const input = { name: 'PBX', scopes: ['reports:write'] as const, expiresAtMs: null };

test('a valid key stands for its project and scopes, and is read once in 5 seconds', async (t) => {
  const { store, secrets, clock, actor, project } = await setup(t);
  const { token, apiKey } = await createApiKeyService({ store, secrets, clock }).create(
    actor,
    input,
    AUTHOR,
  );
  let reads = 0;
  const counting = {
    ...store,
    apiKeyByHash: (hash: string) => {
      reads += 1;
      return store.apiKeyByHash(hash);
    },
  };
  const lookup = createKeyLookup(counting, secrets, clock);
  const answers = await Promise.all([1, 2, 3].map(() => lookup.authenticate(token)));
  assert.deepEqual(answers[2], {
    kind: 'ok',
    actor: {
      projectKey: project.key,
      projectId: project.id,
      id: apiKey.id,
      scopes: new Set(['reports:write']),
    },
  });
  await lookup.authenticate(token);
  assert.equal(reads, 1);
  clock.advance(KEY_MEMORY_MS);
  await lookup.authenticate(token);
  assert.equal(reads, 2);
});

test('a guess is looked up once in 5 seconds', async (t) => {
  const { store, secrets, clock } = await setup(t);
  let reads = 0;
  const counting = {
    ...store,
    apiKeyByHash: async () => {
      reads += 1;
      return null;
    },
  };
  const lookup = createKeyLookup(counting, secrets, clock);
  assert.deepEqual(await lookup.authenticate('rp_guess'), { kind: 'unknown' });
  assert.deepEqual(await lookup.authenticate('rp_guess'), { kind: 'unknown' });
  assert.equal(reads, 1);
});

test('a revocation by another process acts within 5 seconds', async (t) => {
  const { store, secrets, clock, actor } = await setup(t);
  const here = createApiKeyService({ store, secrets, clock });
  const there = createApiKeyService({ store, secrets, clock });
  const { token, apiKey } = await here.create(actor, input, AUTHOR);
  assert.equal((await here.authenticate(token)).kind, 'ok');
  await there.revoke(actor, apiKey.id, AUTHOR);
  assert.equal((await there.authenticate(token)).kind, 'unknown');
  clock.advance(KEY_MEMORY_MS);
  assert.equal((await here.authenticate(token)).kind, 'unknown');
});

test('a revocation during a lookup is not undone by the old answer', async (t) => {
  const { store, secrets, clock, actor } = await setup(t);
  const service = createApiKeyService({ store, secrets, clock });
  const { token, apiKey } = await service.create(actor, input, AUTHOR);
  const gate = Promise.withResolvers<void>();
  const started = Promise.withResolvers<void>();
  const slow = {
    ...store,
    apiKeyByHash: async (hash: string) => {
      const found = await store.apiKeyByHash(hash);
      started.resolve();
      await gate.promise;
      return found;
    },
  };
  const lookup = createKeyLookup(slow, secrets, clock);
  const answer = lookup.authenticate(token);
  await started.promise;
  await service.revoke(actor, apiKey.id, AUTHOR);
  lookup.forget(apiKey.hash);
  gate.resolve();
  assert.equal((await answer).kind, 'unknown');
  assert.equal((await lookup.authenticate(token)).kind, 'unknown');
});

test('a key stops when it expires, however fresh its cache entry is', async (t) => {
  const { store, secrets, clock, actor } = await setup(t);
  const service = createApiKeyService({ store, secrets, clock });
  const expiresAtMs = clock.wallMs() + 1_000;
  const { token } = await service.create(actor, { ...input, expiresAtMs }, AUTHOR);
  clock.advance(999);
  assert.equal((await service.authenticate(token)).kind, 'ok');
  clock.advance(1);
  assert.equal((await service.authenticate(token)).kind, 'unknown');
});
