/** Scorecards in any store: revisions never change, and each project has one default. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { SCORECARDS_MAX, type ScorecardSettings } from '../../../src/acw/evaluation/scorecard.ts';
import { asKey, formatId } from '../../../src/core/id.ts';
import { type Bench, benchOf, type OpenStore, START_MS } from '../given.ts';

function settingsOf(name: string, passMark = 80): ScorecardSettings {
  const question = 'Did the agent greet?';
  const criterion = { id: 'greets', question, guidance: '', points: 10, autoFail: false };
  return {
    name,
    passMark,
    unknownCriteria: 'NO_SCORE',
    criteria: [{ ...criterion, rule: null, speaker: 'AGENT', appliesWhen: null }],
  };
}

async function create(bench: Bench, name: string) {
  const { store, project, clock } = bench;
  const made = await store.createScorecard({
    projectKey: project,
    settings: settingsOf(name),
    audit: bench.audit(),
    nowMs: clock.nowMs,
  });
  assert.ok(made !== null);
  return made;
}

export function scorecardConformance(open: OpenStore): void {
  describe('scorecards', () => {
    test('the first scorecard is the default; others are listed behind it by name', async () => {
      const bench = await benchOf(open);
      const first = await create(bench, 'Sales');
      assert.deepEqual(first, {
        ...settingsOf('Sales'),
        key: first.key,
        id: formatId('sc', START_MS, first.key),
        revision: 1,
        isDefault: true,
        createdAtMs: START_MS,
        updatedAtMs: START_MS,
        deletedAtMs: null,
      });
      const [b, a] = [await create(bench, 'B'), await create(bench, 'A')];
      assert.deepEqual(await bench.store.scorecards(bench.project), [first, a, b]);
      const [entry] = await bench.store.audit({
        projectKey: bench.project,
        beforeKey: null,
        limit: 1,
      });
      assert.equal(entry?.target, a.id);
      const audits = (
        await bench.store.audit({ projectKey: bench.project, beforeKey: null, limit: 10 })
      ).length;
      await bench.store.createScorecard({
        projectKey: bench.project,
        settings: settingsOf('C'),
        audit: null,
        nowMs: START_MS,
      });
      assert.equal(
        (await bench.store.audit({ projectKey: bench.project, beforeKey: null, limit: 10 })).length,
        audits,
      );
      await bench.close();
    });

    test('an edit makes a new revision of the one that was seen; old ones stay', async () => {
      const bench = await benchOf(open);
      const { store, project } = bench;
      const first = await create(bench, 'Sales');
      const revise = (seen: number, passMark: number) =>
        store.reviseScorecard({
          projectKey: project,
          key: first.key,
          settings: settingsOf('Support', passMark),
          seen,
          audit: bench.audit(),
          nowMs: START_MS + 1_000,
        });
      const both = await Promise.all([revise(1, 50), revise(1, 60)]);
      assert.deepEqual(both.map((answer) => answer?.kind).sort(), ['changed', 'revised']);
      const present = await store.scorecard({
        projectKey: project,
        key: first.key,
        revision: null,
      });
      assert.deepEqual(
        [present?.revision, present?.name, present?.updatedAtMs],
        [2, 'Support', START_MS + 1_000],
      );
      for (const answer of both) assert.deepEqual(answer?.scorecard, present);
      assert.deepEqual(
        await store.scorecard({ projectKey: project, key: first.key, revision: 1 }),
        first,
      );
      assert.equal(
        await store.scorecard({ projectKey: project, key: first.key, revision: 3 }),
        null,
      );
      const none = asKey<typeof first.key>(first.key + 1_000);
      const missing = store.reviseScorecard({
        projectKey: project,
        key: none,
        settings: settingsOf('x'),
        seen: 1,
        audit: bench.audit(),
        nowMs: START_MS,
      });
      assert.equal(await missing, null);
      assert.equal(
        await store.scorecard({ projectKey: asKey(project + 1), key: first.key, revision: null }),
        null,
      );
      await bench.close();
    });

    test('the default cannot be deleted; deleted scorecards stay by revision', async () => {
      const bench = await benchOf(open);
      const { store, project } = bench;
      const [one, two] = [await create(bench, 'One'), await create(bench, 'Two')];
      const remove = (key: typeof one.key) =>
        store.deleteScorecard({ projectKey: project, key, audit: bench.audit(), nowMs: START_MS });
      assert.equal(await remove(one.key), 'is-default');
      assert.equal(
        await store.setDefaultScorecard({
          projectKey: project,
          key: two.key,
          audit: bench.audit(),
          nowMs: START_MS,
        }),
        true,
      );
      assert.deepEqual(
        (await store.scorecards(project)).map(({ name, isDefault }) => [name, isDefault]),
        [
          ['Two', true],
          ['One', false],
        ],
      );
      assert.equal(await remove(one.key), 'deleted');
      assert.equal(await remove(one.key), 'not-found');
      const set = await store.setDefaultScorecard({
        projectKey: project,
        key: one.key,
        audit: bench.audit(),
        nowMs: START_MS,
      });
      assert.equal(set, false);
      assert.equal(
        await store.scorecard({ projectKey: project, key: one.key, revision: null }),
        null,
      );
      const old = await store.scorecard({ projectKey: project, key: one.key, revision: 1 });
      assert.deepEqual([old?.name, old?.deletedAtMs], ['One', START_MS]);
      assert.equal((await store.scorecards(project)).length, 1);
      await bench.close();
    });

    test('a project has no more scorecards than its limit', async () => {
      const bench = await benchOf(open);
      for (let n = 0; n < SCORECARDS_MAX; n += 1) await create(bench, `Card ${n}`);
      const { store, project } = bench;
      assert.equal(
        await store.createScorecard({
          projectKey: project,
          settings: settingsOf('more'),
          audit: bench.audit(),
          nowMs: START_MS,
        }),
        null,
      );
      await bench.close();
    });
  });
}
