/** The rate of a project's reports in one process: read once, applied, and updated. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asKey, type ProjectKey } from '../../src/core/id.ts';
import { PROJECT_DEFAULTS, type Project } from '../../src/core/project/project.ts';
import { NO_LIMITS } from '../../src/core/project/project-limits.ts';
import type { EngineEvent } from '../../src/engine/ports/emit.ts';
import { createReportRate, RATE_MEMORY_MS } from '../../src/engine/report-rate.ts';
import { createSteppedClock } from '../channel/stepped-clock.ts';

const PROJECT = asKey<ProjectKey>(1);

function given(perSecond: number | null) {
  const clock = createSteppedClock();
  const events: EngineEvent[] = [];
  const rig = { perSecond, reads: 0, fails: false };
  const store = {
    project: async (key: ProjectKey): Promise<Project> => {
      rig.reads += 1;
      if (rig.fails) throw new Error('the store is away');
      const ids = { key, id: 'prj_1', name: 'Acme', externalId: null, madeBy: 'ik_1' };
      const times = { createdAtMs: 0, updatedAtMs: 0, suspendedAtMs: null, counted: null };
      const limits = { ...NO_LIMITS, reportsPerSecond: rig.perSecond };
      return { ...PROJECT_DEFAULTS, ...ids, ...times, limits };
    },
  };
  const rate = createReportRate({ store, clock, emit: (event) => void events.push(event) });
  return { rig, clock, rate, events };
}

test('S12.40: without a limit only the first report waits for a read', async () => {
  const { rig, rate } = given(null);
  await rate.take(PROJECT, 1);
  for (let n = 0; n < 1_000; n += 1) assert.equal(rate.take(PROJECT, 1_000), undefined);
  assert.equal(rig.reads, 1);
});

test('S12.40: a report beyond the rate is refused with the time to wait, and counted', async () => {
  const { clock, rate, events } = given(2);
  await rate.take(PROJECT, 1);
  rate.take(PROJECT, 1);
  const refused = {
    code: 'RATE_LIMITED',
    retryAfterS: 1,
    message: /2 statuses a second\. Nothing/,
  };
  assert.throws(() => rate.take(PROJECT, 3), refused);
  assert.deepEqual(events, [{ name: 'project.limited', limit: 'reports', count: 3 }]);
  clock.advance(500);
  rate.take(PROJECT, 1);
  // Another project has a rate of its own.
  await rate.take(asKey<ProjectKey>(2), 1);
});

test('S12.40: a change in another process applies after 5 s, one here at once', async () => {
  const { rig, clock, rate } = given(1);
  await rate.take(PROJECT, 1);
  rig.perSecond = 100;
  clock.advance(RATE_MEMORY_MS);
  // The former limit applies while the new one is read.
  rate.take(PROJECT, 1);
  await new Promise((resolve) => setImmediate(resolve));
  for (let n = 0; n < 100; n += 1) rate.take(PROJECT, 1);
  assert.throws(() => rate.take(PROJECT, 1), { code: 'RATE_LIMITED' });
  rig.perSecond = null;
  rate.forget(PROJECT);
  await rate.take(PROJECT, 1);
  assert.equal(rig.reads, 3);
});

test('a limit that cannot be read again stays', async () => {
  const { rig, clock, rate } = given(1);
  await rate.take(PROJECT, 1);
  rig.fails = true;
  clock.advance(RATE_MEMORY_MS);
  rate.take(PROJECT, 1);
  await new Promise((resolve) => setImmediate(resolve));
  assert.throws(() => rate.take(PROJECT, 1), { code: 'RATE_LIMITED' });
});
