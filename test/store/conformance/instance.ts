/**
 * What an instance key needs of any store: its own row, the projects that it makes, and their
 * limits, which hold in the transaction of a report or of a new endpoint.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { PROJECT_DEFAULTS } from '../../../src/core/project/project.ts';
import { NO_LIMITS, type ProjectLimits } from '../../../src/core/project/project-limits.ts';
import type { InstanceFacts } from '../../../src/engine/ports/instance-store.ts';
import { type Bench, benchOf, type OpenStore, START_MS } from '../given.ts';

const HASH = 'a'.repeat(64);

export function instanceConformance(open: OpenStore): void {
  describe('instance keys', () => {
    test('S12.38: a key is found by its hash until it is revoked, which works once', async (t) => {
      const bench = await given(t, open);
      const { store, clock } = bench;
      const audit = bench.audit('instance-key.created');
      const wanted = { key: { name: 'billing', hash: HASH, hint: 'beef' }, audit };
      const made = await store.createInstanceKey(wanted);
      assert.match(made.id, /^ik_/);
      assert.deepEqual([made.createdAtMs, made.lastUsedAtMs], [START_MS, null]);
      assert.deepEqual(await store.createInstanceKey(wanted), made, 'the same key again');
      assert.deepEqual(await store.instanceKeyByHash(HASH), made);
      assert.equal(await store.instanceKeyByHash('b'.repeat(64)), null);
      clock.nowMs += 5;
      await store.touchInstanceKey({ key: made.key, atMs: clock.nowMs });
      const revoke = (id: string) =>
        store.revokeInstanceKey({ id, audit: bench.audit('instance-key.revoked') });
      assert.equal(await revoke('ik_0000000000000000001'), false, 'another time is another id');
      assert.equal(await revoke('billing'), false);
      assert.equal(await revoke(made.id), true);
      assert.equal(await revoke(made.id), false);
      const revoked = { ...made, lastUsedAtMs: clock.nowMs, revokedAtMs: clock.nowMs };
      assert.deepEqual(await store.instanceKeys(null), [revoked]);
      const trail = await store.audit({ projectKey: bench.project, beforeKey: null, limit: 9 });
      assert.deepEqual(
        trail.map(({ action, target }) => [action, target]),
        [
          ['instance-key.revoked', made.id],
          ['instance-key.created', made.id],
        ],
      );
    });
  });

  describe('projects of an instance key', () => {
    test('S12.39: a project is made once for each reference, and listed by it', async (t) => {
      const bench = await given(t, open);
      const { store } = bench;
      const first = await make(bench, { externalId: 'c-1', name: 'Acme' });
      assert.equal(first.made, true);
      assert.equal(first.project.madeBy, 'ik_test');
      const again = await make(bench, { externalId: 'c-1', name: 'Other' });
      assert.deepEqual(again, { project: first.project, made: false });
      const second = await make(bench, { externalId: null, name: 'Bell' });
      const page = { afterKey: null, externalId: null, limit: 9 };
      assert.deepEqual(await store.instanceProjects(page), [first.project, second.project]);
      const after = { ...page, afterKey: first.project.key };
      assert.deepEqual(await store.instanceProjects(after), [second.project]);
      assert.deepEqual(await store.instanceProjects({ ...page, externalId: 'c-1' }), [
        first.project,
      ]);
      assert.deepEqual(await store.instanceProjects({ ...page, externalId: 'c-2' }), []);
      await assert.rejects(make(bench, { externalId: 'c-2', name: 'Acme' }), {
        code: 'STATE_CONFLICT',
      });
      await assert.rejects(make(bench, { externalId: 'c-3', name: 'Cole' }, 'no@one.example'), {
        code: 'INVALID_INPUT',
      });
      assert.deepEqual(await store.projectFigures(null), { all: 3, suspended: 0, full: 0 });
    });

    test('S12.39: of simultaneous requests one makes the project, the others get it', async (t) => {
      const bench = await given(t, open);
      const wanted = { externalId: 'c-1', name: 'Acme' };
      const answers = await Promise.all([1, 2, 3, 4, 5].map(() => make(bench, wanted)));
      assert.equal(answers.filter(({ made }) => made).length, 1);
      assert.equal(new Set(answers.map(({ project }) => project.id)).size, 1);
    });

    test('S12.39: a change is refused if the project is not as it was seen', async (t) => {
      const bench = await given(t, open);
      const { store } = bench;
      const { project: seen } = await make(bench, { externalId: 'c-1', name: 'Acme' });
      await make(bench, { externalId: 'c-2', name: 'Bell' });
      const facts = factsOf({
        externalId: 'c-1',
        name: 'Acme Inc',
        limits: limits({ callsMax: 5 }),
      });
      const audit = bench.audit();
      const changed = await store.changeInstanceProject({ seen, facts, audit });
      assert.deepEqual([changed?.name, changed?.limits.callsMax], ['Acme Inc', 5]);
      assert.equal(await store.changeInstanceProject({ seen, facts, audit }), null);
      assert.ok(changed !== null);
      for (const taken of [{ externalId: 'c-2' }, { name: 'Bell' }]) {
        const wanted = { seen: changed, facts: { ...facts, ...taken }, audit };
        await assert.rejects(store.changeInstanceProject(wanted), { code: 'STATE_CONFLICT' });
      }
      const suspended = await store.changeInstanceProject({
        seen: changed,
        facts: { ...facts, suspended: true, limits: NO_LIMITS },
        audit: bench.audit(),
      });
      assert.deepEqual([suspended?.suspendedAtMs, suspended?.limits], [START_MS, NO_LIMITS]);
      assert.deepEqual(await store.projectsToCount({ afterKey: null, limit: 9 }), []);
    });
  });

  describe('limits of a project', () => {
    test('S12.40: an endpoint beyond the limit is refused until one is removed', async (t) => {
      const bench = await given(t, open);
      const { store } = bench;
      const { key } = await limited(bench, { endpointsMax: 1 });
      const made = await bench.endpoint({}, key);
      const refused = { code: 'PROJECT_LIMIT_REACHED', message: /at most 1 endpoint\. Remove one/ };
      await assert.rejects(bench.endpoint({}, key), refused);
      await bench.endpoint();
      await bench.endpoint();
      await store.deleteEndpoint({ projectKey: key, key: made.key, audit: bench.audit() });
      await bench.endpoint({}, key);
    });

    test('S12.40: a suspended project takes only the reports of the sweep', async (t) => {
      const bench = await given(t, open);
      const { store, clock } = bench;
      const seen = await limited(bench, {});
      const first = await bench.report('call_1', 'CALLING', { reportId: 'r1' }, seen.key);
      assert.equal(first.kind, 'accepted');
      const facts = factsOf({ externalId: 'c-1', name: seen.name, suspended: true });
      const suspended = await store.changeInstanceProject({ seen, facts, audit: bench.audit() });
      const refused = await bench.report('call_1', 'COMPLETED', {}, seen.key);
      assert.deepEqual(refused.kind === 'refused' && refused.code, 'PROJECT_SUSPENDED');
      const repeated = await bench.report('call_1', 'CALLING', { reportId: 'r1' }, seen.key);
      assert.deepEqual(repeated.kind === 'accepted' && repeated.answer, answerOf(first));
      assert.equal((await bench.report('call_1', 'CALLING')).kind, 'accepted', 'another project');
      clock.nowMs += 30 * 86_400_000;
      const [receipt] = await store.accept([
        {
          projectKey: seen.key,
          callId: 'call_1',
          report: { ...REPORT, status: 'ERROR' },
          source: 'stale',
          receivedAtMs: clock.nowMs,
        },
      ]);
      assert.equal(receipt?.kind, 'accepted');
      assert.ok(suspended !== null);
      const resumed = { ...facts, suspended: false };
      await store.changeInstanceProject({ seen: suspended, facts: resumed, audit: bench.audit() });
      assert.equal((await bench.report('call_2', 'CALLING', {}, seen.key)).kind, 'accepted');
    });

    test('S12.40: a full project takes reports of its calls and no new call', async (t) => {
      const bench = await given(t, open);
      const { store, clock } = bench;
      const { key } = await limited(bench, { callsMax: 2 });
      for (const callId of ['call_1', 'call_2', 'call_3']) {
        assert.equal((await bench.report(callId, 'CALLING', {}, key)).kind, 'accepted');
      }
      const [toCount] = await store.projectsToCount({ afterKey: null, limit: 9 });
      assert.equal(toCount?.key, key);
      assert.equal(await store.countCalls({ projectKey: key, most: 2 }), 2, 'no further');
      assert.equal(await store.countCalls({ projectKey: key, most: 9 }), 3);
      assert.equal(await store.countCalls({ projectKey: bench.project, most: 9 }), 0);
      await store.keepCount({ projectKey: key, calls: 2, atMs: clock.nowMs });
      const project = await store.project(key);
      assert.deepEqual(project?.counted, { calls: 2, atMs: clock.nowMs });
      const refused = await bench.report('call_4', 'CALLING', {}, key);
      assert.deepEqual(refused.kind === 'refused' && refused.code, 'PROJECT_LIMIT_REACHED');
      assert.equal((await bench.report('call_3', 'COMPLETED', {}, key)).kind, 'accepted');
      assert.deepEqual(await store.projectFigures(null), { all: 2, suspended: 0, full: 1 });
      await store.keepCount({ projectKey: key, calls: 1, atMs: clock.nowMs });
      assert.equal((await bench.report('call_4', 'CALLING', {}, key)).kind, 'accepted');
    });
  });
}

const REPORT = {
  direction: null,
  callSid: null,
  clientId: null,
  errors: [],
  occurredAtMs: null,
  reportId: null,
};

async function given(t: { after(close: () => Promise<void>): void }, open: OpenStore) {
  const bench = await benchOf(open);
  t.after(() => bench.close());
  return bench;
}

function limits(some: Partial<ProjectLimits>): ProjectLimits {
  return { ...NO_LIMITS, ...some };
}

function factsOf(some: Pick<InstanceFacts, 'name' | 'externalId'> & Partial<InstanceFacts>) {
  const { serviceName } = PROJECT_DEFAULTS;
  return { serviceName, limits: NO_LIMITS, suspended: false, ...some };
}

function make(
  bench: Bench,
  some: Pick<InstanceFacts, 'name' | 'externalId'> & Partial<InstanceFacts>,
  ownerEmail: string | null = null,
) {
  return bench.store.createInstanceProject({
    facts: factsOf(some),
    settings: PROJECT_DEFAULTS,
    ownerEmail,
    audit: { ...bench.audit('project.created'), actor: 'ik_test' },
  });
}

async function limited(bench: Bench, some: Partial<ProjectLimits>) {
  const wanted = { externalId: 'c-1', name: 'Acme', limits: limits(some) };
  return (await make(bench, wanted)).project;
}

function answerOf(receipt: Awaited<ReturnType<Bench['report']>>): unknown {
  return receipt.kind === 'accepted' ? receipt.answer : null;
}
