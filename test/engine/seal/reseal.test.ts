/**
 * Secrets that an earlier version sealed without a place: bound to their record at the start, and
 * refused from then on.
 */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { PROJECT_DEFAULTS } from '../../../src/core/project/project.ts';
import { createSigningKeyService } from '../../../src/engine/key/signing-key-service.ts';
import { resealAll, UNPLACED_PREFIX } from '../../../src/engine/seal/reseal.ts';
import { openPostgresStore } from '../../../src/store/postgres/store.ts';
import { createSecretBox } from '../../../src/system/secret-box.ts';
import { signingKeyMaker } from '../../../src/system/signing-key-maker.ts';
import { NEW_ENDPOINT } from '../../authz/route-table.ts';
import { type Bundle, setup } from '../../http/setup.ts';
import { Bench, HandClock, START_MS } from '../../store/given.ts';
import { startPostgres } from '../../support/postgres.ts';

const ENDPOINTS = 40;
const box = createSecretBox(new Uint8Array(32).fill(7));

async function furnished(bundle: Bundle) {
  const { call, project, service, store } = bundle;
  await service.signingKeys.ensure(project.key);
  const audit = {
    atMs: bundle.clock.wallMs(),
    actor: 'test',
    action: 'test',
    target: null,
    before: null,
    after: null,
    requestId: null,
  };
  const made = await call('POST', '/v1/endpoints', {
    ...NEW_ENDPOINT,
    headers: [{ name: 'x-tenant', value: 'value-of-a-header' }],
  });
  await call('POST', '/v1/endpoints', { ...NEW_ENDPOINT, auth: { method: 'hmac-sha256' } });
  await call('POST', '/v1/sources', {
    name: 'Twilio',
    adapter: 'twilio',
    secret: 'synthetic-auth-token-0123456789ab',
    publicUrl: 'https://calls.example.com/twilio',
  });
  const endpoints = () => store.endpoints({ projectKey: project.key, afterKey: null, limit: 10 });
  for (const each of await endpoints()) {
    const headers = each.headers.map((header) => ({
      ...header,
      value: box.seal('value-of-a-header', 'endpoint-header'),
    }));
    const auth =
      each.auth?.method === 'bearer'
        ? { ...each.auth, token: box.seal('old-token-0123', 'endpoint-token') }
        : each.auth;
    await store.updateEndpoint({
      projectKey: project.key,
      key: each.key,
      settings: { ...each, headers, auth },
      audit,
    });
  }
  for (const each of await store.sources(project.key)) {
    const secret = box.seal('synthetic-auth-token-0123456789ab', 'source-secret');
    await store.updateSource({
      projectKey: project.key,
      key: each.key,
      source: { ...each, secret, previous: { secret, endsAtMs: 1 } },
      audit,
    });
  }
  const keys = await store.signingKeys(project.key);
  const unbound = keys.map((key) => {
    const plain = box.open(key.privateKey, 'signing-key', `${project.key}.${key.kid}`);
    return { ...key, privateKey: box.seal(plain, 'signing-key') };
  });
  const db = new DatabaseSync(join(bundle.directory, 'ringpost.db'));
  for (const { kid, privateKey } of unbound) {
    db.prepare('update signing_keys set private_key = ? where kid = ?').run(privateKey, kid);
  }
  db.close();
  const kept = async () =>
    JSON.stringify([
      await endpoints(),
      await store.sources(project.key),
      await store.signingKeys(project.key),
    ]);
  return { id: String(made.at('/id')), kept };
}

test('every old seal is bound to its record, once, also by two processes at once', async (t) => {
  const bundle = await setup(t);
  const { id, kept } = await furnished(bundle);
  assert.equal((await kept()).split(UNPLACED_PREFIX).length - 1, 5);
  const parts = { store: bundle.store, secrets: box, clock: bundle.clock };
  const [one, two] = await Promise.all([resealAll(parts), resealAll(parts)]);
  assert.ok(one + two >= 3, `${one} and ${two} records`);
  assert.ok(!(await kept()).includes(UNPLACED_PREFIX));
  assert.equal(await resealAll(parts), 0);
  // They open in their records: no refusal is reported, and the token shows its last characters.
  await bundle.call('POST', `/v1/endpoints/${id}/test`);
  const told = bundle.events.filter(({ name }) => name === 'seal.refused');
  assert.deepEqual(told, []);
});

test('two processes that start at once on one PostgreSQL bind each record once', async (t) => {
  const server = await startPostgres();
  t.after(() => server.close());
  const url = await server.newDatabase();
  const clock = new HandClock();
  const [one, two] = await Promise.all(
    ['one', 'two'].map((workerName) => openPostgresStore({ url, clock, workerName })),
  );
  assert.ok(one !== undefined && two !== undefined);
  t.after(() => Promise.all([one.close(), two.close()]));
  const { key } = await one.ensureProject({
    name: 'default',
    settings: PROJECT_DEFAULTS,
    nowMs: START_MS,
  });
  const bench = new Bench(one, clock, key);
  // An earlier version sealed without a place.
  const secrets = { ...box, seal: (plain: string, context: string) => box.seal(plain, context) };
  const making = { store: one, secrets, signingKeyMaker, clock, onChange: () => undefined };
  await createSigningKeyService(making).ensure(key);
  const keys = (await one.signingKeys(key)).length;
  for (let n = 0; n < ENDPOINTS; n += 1) {
    const token = box.seal(`old-token-${n}`, 'endpoint-token');
    await bench.endpoint({ auth: { method: 'bearer', token, tokenHint: '' } });
  }
  const changed = await Promise.all(
    [one, two].map((store) => resealAll({ store, secrets: box, clock })),
  );
  const audited = await one.audit({ projectKey: key, beforeKey: null, limit: 1_000 });
  const resealed = audited.filter(({ action }) => action === 'endpoint.resealed');
  assert.equal(resealed.length, ENDPOINTS, 'each endpoint once, by one of the processes');
  assert.ok(changed.reduce((sum, each) => sum + each, 0) >= ENDPOINTS + Math.min(keys, 1));
  for (const [n, { auth, ...record }] of (
    await one.endpoints({ projectKey: key, afterKey: null, limit: ENDPOINTS })
  ).entries()) {
    assert.ok(auth?.method === 'bearer');
    const place = `${record.projectKey}.${record.createdAtMs}`;
    assert.equal(box.open(auth.token, 'endpoint-token', place), `old-token-${n}`);
  }
  for (const { kid, privateKey } of await two.signingKeys(key)) {
    assert.match(box.open(privateKey, 'signing-key', `${key}.${kid}`), /PRIVATE KEY/);
  }
});

test('a seal without a place is refused later', () => {
  const old = box.seal('old-token-0123', 'endpoint-token');
  assert.throws(() => box.open(old, 'endpoint-token', '1.2'), /names no record/);
  assert.equal(box.open(old, 'endpoint-token'), 'old-token-0123');
});
