/**
 * Failures and figures in any store: failures are grouped, marks are kept, deliveries of endpoints
 * and calls by status are counted.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { EndpointKey } from '../../../src/core/id.ts';
import { benchOf, DAY_MS, FAR_MS, type OpenStore, START_MS } from '../given.ts';
import { otherProject } from '../other-project.ts';

export function issueConformance(open: OpenStore): void {
  describe('failures', () => {
    test('retrying and given up deliveries are found, with the number behind them', async () => {
      const bench = await benchOf(open);
      const { store, project } = bench;
      const { key } = await bench.endpoint();
      const other = await bench.endpoint();
      await bench.heads('a', 'CALLING');
      await bench.heads('b', 'CALLING');
      for (const [at, head] of (await bench.ready(key)).entries()) {
        await (at === 0 ? bench.exhausted(head) : bench.retrying(head));
      }
      for (const head of await bench.ready(other.key)) await bench.delivered(head);
      const every = { endpoint: null, fromMs: null, toMs: null };
      const { rows, complete } = await store.failures({ projectKey: project, filter: every });
      assert.equal(complete, true);
      assert.deepEqual(
        rows.map(({ endpoint, state, lastStatus }) => [endpoint, state, lastStatus]),
        [
          [key, 'exhausted', 500],
          [key, 'retrying', 500],
        ],
      );
      await bench.report('b', 'COMPLETED');
      const behind = (await store.failures({ projectKey: project, filter: every })).rows.map(
        (row) => row.behind,
      );
      assert.deepEqual(behind, [0, 2], 'COMPLETED and CALL_LOG_CREATED wait for CALLING');
      const of = async (endpoint: EndpointKey) =>
        (await store.failures({ projectKey: project, filter: { ...every, endpoint } })).rows.length;
      assert.deepEqual([await of(key), await of(other.key)], [2, 0]);
      const later = { ...every, fromMs: START_MS + 1 };
      assert.deepEqual((await store.failures({ projectKey: project, filter: later })).rows, []);
      await bench.close();
    });

    test('a cancelled delivery is no failure', async () => {
      const bench = await benchOf(open);
      const { store, project } = bench;
      const { key } = await bench.endpoint();
      await bench.report('a', 'COMPLETED');
      await store.cancelOpen({
        endpoint: key,
        scope: { kind: 'all' },
        nowMs: START_MS,
        after: null,
        limit: 10,
      });
      const every = { endpoint: null, fromMs: null, toMs: null };
      assert.deepEqual((await store.failures({ projectKey: project, filter: every })).rows, []);
      await bench.close();
    });

    test('a mark is kept, changed, audited, and of one project', async () => {
      const bench = await benchOf(open);
      const { store, project } = bench;
      const { key: endpoint } = await bench.endpoint();
      const mark = { endpoint, issueClass: '503', note: 'x', by: 'usr_1', atMs: START_MS };
      await store.markIssue({
        projectKey: project,
        mark: { ...mark, status: 'muted' },
        audit: bench.audit('issue.muted'),
      });
      const reopened = { ...mark, status: 'open', note: null, atMs: START_MS + 1 } as const;
      await store.markIssue({
        projectKey: project,
        mark: reopened,
        audit: bench.audit('issue.opened'),
      });
      assert.deepEqual(await store.issueMarks(project), [reopened]);
      const actions = (await store.audit({ projectKey: project, beforeKey: null, limit: 2 })).map(
        ({ action }) => action,
      );
      assert.deepEqual(actions, ['issue.opened', 'issue.muted']);
      const elsewhere = await otherProject(bench);
      assert.deepEqual(await store.issueMarks(elsewhere), []);
      await bench.close();
    });
  });
  figures(open);
}

function figures(open: OpenStore): void {
  describe('figures of endpoints and calls', () => {
    test('each endpoint has its totals, a line, a backlog and its first tries', async () => {
      const bench = await benchOf(open);
      const { store, project } = bench;
      const one = await bench.endpoint();
      const two = await bench.endpoint();
      await bench.report('a', 'COMPLETED');
      const [first] = await bench.ready(one.key);
      assert.ok(first);
      await bench.delivered(first);
      const [second] = await bench.ready(one.key);
      assert.ok(second);
      await bench.retrying(second);
      const now = await store.endpointStats({
        projectKey: project,
        fromMs: START_MS,
        toMs: START_MS + 1,
        stepMs: 60_000,
      });
      assert.deepEqual(
        now.map(({ endpoint, failing }) => [endpoint, failing]),
        [one.key, two.key].map((key) => [key, key === one.key ? 1 : 0]),
        'one delivery failed and is open, the other two were not tried',
      );
      const whole = await store.stats({
        projectKey: project,
        endpoint: null,
        fromMs: START_MS,
        toMs: START_MS + 1,
        stepMs: 60_000,
      });
      assert.deepEqual([whole.failing, whole.backlog], [1, 3]);
      const [again] = await bench.ready(one.key);
      assert.ok(again);
      await bench.delivered(again);
      const from = Math.floor(START_MS / 60_000) * 60_000;
      const rows = await store.endpointStats({
        projectKey: project,
        fromMs: from,
        toMs: from + 120_000,
        stepMs: 60_000,
      });
      const of = (key: EndpointKey) => rows.find(({ endpoint }) => endpoint === key);
      const { made, delivered, firstTry } = of(one.key)?.total ?? {};
      assert.deepEqual([made, delivered, firstTry, of(one.key)?.backlog], [2, 2, 1, 0]);
      assert.deepEqual([of(two.key)?.backlog, of(two.key)?.oldestOpenAtMs], [2, START_MS]);
      assert.deepEqual(
        of(one.key)?.steps.map((step) => step.delivered),
        [2, 0],
      );
      const { steps } = await store.stats({
        projectKey: project,
        endpoint: null,
        fromMs: from,
        toMs: from + 60_000,
        stepMs: 60_000,
      });
      assert.equal(steps[0]?.firstTry, 1);
      assert.deepEqual(
        await store.endpointStats({
          projectKey: await otherProject(bench),
          fromMs: from,
          toMs: FAR_MS,
          stepMs: DAY_MS,
        }),
        [],
      );
      await bench.close();
    });

    test('calls are counted by the status they have now, step by step', async () => {
      const bench = await benchOf(open);
      const { store, project } = bench;
      const from = Math.floor(START_MS / 60_000) * 60_000;
      await bench.report('a', 'CALLING');
      await bench.report('a', 'COMPLETED');
      await bench.report('b', 'BUSY');
      bench.clock.nowMs = from + 60_000;
      await bench.report('c', 'CALLING');
      const { steps, countedFromMs } = await store.callStats({
        projectKey: project,
        fromMs: from,
        toMs: from + 120_000,
        stepMs: 60_000,
      });
      assert.equal(countedFromMs, from);
      assert.deepEqual(
        steps.map(({ byStatus }) => Object.fromEntries([...byStatus].sort())),
        [{ BUSY: 1, COMPLETED: 1 }, { CALLING: 1 }],
      );
      await bench.close();
    });
  });
}
