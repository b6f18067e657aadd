/**
 * What operators manage in any store: projects, endpoints, API keys, signing keys, sources, audit.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { EndpointSettings } from '../../../src/core/endpoint/endpoint.ts';
import { asKey, parseId, type SourceKey } from '../../../src/core/id.ts';
import type { SigningKey } from '../../../src/core/key/signing-key.ts';
import { SOURCE_REQUESTS_MAX } from '../../../src/core/project/limits.ts';
import { PROJECT_DEFAULTS } from '../../../src/core/project/project.ts';
import type { AuditFilter } from '../../../src/engine/ports/audit-trail.ts';
import { benchOf, DAY_MS, type OpenStore, START_MS, settingsOf } from '../given.ts';

export function manageConformance(open: OpenStore): void {
  describe('management', () => {
    test('a project is made once and its settings change', async () => {
      const bench = await benchOf(open);
      const { store } = bench;
      const again = await store.ensureProject({
        name: 'default',
        settings: PROJECT_DEFAULTS,
        nowMs: START_MS + 5,
      });
      assert.equal(again.key, bench.project);
      assert.equal(again.createdAtMs, START_MS);
      assert.deepEqual(parseId('prj', again.id), { createdAtMs: START_MS, key: again.key });
      const settings = { ...PROJECT_DEFAULTS, serviceName: 'Bell' };
      const changed = await store.updateProject({
        key: again.key,
        name: 'Main',
        settings,
        audit: bench.audit(),
      });
      assert.equal(changed?.name, 'Main');
      assert.deepEqual(await store.project(again.key), changed);
      assert.deepEqual(await store.projects(), [changed]);
      await bench.endpoint();
      const [head] = await bench.heads('call_1', 'CALLING');
      assert.ok(head?.text.startsWith('[Bell] '), 'the next firing uses the new name');
      assert.equal(
        await store.updateProject({
          key: asKey(999_999),
          name: 'x',
          settings,
          audit: bench.audit(),
        }),
        null,
      );
      await bench.close();
    });

    test('an endpoint is made, changed, disabled, enabled and deleted', async () => {
      const bench = await benchOf(open);
      const { store, project } = bench;
      const made = await bench.endpoint();
      assert.deepEqual(parseId('ep', made.id), { createdAtMs: START_MS, key: made.key });
      assert.deepEqual([made.enabled, made.revision, made.projectKey], [true, 1, project]);
      bench.clock.nowMs += 1;
      const settings = settingsOf({ name: 'Other', contentKey: 'content' });
      const changed = await store.updateEndpoint({
        projectKey: project,
        key: made.key,
        settings,
        audit: bench.audit(),
      });
      assert.deepEqual(changed, {
        ...made,
        ...settings,
        revision: 2,
        updatedAtMs: START_MS + 1,
      });
      const off = { enabled: false, reason: 'operator' } as const;
      const disabled = await store.setEnabled({
        projectKey: project,
        key: made.key,
        state: off,
        audit: bench.audit(),
      });
      assert.deepEqual([disabled?.enabled, disabled?.disabledReason], [false, 'operator']);
      const enabled = await store.setEnabled({
        projectKey: project,
        key: made.key,
        state: { enabled: true },
        audit: bench.audit(),
      });
      assert.deepEqual([enabled?.enabled, enabled?.disabledAtMs], [true, null]);
      assert.deepEqual(await store.endpoint({ projectKey: project, key: made.key }), enabled);
      assert.equal(
        await store.deleteEndpoint({ projectKey: project, key: made.key, audit: bench.audit() }),
        true,
      );
      assert.equal(
        await store.deleteEndpoint({ projectKey: project, key: made.key, audit: bench.audit() }),
        false,
      );
      assert.equal(
        (await store.endpoint({ projectKey: project, key: made.key }))?.deletedAtMs,
        START_MS + 1,
      );
      assert.equal(
        await store.updateEndpoint({
          projectKey: project,
          key: made.key,
          settings,
          audit: bench.audit(),
        }),
        null,
      );
      assert.equal(
        await store.setEnabled({
          projectKey: project,
          key: made.key,
          state: off,
          audit: bench.audit(),
        }),
        null,
      );
      await bench.close();
    });

    test('a secret target is kept; an endpoint stored by an older version has none', async () => {
      const bench = await benchOf(open);
      const { store, project } = bench;
      const secret = {
        kind: 'slack',
        target: 'https://a.example/••••',
        secretTarget: 'x',
      } as const;
      const made = await bench.endpoint(secret);
      assert.deepEqual(await store.endpoint({ projectKey: project, key: made.key }), made);
      assert.equal(made.secretTarget, 'x');
      // An older version wrote it without the key. The types know no such settings.
      const { secretTarget: _, ...older } = settingsOf();
      const settings = older as EndpointSettings;
      const old = await store.createEndpoint({
        projectKey: project,
        settings,
        enabled: true,
        audit: bench.audit(),
      });
      assert.deepEqual(
        [
          old.secretTarget,
          (await store.endpoint({ projectKey: project, key: old.key }))?.secretTarget,
        ],
        [null, null],
      );
      assert.deepEqual((await store.runtime(old.key))?.endpoint, old);
      await bench.close();
    });

    test('endpoints are listed in pages without the deleted ones', async () => {
      const bench = await benchOf(open);
      const { store, project } = bench;
      const [a, b, c] = [await bench.endpoint(), await bench.endpoint(), await bench.endpoint()];
      await store.deleteEndpoint({ projectKey: project, key: b.key, audit: bench.audit() });
      const first = await store.endpoints({ projectKey: project, afterKey: null, limit: 1 });
      assert.deepEqual(
        first.map(({ key }) => key),
        [a.key],
      );
      const rest = await store.endpoints({ projectKey: project, afterKey: a.key, limit: 5 });
      assert.deepEqual(
        rest.map(({ key }) => key),
        [c.key],
      );
      await bench.close();
    });

    test('an API key is found by its hash, counted as used, and revoked once', async () => {
      const bench = await benchOf(open);
      const { store, project } = bench;
      const wanted = { name: 'CI', hash: 'ab12', hint: 'wxyz', scopes: ['calls:read'] as const };
      const made = await store.createApiKey({
        projectKey: project,
        key: { ...wanted, expiresAtMs: null },
        audit: bench.audit(),
      });
      assert.ok(made !== null);
      assert.deepEqual(parseId('key', made.id), { createdAtMs: START_MS, key: made.key });
      assert.deepEqual(await store.apiKeyByHash('ab12'), made);
      assert.equal(await store.apiKeyByHash('ab13'), null);
      await store.touchApiKeys([
        { key: made.key, atMs: START_MS + 9 },
        { key: made.key, atMs: START_MS + 3 },
      ]);
      assert.equal((await store.apiKeys(project))[0]?.lastUsedAtMs, START_MS + 9);
      assert.equal(
        await store.revokeApiKey({ projectKey: project, key: made.key, audit: bench.audit() }),
        true,
      );
      assert.equal(
        await store.revokeApiKey({ projectKey: project, key: made.key, audit: bench.audit() }),
        false,
      );
      assert.equal((await store.apiKeyByHash('ab12'))?.revokedAtMs, START_MS);
      await bench.close();
    });

    test('signing keys rotate in one commit, and retired ones expire', async () => {
      const bench = await benchOf(open);
      const { store, project } = bench;
      const key = (
        kid: string,
        state: SigningKey['state'],
        untilMs: number | null,
      ): SigningKey => ({
        kid,
        projectKey: project,
        state,
        publicKey: `public ${kid}`,
        privateKey: `sealed ${kid}`,
        createdAtMs: START_MS,
        stateSinceMs: START_MS,
        stateUntilMs: untilMs,
      });
      await store.putSigningKeys({
        keys: [key('a', 'active', null), key('b', 'next', null)],
        audit: bench.audit(),
      });
      const until = START_MS + 7 * DAY_MS;
      await store.putSigningKeys({
        keys: [key('b', 'active', null), key('a', 'retiring', until)],
        audit: bench.audit(),
      });
      const states = async () =>
        (await store.signingKeys(project)).map(({ kid, state }) => `${kid} ${state}`);
      assert.deepEqual(await states(), ['a retiring', 'b active']);
      assert.equal(await store.ageSigningKeys(until - 1), 0);
      assert.equal(await store.ageSigningKeys(until + 1), 1);
      assert.deepEqual(await states(), ['a retired', 'b active']);
      assert.equal((await store.signingKeys(project))[0]?.stateSinceMs, until);
      const kept = until + 30 * DAY_MS;
      await store.putSigningKeys({ keys: [key('c', 'revoked', kept)], audit: bench.audit() });
      assert.equal(await store.ageSigningKeys(kept - 1), 0);
      assert.equal(await store.ageSigningKeys(kept), 1);
      assert.deepEqual(await states(), ['a retired', 'b active']);
      assert.equal(await store.ageSigningKeys(until + 365 * DAY_MS), 1);
      assert.deepEqual(await states(), ['b active']);
      await bench.close();
    });

    test('a source keeps only its last requests', async () => {
      const bench = await benchOf(open);
      const { store, project } = bench;
      const wanted = { name: 'Twilio', adapter: 'twilio', secret: 'sealed', publicUrl: null };
      const made = await store.createSource({
        projectKey: project,
        source: wanted,
        audit: bench.audit(),
      });
      assert.deepEqual(parseId('src', made.id), { createdAtMs: START_MS, key: made.key });
      for (let number = 1; number <= SOURCE_REQUESTS_MAX + 5; number += 1) {
        const of = { atMs: START_MS + number, result: 'accepted', proven: true };
        const request = { ...of, body: `body ${number}` };
        await store.noteSourceRequests({ key: made.key, requests: [request] });
      }
      const requests = await store.sourceRequests(made.key);
      assert.equal(requests.length, SOURCE_REQUESTS_MAX);
      assert.deepEqual(requests[0], { atMs: START_MS + 55, result: 'accepted', body: 'body 55' });
      const changed = await store.updateSource({
        projectKey: project,
        key: made.key,
        source: { ...wanted, publicUrl: 'https://ringpost.example' },
        audit: bench.audit(),
      });
      assert.deepEqual(await store.sources(project), [changed]);
      assert.equal(
        await store.deleteSource({ projectKey: project, key: made.key, audit: bench.audit() }),
        true,
      );
      assert.equal(await store.source(made.key), null);
      assert.deepEqual(await store.sourceRequests(made.key), []);
      const gone: SourceKey = made.key;
      await store.noteSourceRequests({
        key: gone,
        requests: [{ atMs: START_MS, result: 'late', body: '', proven: true }],
      });
      assert.deepEqual(await store.sourceRequests(gone), []);
      await bench.close();
    });

    test('every change leaves its audit entry, newest first, in pages', async () => {
      const bench = await benchOf(open);
      const { store, project } = bench;
      const endpoint = await bench.endpoint();
      const entry = { ...bench.audit('test.noted'), before: { a: 1 }, after: null, requestId: 'r' };
      await store.noteAudit({ projectKey: project, audit: entry });
      const [noted, created] = await store.audit({
        projectKey: project,
        beforeKey: null,
        limit: 2,
      });
      assert.deepEqual({ ...noted, key: 0 }, { ...entry, key: 0, address: null });
      assert.equal(created?.target, endpoint.id, 'the id that was made');
      assert.deepEqual(
        await store.audit({ projectKey: project, beforeKey: noted?.key ?? 0, limit: 1 }),
        [created],
      );
      await bench.close();
    });

    test('the audit trail is filtered by action, actor, target and time', async () => {
      const bench = await benchOf(open);
      const { store, project } = bench;
      const note = (action: string, actor: string, target: string | null, atMs: number) =>
        store.noteAudit({
          projectKey: project,
          audit: { ...bench.audit(action), actor, target, atMs },
        });
      await note('filter.one', 'usr_1', 'ep_1', START_MS);
      await note('filter.two', 'usr_2', 'ep_1', START_MS + 1);
      await note('filter.one', 'usr_2', null, START_MS + 2);
      const all: AuditFilter = {
        actions: ['filter.one', 'filter.two'],
        notActions: [],
        actor: null,
        target: null,
        fromMs: null,
        toMs: null,
      };
      const cases: readonly (readonly [Partial<AuditFilter>, readonly number[]])[] = [
        [{}, [2, 1, 0]],
        [{ actions: ['filter.one'] }, [2, 0]],
        [{ notActions: ['filter.one'] }, [1]],
        [{ actor: 'usr_2' }, [2, 1]],
        [{ target: 'ep_1' }, [1, 0]],
        [{ target: 'ep_1', notActions: ['filter.two'] }, [0]],
        [{ fromMs: START_MS + 1 }, [2, 1]],
        [{ fromMs: START_MS + 1, toMs: START_MS + 2 }, [1]],
      ];
      for (const [part, times] of cases) {
        const rows = await store.audit({
          projectKey: project,
          beforeKey: null,
          limit: 10,
          filter: { ...all, ...part },
        });
        const found = rows.map(({ atMs }) => atMs - START_MS);
        assert.deepEqual(found, times, JSON.stringify(part));
      }
      const [newest] = await store.audit({
        projectKey: project,
        beforeKey: null,
        limit: 1,
        filter: all,
      });
      const rest = await store.audit({
        projectKey: project,
        beforeKey: newest?.key ?? 0,
        limit: 10,
        filter: { ...all, actor: 'usr_2' },
      });
      assert.deepEqual(
        rest.map(({ action }) => action),
        ['filter.two'],
      );
      await bench.close();
    });

    test('the store reports its condition', async () => {
      const bench = await benchOf(open);
      const { writable, schemaVersion, bytes } = await bench.store.condition();
      assert.equal(writable, true);
      assert.ok(schemaVersion >= 1 && bytes > 0);
      await bench.close();
    });
  });
}
