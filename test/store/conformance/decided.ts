/**
 * Changes that name the state they were decided on, in any store: made only if that state still
 * holds, otherwise without effect or audit entry. So two processes never undo each other.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ServiceError } from '../../../src/core/error/service-error.ts';
import { asKey, type ProjectKey } from '../../../src/core/id.ts';
import type { SigningKey } from '../../../src/core/key/signing-key.ts';
import { API_KEYS_MAX, ENDPOINTS_MAX, SOURCES_MAX } from '../../../src/core/project/limits.ts';
import { PROJECT_DEFAULTS } from '../../../src/core/project/project.ts';
import type { KeyCondition } from '../../../src/engine/ports/manage-store.ts';
import { fewAtOnce } from '../../support/few-at-once.ts';
import { type Bench, benchOf, type OpenStore, START_MS, settingsOf } from '../given.ts';

const OFF = { enabled: false, reason: 'operator' } as const;
const SOURCE = { name: 'PBX', adapter: 'twilio', secret: 'sealed', publicUrl: null } as const;

function apiKey(hash: string) {
  return { name: 'CI', hash, hint: 'wxyz', scopes: ['calls:read'] as const, expiresAtMs: null };
}

function signingKey(projectKey: ProjectKey, kid: string, state: SigningKey['state']): SigningKey {
  const dates = { createdAtMs: START_MS, stateSinceMs: START_MS, stateUntilMs: null };
  return { kid, projectKey, state, publicKey: 'public', privateKey: 'sealed', ...dates };
}

async function entries({ store, project }: Bench): Promise<number> {
  return (await store.audit({ projectKey: project, beforeKey: null, limit: 1_000 })).length;
}

function isRefused(code: string): (error: unknown) => boolean {
  return (error) => error instanceof ServiceError && error.code === code;
}

export function decidedConformance(open: OpenStore): void {
  describe('changes that name the state they were decided on', () => {
    test('an endpoint changes only at the revision that was seen', async () => {
      const bench = await benchOf(open);
      const { store, project } = bench;
      const seen = await bench.endpoint();
      const change = (name: string, revision: number) =>
        store.updateEndpoint({
          projectKey: project,
          key: seen.key,
          settings: settingsOf({ name }),
          audit: bench.audit(),
          revision,
        });
      assert.equal((await change('one', seen.revision))?.revision, seen.revision + 1);
      const before = await entries(bench);
      assert.equal(await change('two', seen.revision), null);
      for (const state of [OFF, { enabled: true }] as const) {
        const old = store.setEnabled({
          projectKey: project,
          key: seen.key,
          state,
          audit: bench.audit(),
          revision: seen.revision,
        });
        assert.equal(await old, null);
      }
      assert.equal((await store.endpoint({ projectKey: project, key: seen.key }))?.name, 'one');
      assert.equal(await entries(bench), before);
      const now = seen.revision + 1;
      const off = await store.setEnabled({
        projectKey: project,
        key: seen.key,
        state: OFF,
        audit: bench.audit(),
        revision: now,
      });
      assert.deepEqual([off?.enabled, off?.revision], [false, now + 1]);
      await bench.close();
    });

    test('a project changes only if it is as it was seen, and to a name of its own', async () => {
      const bench = await benchOf(open);
      const { store, project } = bench;
      await store.ensureProject({ name: 'taken', settings: PROJECT_DEFAULTS, nowMs: START_MS });
      const seen = await store.project(project);
      assert.ok(seen !== null);
      const rename = (name: string) =>
        store.updateProject({
          key: project,
          name,
          settings: PROJECT_DEFAULTS,
          audit: bench.audit(),
          seen,
        });
      await assert.rejects(rename('taken'), isRefused('STATE_CONFLICT'));
      assert.equal((await rename('Main'))?.name, 'Main');
      assert.equal(await rename('Late'), null);
      assert.equal((await store.project(project))?.name, 'Main');
      assert.equal(await entries(bench), 1);
      await bench.close();
    });

    test('the first API key is made once, and no key twice', async () => {
      const bench = await benchOf(open);
      const { store, project } = bench;
      assert.ok(
        await store.createApiKey({
          projectKey: project,
          key: apiKey('a'),
          audit: bench.audit(),
          condition: 'first',
        }),
      );
      assert.equal(
        await store.createApiKey({
          projectKey: project,
          key: apiKey('b'),
          audit: bench.audit(),
          condition: 'first',
        }),
        null,
      );
      assert.equal(
        await store.createApiKey({ projectKey: project, key: apiKey('a'), audit: bench.audit() }),
        null,
      );
      assert.deepEqual(
        (await store.apiKeys(project)).map(({ hash }) => hash),
        ['a'],
      );
      assert.equal(await entries(bench), 1);
      await bench.close();
    });

    test('a revoked key makes and revokes no other key', async () => {
      const bench = await benchOf(open);
      const { store, project } = bench;
      const one = await store.createApiKey({
        projectKey: project,
        key: apiKey('a'),
        audit: bench.audit(),
      });
      const two = await store.createApiKey({
        projectKey: project,
        key: apiKey('b'),
        audit: bench.audit(),
      });
      assert.ok(one !== null && two !== null);
      assert.equal(
        await store.revokeApiKey({
          projectKey: project,
          key: one.key,
          audit: bench.audit(),
          asking: two.key,
        }),
        true,
      );
      assert.equal(
        await store.revokeApiKey({
          projectKey: project,
          key: two.key,
          audit: bench.audit(),
          asking: one.key,
        }),
        false,
      );
      const heir = (asking: typeof one) =>
        store.createApiKey({
          projectKey: project,
          key: apiKey('c'),
          audit: bench.audit(),
          condition: { asking: asking.key },
        });
      assert.equal(await heir(one), null);
      assert.equal((await heir(two))?.hash, 'c');
      assert.equal(await entries(bench), 4);
      await bench.close();
    });

    test('a project has no more valid API keys than its limit', async () => {
      const bench = await benchOf(open);
      const { store, project } = bench;
      const make = (hash: string, condition?: KeyCondition) =>
        store.createApiKey({
          projectKey: project,
          key: apiKey(hash),
          audit: bench.audit(),
          condition,
        });
      const one = await make('one');
      assert.ok(one !== null);
      const asked = { asking: one.key };
      for (let made = 1; made < API_KEYS_MAX; made += 1) assert.ok(await make(`${made}`, asked));
      await assert.rejects(make('more', asked), isRefused('LIMIT_REACHED'));
      assert.ok(await make('of the settings'), 'a start gets its key');
      const [, two] = await store.apiKeys(project);
      assert.ok(two);
      await store.revokeApiKey({ projectKey: project, key: two.key, audit: bench.audit() });
      await store.revokeApiKey({ projectKey: project, key: one.key, audit: bench.audit() });
      assert.ok(await make('again', { asking: asKey(0) }));
      await bench.close();
    });

    test('signing keys are stored only if the others are as they were seen', async () => {
      const bench = await benchOf(open);
      const { store, project } = bench;
      const key = (kid: string, state: SigningKey['state']) => signingKey(project, kid, state);
      const put = (keys: readonly SigningKey[], seen: readonly SigningKey[]) =>
        store.putSigningKeys({ keys, audit: bench.audit(), seen });
      assert.equal(await put([key('a', 'active')], []), true);
      assert.equal(await put([key('b', 'active')], []), false);
      const seen = await store.signingKeys(project);
      assert.equal(await put([key('b', 'active'), key('a', 'retiring')], seen), true);
      assert.equal(await put([key('c', 'active'), key('a', 'retiring')], seen), false);
      const states = (await store.signingKeys(project)).map(({ kid, state }) => `${kid} ${state}`);
      assert.deepEqual(states, ['a retiring', 'b active']);
      assert.equal(await entries(bench), 2);
      await bench.close();
    });

    test('a source changes only if it is as it was seen', async () => {
      const bench = await benchOf(open);
      const { store, project } = bench;
      const seen = await store.createSource({
        projectKey: project,
        source: SOURCE,
        audit: bench.audit(),
      });
      const change = (name: string) =>
        store.updateSource({
          projectKey: project,
          key: seen.key,
          source: { ...SOURCE, name },
          audit: bench.audit(),
          seen,
        });
      assert.equal((await change('one'))?.name, 'one');
      assert.equal(await change('two'), null);
      assert.equal((await store.source(seen.key))?.name, 'one');
      assert.equal(await entries(bench), 2);
      await bench.close();
    });

    test('a project has no more endpoints and sources than its limit', async () => {
      const bench = await benchOf(open);
      const { store, project } = bench;
      const endpoints = await fewAtOnce(Array(ENDPOINTS_MAX).keys(), () => bench.endpoint());
      await fewAtOnce(Array(SOURCES_MAX).keys(), () =>
        store.createSource({ projectKey: project, source: SOURCE, audit: bench.audit() }),
      );
      await assert.rejects(bench.endpoint(), isRefused('LIMIT_REACHED'));
      const source = store.createSource({
        projectKey: project,
        source: SOURCE,
        audit: bench.audit(),
      });
      await assert.rejects(source, isRefused('LIMIT_REACHED'));
      const [one] = endpoints;
      assert.ok(one);
      await store.deleteEndpoint({ projectKey: project, key: one.key, audit: bench.audit() });
      await bench.endpoint();
      await bench.close();
    });
  });
}
