/**
 * Two processes manage the same project at the same moment, again and again: whichever comes first,
 * no change is lost, no limit is passed, and every failure has a sentence for people.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { SCOPES } from '../../../src/core/key/scope.ts';
import { API_KEYS_MAX, ENDPOINTS_MAX, SOURCES_MAX } from '../../../src/core/project/limits.ts';
import type { Project } from '../../../src/core/project/project.ts';
import { auditEntry } from '../../../src/engine/manage/author.ts';
import { AUTHOR, actorOf, START_MS, wanted } from '../../engine/manage/setup.ts';
import { type PostgresServer, startPostgres } from '../../support/postgres.ts';
import {
  assertChain,
  entriesOf,
  type Management,
  openManagement,
  refusedOnlyBy,
  twoProcesses,
} from './management.ts';

const KEY = { name: 'CI', scopes: SCOPES, expiresAtMs: null } as const;
const SOURCE = { name: 'PBX', adapter: 'twilio', secret: 'a-secret-of-twilio', publicUrl: null };
const ROUNDS = 8;
const ENTRY = auditEntry(AUTHOR, START_MS, 'test.done', null, { before: null, after: null });

let server: PostgresServer;
before(async () => {
  server = await startPostgres();
});
after(() => server.close());

async function firstStart({ projects, signingKeys, apiKeys }: Management) {
  const project = await projects.ensureDefault();
  await signingKeys.ensure(project.key);
  return { project, token: await apiKeys.ensureFirstKey(project.key) };
}

describe('two processes that start at once', () => {
  for (let round = 1; round <= 3; round += 1) {
    test(`make one project, one signing key, one key told once: ${round}`, async () => {
      const url = await server.newDatabase();
      const open = (name: string) => openManagement(url, name);
      const pair = await Promise.all([open('one'), open('two'), open('three')]);
      const started = await Promise.all(pair.map(firstStart));
      const [{ store }] = pair;
      const [project, ...others] = await store.projects();
      assert.ok(project);
      assert.deepEqual(others, []);
      assert.deepEqual(new Set(started.map((each) => each.project.key)), new Set([project.key]));
      const states = (await store.signingKeys(project.key)).map(({ state }) => state);
      assert.deepEqual(states, ['active']);
      const tokens = started.flatMap(({ token }) => token ?? []);
      assert.equal(tokens.length, 1);
      assert.equal((await store.apiKeys(project.key)).length, 1);
      for (const { apiKeys } of pair) {
        assert.equal((await apiKeys.authenticate(tokens[0] ?? '')).kind, 'ok');
      }
      await Promise.all(pair.map((each) => each.close()));
    });
  }

  test('make the key of the settings once', async () => {
    const { pair, project, close } = await twoProcesses(await server.newDatabase());
    for (let round = 0; round < ROUNDS; round += 1) {
      const token = `rp_from_the_environment_${round}`;
      await Promise.all(pair.map(({ apiKeys }) => apiKeys.ensureKey(project.key, token)));
      assert.equal((await pair[0].store.apiKeys(project.key)).length, round + 1);
    }
    await close();
  });
});

describe('two processes that change the same thing at once', () => {
  test('limits hold exactly', async () => {
    const { pair, project, close } = await twoProcesses(await server.newDatabase());
    const actor = actorOf(project);
    const makers = [
      [
        ENDPOINTS_MAX,
        ({ endpoints }: Management) => endpoints.create(project.key, wanted(), AUTHOR),
      ],
      [SOURCES_MAX, ({ sources }: Management) => sources.create(project.key, SOURCE, AUTHOR)],
      [API_KEYS_MAX, ({ apiKeys }: Management) => apiKeys.create(actor, KEY, AUTHOR)],
    ] as const;
    for (const [most, make] of makers) {
      const asked = Array.from({ length: most + 10 }, (_, index) =>
        make(pair[index % 2] ?? pair[0]),
      );
      const made = await refusedOnlyBy<object>(['LIMIT_REACHED'], asked);
      assert.equal(made.length, most);
    }
    const counts = [
      (await pair[0].store.endpoints({ projectKey: project.key, afterKey: null, limit: 1_000 }))
        .length,
      (await pair[0].store.sources(project.key)).length,
      (await pair[0].store.apiKeys(project.key)).length,
    ];
    assert.deepEqual(counts, [ENDPOINTS_MAX, SOURCES_MAX, API_KEYS_MAX]);
    await close();
  });

  test('of two keys that revoke each other one is left, and no key made by the other', async () => {
    const { pair, project, close } = await twoProcesses(await server.newDatabase());
    const [one, two] = pair;
    const admin = actorOf(project);
    for (let round = 0; round < ROUNDS; round += 1) {
      const a = (await one.apiKeys.create(admin, KEY, AUTHOR)).apiKey;
      const b = (await one.apiKeys.create(admin, KEY, AUTHOR)).apiKey;
      const asA = { ...admin, id: a.id };
      const asB = { ...admin, id: b.id };
      const done = await refusedOnlyBy<string>(
        ['UNAUTHENTICATED'],
        [
          one.apiKeys.revoke(asA, b.id, AUTHOR).then(() => 'b'),
          two.apiKeys.revoke(asB, a.id, AUTHOR).then(() => 'a'),
        ],
      );
      assert.equal(done.length, 1, `round ${round}`);
      const heir = one.apiKeys.create(done[0] === 'b' ? asB : asA, KEY, AUTHOR);
      assert.deepEqual(await refusedOnlyBy(['UNAUTHENTICATED'], [heir]), []);
    }
    const live = (await one.store.apiKeys(project.key)).filter((key) => key.revokedAtMs === null);
    assert.equal(live.length, ROUNDS);
    await close();
  });

  test('rotations and revocations leave one active key, each decided on the last', async () => {
    const { pair, project, close } = await twoProcesses(await server.newDatabase());
    const [one] = pair;
    await one.signingKeys.ensure(project.key);
    for (let round = 0; round < 4; round += 1) {
      const active = (await one.signingKeys.list(project.key)).find(
        (key) => key.state === 'active',
      );
      const kid = active?.kid ?? '';
      await refusedOnlyBy<unknown>(
        ['STATE_CONFLICT'],
        pair.flatMap(({ signingKeys }) => [
          signingKeys.addNext(project.key, AUTHOR),
          signingKeys.rotate(project.key, round % 2, AUTHOR),
          signingKeys.revoke(project.key, kid, AUTHOR),
        ]),
      );
      const states = (await one.signingKeys.list(project.key)).map(({ state }) => state);
      assert.equal(states.filter((state) => state === 'active').length, 1, `round ${round}`);
      assert.ok(states.filter((state) => state === 'next').length <= 1);
    }
    const entries = await entriesOf(one, project, 'signing-key.');
    assertChain(entries);
    assert.ok(entries.length > 8);
    await close();
  });

  test('a key that one process revokes is refused by the other at once', async () => {
    const { pair, project, close } = await twoProcesses(await server.newDatabase());
    const [one, two] = pair;
    const admin = actorOf(project);
    const { apiKey, token } = await one.apiKeys.create(admin, KEY, AUTHOR);
    assert.equal((await two.apiKeys.authenticate(token)).kind, 'ok');
    let heard = Promise.withResolvers<void>();
    two.store.watch((news) => {
      if (news === 'all' || news.keys?.includes(project.key) !== true) return;
      two.apiKeys.forgetAll();
      heard.resolve();
    });
    // A notice sent before the other process listens is lost, so it is repeated until heard.
    let listens = false;
    void heard.promise.then(() => {
      listens = true;
    });
    for (let tries = 0; tries < 2_000 && !listens; tries += 1) {
      await one.store.createApiKey({
        projectKey: project.key,
        key: { ...KEY, hash: `${tries}`, hint: '' },
        audit: ENTRY,
      });
    }
    assert.ok(listens);
    assert.equal((await two.apiKeys.authenticate(token)).kind, 'ok');
    heard = Promise.withResolvers<void>();
    await one.apiKeys.revoke(admin, apiKey.id, AUTHOR);
    await heard.promise;
    assert.equal((await two.apiKeys.authenticate(token)).kind, 'unknown');
    await close();
  });

  test('edits of different fields are all kept', async () => {
    const { pair, project, close } = await twoProcesses(await server.newDatabase());
    const [one, two] = pair;
    const endpoint = await one.endpoints.create(project.key, wanted(), AUTHOR);
    const source = await one.sources.create(project.key, SOURCE, AUTHOR);
    for (let round = 1; round <= ROUNDS; round += 1) {
      const name = `name ${round}`;
      const publicUrl = `https://ringpost.example/${round}`;
      await Promise.all([
        one.endpoints.update(project.key, endpoint.id, { name }, AUTHOR),
        two.endpoints.update(project.key, endpoint.id, { timeoutMs: 1_000 + round }, AUTHOR),
        one.sources.update(project.key, source.id, { name }, AUTHOR),
        two.sources.update(project.key, source.id, { publicUrl }, AUTHOR),
        one.projects.update(project.key, { serviceName: name }, AUTHOR),
        two.projects.update(project.key, { stale: { acceptingMs: 60_000 + round } }, AUTHOR),
      ]);
      const edited = await two.endpoints.get(project.key, endpoint.id);
      assert.deepEqual([edited.name, edited.timeoutMs], [name, 1_000 + round]);
      const known = await one.sources.get(project.key, source.id);
      assert.deepEqual([known.name, known.publicUrl], [name, publicUrl]);
      const { serviceName, stale }: Project = await two.projects.get(project.key);
      assert.deepEqual([serviceName, stale.acceptingMs], [name, 60_000 + round]);
    }
    assertChain(await entriesOf(one, project, 'endpoint.updated'));
    assertChain(await entriesOf(one, project, 'project.updated'));
    await close();
  });
});
