/** Ingest sources over their life. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { SOURCES_MAX } from '../../../src/core/project/limits.ts';
import { createSourceService } from '../../../src/engine/manage/source-service.ts';
import { createSecretBox } from '../../../src/system/secret-box.ts';
import { AUTHOR, auditOf, failure, START_MS, setup } from './setup.ts';

const SECRET = 'twilio-auth-token-9f3c';
const TWILIO = { name: 'twilio', secretFault: () => null };
const input = { name: 'Twilio', adapter: 'twilio', secret: SECRET, publicUrl: null };

async function withSources(t: TestContext) {
  const parts = await setup(t);
  return { ...parts, service: createSourceService({ ...parts, adapters: [TWILIO] }) };
}

test('the secret is stored sealed, shown masked, and opened for the ingest route', async (t) => {
  const { service, project, store } = await withSources(t);
  const source = await service.create(project.key, input, AUTHOR);
  assert.equal(service.shownSecret(source), '••••9f3c');
  assert.equal((await service.open('twilio', source.id))?.secrets[0], SECRET);
  const told = JSON.stringify([source, await auditOf(store, project.key)]);
  assert.ok(!told.includes(SECRET));
});

test('the ingest route finds nothing under another adapter or a made-up id', async (t) => {
  const { service, project } = await withSources(t);
  const { id } = await service.create(project.key, input, AUTHOR);
  assert.equal(await service.open('telnyx', id), null);
  assert.equal(await service.open('twilio', 'src_nobody'), null);
});

test('a patch changes what it names, and one without effect leaves no entry', async (t) => {
  const { service, project, store } = await withSources(t);
  const { id } = await service.create(project.key, input, AUTHOR);
  const patch = { name: 'Twilio EU', publicUrl: 'https://x.example/in' };
  const updated = await service.update(project.key, id, patch, AUTHOR);
  assert.deepEqual([updated.name, updated.publicUrl], ['Twilio EU', 'https://x.example/in']);
  assert.equal((await service.open('twilio', id))?.secrets[0], SECRET);
  await service.update(project.key, id, { ...patch, secret: SECRET }, AUTHOR);
  await service.update(project.key, id, { secret: 'another-secret-77aa' }, AUTHOR);
  assert.equal((await service.open('twilio', id))?.secrets[0], 'another-secret-77aa');
  const entries = await auditOf(store, project.key);
  assert.deepEqual(
    entries.slice(1).map(({ after }) => after),
    [
      { adapter: 'twilio', ...patch, secretChanged: false },
      { adapter: 'twilio', ...patch, secretChanged: true },
    ],
  );
});

test('a secret of a lost master key is not shown and can be entered again', async (t) => {
  const { project, store, clock, service } = await withSources(t);
  const { id } = await service.create(project.key, input, AUTHOR);
  const secrets = createSecretBox(new Uint8Array(32).fill(8));
  const later = createSourceService({ store, clock, secrets, adapters: [TWILIO] });
  assert.equal(later.shownSecret(await later.get(project.key, id)), '••••');
  await later.update(project.key, id, { secret: SECRET }, AUTHOR);
  assert.equal((await later.open('twilio', id))?.secrets[0], SECRET);
});

test('a removed source is found by no operation', async (t) => {
  const { service, project } = await withSources(t);
  const { id } = await service.create(project.key, input, AUTHOR);
  await service.remove(project.key, id, AUTHOR);
  assert.equal(await service.open('twilio', id), null);
  await assert.rejects(service.get(project.key, id), failure('NOT_FOUND'));
  await assert.rejects(service.remove(project.key, id, AUTHOR), failure('NOT_FOUND'));
});

test('a source of another project is not found', async (t) => {
  const { service, project, foreign } = await withSources(t);
  const { id } = await service.create(project.key, input, AUTHOR);
  const asks = [
    service.get(foreign.key, id),
    service.update(foreign.key, id, { name: 'Mine' }, AUTHOR),
    service.remove(foreign.key, id, AUTHOR),
    service.requests(foreign.key, id),
  ];
  for (const ask of asks) await assert.rejects(ask, failure('NOT_FOUND'));
  assert.deepEqual(await service.list(foreign.key), []);
});

test('the last requests are listed, the newest first', async (t) => {
  const { service, project, store } = await withSources(t);
  const { id, key } = await service.create(project.key, input, AUTHOR);
  for (const body of ['one', 'two']) {
    await store.noteSourceRequests({
      key,
      requests: [{ atMs: START_MS, result: 'ignored', body, proven: true }],
    });
  }
  const requests = await service.requests(project.key, id);
  assert.deepEqual(
    requests.map((request) => request.body),
    ['two', 'one'],
  );
});

test('a project has a bounded number of sources', async (t) => {
  const { service, project } = await withSources(t);
  for (let made = 0; made < SOURCES_MAX; made += 1)
    await service.create(project.key, input, AUTHOR);
  await assert.rejects(service.create(project.key, input, AUTHOR), failure('LIMIT_REACHED'));
});

const HOUR_MS = 3_600_000;

test('after a change of the secret the former one is valid until its end', async (t) => {
  const { service, project, clock } = await withSources(t);
  const { id } = await service.create(project.key, input, AUTHOR);
  const secrets = async () => (await service.open('twilio', id))?.secrets;
  const previousSecretEndsAtMs = clock.wallMs() + HOUR_MS;
  const patch = { secret: 'another-secret-77aa', previousSecretEndsAtMs };
  const updated = await service.update(project.key, id, patch, AUTHOR);
  assert.deepEqual(await secrets(), ['another-secret-77aa', SECRET]);
  assert.equal(service.shownSecret(updated, updated.previous?.secret), '••••9f3c');
  assert.deepEqual(
    await service.update(project.key, id, { secret: patch.secret }, AUTHOR),
    updated,
  );
  clock.advance(HOUR_MS);
  assert.deepEqual(await secrets(), ['another-secret-77aa']);
});

test('a previous secret is set, kept, extended, ended, and replaced by the next', async (t) => {
  const { service, project, clock } = await withSources(t);
  const endsAtMs = clock.wallMs() + HOUR_MS;
  const former = { previousSecret: 'former-secret-0001', previousSecretEndsAtMs: endsAtMs };
  const { id } = await service.create(project.key, { ...input, ...former }, AUTHOR);
  const secrets = async () => (await service.open('twilio', id))?.secrets.slice(1);
  const update = (patch: Parameters<typeof service.update>[2]) =>
    service.update(project.key, id, patch, AUTHOR);
  assert.deepEqual(await secrets(), ['former-secret-0001']);
  await update({ name: 'Twilio EU' });
  assert.deepEqual(await secrets(), ['former-secret-0001']);
  const moved = await update({ previousSecretEndsAtMs: endsAtMs + 1 });
  assert.equal(moved.previous?.endsAtMs, endsAtMs + 1);
  await update({ previousSecretEndsAtMs: null });
  assert.deepEqual(await secrets(), []);
  await update(former);
  assert.deepEqual(await secrets(), ['former-secret-0001']);
  await update({ secret: 'another-secret-77aa' });
  assert.deepEqual(await secrets(), []);
});

test('an incomplete previous secret is refused with what to send', async (t) => {
  const { service, project, clock } = await withSources(t);
  const previousSecretEndsAtMs = clock.wallMs() + HOUR_MS;
  const { id } = await service.create(project.key, input, AUTHOR);
  for (const half of [{ previousSecretEndsAtMs }, { previousSecret: 'former-secret-0001' }]) {
    const refused = failure('INVALID_INPUT');
    await assert.rejects(service.create(project.key, { ...input, ...half }, AUTHOR), refused);
    await assert.rejects(service.update(project.key, id, half, AUTHOR), refused);
  }
});
