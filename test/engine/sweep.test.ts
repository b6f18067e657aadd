/** S1.14 (stale-status detection) and the housekeeping of S14.12 to S14.14, S7.16. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { PROJECT_DEFAULTS } from '../../src/core/project/project.ts';
import { NO_LIMITS } from '../../src/core/project/project-limits.ts';
import type { EngineEvent } from '../../src/engine/ports/emit.ts';
import {
  BACKLOG_EVERY_MS,
  createSweeps,
  KEYS_EVERY_MS,
  PEOPLE_EVERY_MS,
  PEOPLE_REST_MS,
  RETENTION_BATCH,
  RETENTION_BATCHES_MAX,
  RETENTION_EVERY_MS,
  RETENTION_REST_MS,
  STALE_BATCH,
  STALE_EVERY_MS,
  USAGE_EVERY_MS,
} from '../../src/engine/sweep.ts';
import { type Rig, setup, unavailable } from './setup.ts';

const DAY_MS = 86_400_000;

function sweeping(rig: Rig) {
  const { store, intake, clock, staleness } = rig;
  const emit = (event: EngineEvent) => rig.events.push(event);
  const sweeps = createSweeps({ store, intake, clock, staleness, emit, leads: () => true });
  sweeps.start();
  return sweeps;
}

const noSweep = ({ store }: Rig) => ({
  staleCalls: store.staleCalls,
  ageSigningKeys: store.ageSigningKeys,
  removePastPeople: store.removePastPeople,
  backlogs: store.backlogs,
  keepBacklogs: store.keepBacklogs,
  projectsToCount: store.projectsToCount,
  countCalls: store.countCalls,
  keepCount: store.keepCount,
  projectFigures: store.projectFigures,
});

const inbound = (rig: Rig, callId: string, status: string) => {
  const item = rig.item(callId, status);
  return { ...item, report: { ...item.report, direction: 'INBOUND' as const } };
};

describe('sweeps', () => {
  test('S1.15: inbound calls without a status update end as ERROR', async (t) => {
    const rig = await setup(t);
    await rig.endpoint({ triggers: ['INBOUND_CALL_ERROR', 'CALL_LOG_CREATED'] });
    const sweeps = sweeping(rig);
    const calls = STALE_BATCH * 2 + 10;
    await rig.intake.accept(
      Array.from({ length: calls }, (_, n) => inbound(rig, `call-${n}`, 'ACCEPTING')),
    );
    await rig.advance(4 * STALE_EVERY_MS - 1);
    assert.equal(rig.channel.sent.length, 0);
    await rig.advance(STALE_EVERY_MS);
    assert.equal(rig.channel.sent.length, 2 * calls);
    const [first, second] = rig.channel.sent.filter(({ request }) => request.callId === 'call-7');
    assert.equal(first?.request.trigger, 'INBOUND_CALL_ERROR');
    assert.equal(second?.request.trigger, 'CALL_LOG_CREATED');
    assert.deepEqual(
      JSON.parse(first?.request.body ?? '').errors?.[0].code,
      'CALL_CONNECTION_FAILED',
    );
    const swept = rig.named('sweep.ended').filter(({ sweep }) => sweep === 'stale');
    assert.equal(
      swept.reduce((sum, { rows }) => sum + rows, 0),
      calls,
    );
    await sweeps.stop();
  });

  test('a report that arrives while the sweep runs saves its call', async (t) => {
    const rig = await setup(t);
    await rig.intake.accept([inbound(rig, 'a', 'ACCEPTING'), inbound(rig, 'b', 'ACCEPTING')]);
    const sweeps = sweeping(rig);
    await rig.advance(4 * STALE_EVERY_MS - 1);
    const letGo = rig.faulty.holdBack('staleCalls');
    await rig.advance(STALE_EVERY_MS);
    await rig.intake.accept([inbound(rig, 'a', 'CALLING')]);
    letGo();
    await rig.settled();
    assert.equal(
      (await rig.store.call({ projectKey: rig.project, callId: 'a' }))?.status,
      'CALLING',
    );
    assert.equal((await rig.store.call({ projectKey: rig.project, callId: 'b' }))?.status, 'ERROR');
    assert.equal(rig.named('sweep.ended').at(-1)?.rows, 1);
    await sweeps.stop();
  });

  test('a jump forward of the clock ends no call that had no time to report', async (t) => {
    const rig = await setup(t);
    const sweeps = sweeping(rig);
    await rig.intake.accept([inbound(rig, 'a', 'ACCEPTING')]);
    await rig.advance(STALE_EVERY_MS);
    rig.clock.jump(DAY_MS);
    await rig.advance(2 * STALE_EVERY_MS);
    assert.equal(
      (await rig.store.call({ projectKey: rig.project, callId: 'a' }))?.status,
      'ACCEPTING',
    );
    await rig.advance(STALE_EVERY_MS);
    assert.equal((await rig.store.call({ projectKey: rig.project, callId: 'a' }))?.status, 'ERROR');
    await sweeps.stop();
  });

  test('a jump forward is not hidden by one back between two sweeps', async (t) => {
    const rig = await setup(t);
    const sweeps = sweeping(rig);
    rig.clock.jump(-DAY_MS);
    await rig.intake.accept([inbound(rig, 'a', 'CALLING')]);
    rig.clock.jump(DAY_MS + 1_000);
    await rig.advance(10 * STALE_EVERY_MS);
    assert.equal(
      (await rig.store.call({ projectKey: rig.project, callId: 'a' }))?.status,
      'CALLING',
    );
    await sweeps.stop();
  });

  test('all rows past their retention are removed, in bounded batches', async (t) => {
    const rig = await setup(t);
    await rig.endpoint();
    await rig.reportAll(Array.from({ length: 700 }, (_, n) => [`call-${n}`, 'COMPLETED']));
    await rig.settled();
    rig.clock.jump(31 * DAY_MS);
    // No process ran for a month.
    await rig.crash();
    const sweeps = sweeping(rig);
    await rig.advance(RETENTION_EVERY_MS);
    assert.deepEqual(await rig.deliveries(), []);
    assert.ok(rig.faulty.countOf('removeExpired') > 1);
    const swept = rig.named('sweep.ended').find(({ sweep }) => sweep === 'retention');
    assert.ok((swept?.rows ?? 0) >= 700);
    await sweeps.stop();
  });

  test('a clock that is set wrong for an hour removes nothing', async (t) => {
    const rig = await setup(t);
    await rig.endpoint();
    await rig.report('call-1', 'COMPLETED');
    await rig.settled();
    const sweeps = sweeping(rig);
    await rig.advance(RETENTION_EVERY_MS);
    rig.clock.jump(365 * DAY_MS);
    await rig.advance(RETENTION_REST_MS);
    rig.clock.jump(-365 * DAY_MS);
    await rig.advance(6 * RETENTION_REST_MS);
    assert.equal((await rig.deliveries()).length, 1);
    await sweeps.stop();
  });

  test('a round of retention is spread over minutes, the next one rests before', async (t) => {
    const rig = await setup(t);
    const asked: number[] = [];
    let rounds = 0;
    const events: EngineEvent[] = [];
    const removeExpired: typeof rig.store.removeExpired = async ({ nowMs: _nowMs, limit }) => {
      asked.push(limit);
      const more = asked.length < RETENTION_BATCHES_MAX + 10;
      if (!more) rounds += 1;
      return { removed: 1, lost: more ? 0 : 2, more };
    };
    const { intake, clock, staleness } = rig;
    const store = { ...noSweep(rig), removeExpired };
    const sweeps = createSweeps({
      store,
      intake,
      clock,
      staleness,
      emit: (event) => void events.push(event),
      leads: () => true,
    });
    sweeps.start();
    await rig.advance(RETENTION_EVERY_MS);
    assert.equal(asked.length, RETENTION_BATCHES_MAX);
    assert.ok(asked.every((limit) => limit === RETENTION_BATCH));
    await rig.advance(RETENTION_EVERY_MS);
    assert.deepEqual([asked.length, rounds], [RETENTION_BATCHES_MAX + 10, 1]);
    // S2.28: kept reports that no call took are counted.
    const lost = events.filter(({ name }) => name === 'ingest.lost');
    assert.deepEqual(lost, [{ name: 'ingest.lost', count: 2 }]);
    await rig.advance(RETENTION_REST_MS - 1);
    assert.equal(rounds, 1);
    await rig.advance(1);
    assert.equal(rounds, 2);
    await sweeps.stop();
  });

  test('signing keys expire every hour', async (t) => {
    const rig = await setup(t);
    const sweeps = sweeping(rig);
    await rig.advance(KEYS_EVERY_MS);
    assert.equal(rig.faulty.countOf('ageSigningKeys'), 1);
    await sweeps.stop();
  });

  test('the rows of a flood of tries are removed faster than they come', async (t) => {
    const rig = await setup(t);
    // Three rows for each try, 40 tries a second, for an hour.
    let left = 3 * 40 * 3_600;
    const removePastPeople: typeof rig.store.removePastPeople = async ({
      nowMs: _nowMs,
      limit,
    }) => {
      const removed = Math.min(limit, left);
      left -= removed;
      return removed;
    };
    const { intake, clock, staleness } = rig;
    const { removeExpired } = rig.store;
    const store = { ...noSweep(rig), removeExpired, removePastPeople };
    const leads = () => true;
    const sweeps = createSweeps({ store, intake, clock, staleness, emit: () => {}, leads });
    sweeps.start();
    await rig.advance(PEOPLE_EVERY_MS);
    assert.equal(left, 0);
    await sweeps.stop();
  });

  test('expired sessions and the like are removed every 15 minutes', async (t) => {
    const rig = await setup(t);
    const sweeps = sweeping(rig);
    await rig.advance(PEOPLE_EVERY_MS - 1);
    assert.equal(rig.faulty.countOf('removePastPeople'), 0);
    await rig.advance(1);
    assert.equal(rig.faulty.countOf('removePastPeople'), 1);
    await rig.advance(PEOPLE_REST_MS - 1);
    assert.equal(rig.faulty.countOf('removePastPeople'), 1);
    await rig.advance(1);
    assert.equal(rig.faulty.countOf('removePastPeople'), 2);
    assert.ok(rig.named('sweep.ended').some(({ sweep }) => sweep === 'people'));
    await sweeps.stop();
  });

  test('a clock that is set wrong for a while makes no key age', async (t) => {
    const rig = await setup(t);
    const asked: number[] = [];
    const ageSigningKeys: typeof rig.store.ageSigningKeys = async (nowMs) => {
      asked.push(nowMs);
      return 0;
    };
    const { removeExpired } = rig.store;
    const { intake, clock, staleness } = rig;
    const store = { ...noSweep(rig), removeExpired, ageSigningKeys };
    const sweeps = createSweeps({
      store,
      intake,
      clock,
      staleness,
      emit: () => {},
      leads: () => true,
    });
    sweeps.start();
    await rig.advance(KEYS_EVERY_MS - 1);
    clock.jump(30 * DAY_MS);
    await rig.advance(1);
    assert.deepEqual(asked, [clock.wallMs() - 30 * DAY_MS]);
    await sweeps.stop();
  });

  test('the backlog is stored once a minute, for its trend', async (t) => {
    const rig = await setup(t);
    await rig.endpoint();
    await rig.reportAll([['waits', 'COMPLETED']]);
    const sweeps = sweeping(rig);
    await rig.advance(2 * BACKLOG_EVERY_MS);
    assert.equal(rig.faulty.countOf('keepBacklogs'), 2);
    const nowMs = rig.clock.wallMs();
    const { projects } = await rig.store.backlogs({ nowMs });
    const [{ open } = assert.fail()] = projects;
    const toMs = Math.ceil((nowMs + 1) / BACKLOG_EVERY_MS) * BACKLOG_EVERY_MS;
    const range = { fromMs: toMs - 3 * BACKLOG_EVERY_MS, toMs, stepMs: BACKLOG_EVERY_MS };
    const steps = await rig.store.backlogSteps({ projectKey: rig.project, ...range });
    assert.deepEqual(
      steps.map((step) => step.open),
      [null, open, open],
    );
    await sweeps.stop();
  });

  test('S12.40: limited calls are counted once a minute; a full project is reported', async (t) => {
    const rig = await setup(t);
    const audit = { atMs: rig.clock.wallMs(), actor: 'ik_1', action: 'project.created' };
    const { project } = await rig.store.createInstanceProject({
      facts: { name: 'Acme', externalId: 'c-1', limits: { ...NO_LIMITS, callsMax: 2 } },
      settings: PROJECT_DEFAULTS,
      ownerEmail: null,
      audit: { ...audit, target: null, before: null, after: null, requestId: null },
    });
    const sweeps = sweeping(rig);
    const report = async (callId: string) => {
      const item = { ...rig.item(callId, 'CALLING'), projectKey: project.key };
      return (await rig.intake.accept([item]))[0]?.kind;
    };
    assert.equal(sweeps.projects(), null);
    for (const callId of ['call-1', 'call-2', 'call-3'])
      assert.equal(await report(callId), 'accepted');
    await rig.advance(USAGE_EVERY_MS);
    assert.deepEqual(sweeps.projects(), { all: 2, suspended: 0, full: 1 });
    assert.equal(await report('call-4'), 'refused');
    assert.equal(await report('call-3'), 'accepted');
    const told = { projectId: project.id, calls: 2, callsMax: 2, full: true };
    assert.deepEqual(rig.named('project.counted'), [{ name: 'project.counted', ...told }]);
    await rig.advance(USAGE_EVERY_MS);
    assert.equal(rig.named('project.counted').length, 1, 'told once');
    const limited = rig.named('project.limited').map(({ limit, count }) => [limit, count]);
    assert.deepEqual(limited, [['calls', 1]]);
    await sweeps.stop();
  });

  test('only the leader has gauges of the backlog, from its last look', async (t) => {
    const rig = await setup(t);
    await rig.endpoint();
    let isLeader = true;
    const { store, intake, clock, staleness } = rig;
    const leads = () => isLeader;
    const sweeps = createSweeps({ store, intake, clock, staleness, emit: () => {}, leads });
    sweeps.start();
    rig.channel.answer = () => 503;
    await rig.reportAll([['waits', 'COMPLETED']]);
    assert.equal(sweeps.backlog(), null);
    await rig.advance(BACKLOG_EVERY_MS);
    assert.deepEqual(sweeps.backlog(), {
      byState: { waiting: 0, due: 0, retrying: 1, held: 0 },
      blockedLanes: 1,
      endpoints: { active: 1, held: 0, disabled: 0 },
      oldestAgeMs: BACKLOG_EVERY_MS,
    });
    isLeader = false;
    assert.equal(sweeps.backlog(), null);
    await sweeps.stop();
  });

  test('a failure is reported, and the sweep goes on at its next time', async (t) => {
    const rig = await setup(t);
    const sweeps = sweeping(rig);
    rig.faulty.refuse('staleCalls', unavailable);
    await rig.advance(STALE_EVERY_MS);
    assert.deepEqual(rig.named('store.failed'), [
      { name: 'store.failed', operation: 'sweep stale', error: 'The disk does not answer.' },
    ]);
    rig.faulty.repair();
    await rig.advance(STALE_EVERY_MS);
    assert.equal(rig.faulty.countOf('staleCalls'), 2);
    await sweeps.stop();
  });

  test('a slow sweep never overlaps itself, and a stop waits for it', async (t) => {
    const rig = await setup(t);
    const sweeps = sweeping(rig);
    const letGo = rig.faulty.holdBack('staleCalls');
    await rig.advance(10 * STALE_EVERY_MS);
    assert.equal(rig.faulty.countOf('staleCalls'), 1);
    let stopped = false;
    const stopping = sweeps.stop().then(() => {
      stopped = true;
    });
    await rig.settled();
    assert.equal(stopped, false);
    letGo();
    await stopping;
    await rig.advance(10 * STALE_EVERY_MS);
    assert.equal(rig.faulty.countOf('staleCalls'), 1);
    assert.equal(rig.clock.timers, 0);
  });
});
