/** S17.2: the conditions that hold, and since when. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { THRESHOLD_NAMES } from '../../../src/core/alert/alert-settings.ts';
import { conditionsOf, type ProjectFacts } from '../../../src/core/alert/condition.ts';
import { HEALTHY } from '../../../src/core/delivery/health.ts';
import { DAY_MS, MINUTE_MS } from '../../../src/core/time.ts';
import { endpointOf, NOW_MS, projectOf } from './given.ts';

interface Asked {
  readonly freeBytes?: number | null;
  readonly retentionAtMs?: number | null;
  readonly watchingSinceMs?: number;
}

function found(projects: readonly ProjectFacts[], asked: Asked = {}) {
  const { freeBytes = null, retentionAtMs = null, watchingSinceMs = 0 } = asked;
  const facts = { projects, first: projects[0]?.key ?? null, retentionAtMs };
  return conditionsOf(facts, { nowMs: NOW_MS, freeBytes, watchingSinceMs });
}

/** Trigger, subject, age, value, waiting. */
function told(project: ProjectFacts, asked: Asked = {}) {
  return found([project], asked).map((each) => [
    each.trigger,
    each.subject,
    NOW_MS - each.sinceMs,
    each.value,
    each.waiting,
  ]);
}

const failing = (failures: number, more: Partial<typeof HEALTHY> = {}) => ({
  ...HEALTHY,
  consecutiveFailures: failures,
  failingSinceMs: NOW_MS - MINUTE_MS,
  ...more,
});

describe('conditions', () => {
  test('S17.2: a quiet project has none', () => {
    assert.deepEqual(found([projectOf({ endpoints: [endpointOf()] })]), []);
    assert.deepEqual(found([]), []);
  });

  test('S17.2: an endpoint fails after so many attempts in a row', () => {
    const of = (failures: number) =>
      told(projectOf({ endpoints: [endpointOf({ health: failing(failures), open: 4 })] }));
    assert.deepEqual(of(2), []);
    assert.deepEqual(of(3), [['OPS_ENDPOINT_FAILING', 'ep_1', MINUTE_MS, 3, 4]]);
    const unknown = endpointOf({ health: failing(3, { failingSinceMs: null }) });
    assert.equal(found([projectOf({ endpoints: [unknown] })])[0]?.sinceMs, NOW_MS);
  });

  test('S17.2: a hold lasts until its probe succeeds', () => {
    const of = (untilMs: number, failures: number) =>
      told(
        projectOf({ endpoints: [endpointOf({ health: failing(failures, holdOf(untilMs)) })] }),
      ).map(([trigger]) => trigger);
    const held = ['OPS_ENDPOINT_FAILING', 'OPS_ENDPOINT_HELD'];
    assert.deepEqual(of(NOW_MS + 5_000, 5), held);
    assert.deepEqual(of(NOW_MS - 5_000, 5), held);
    assert.deepEqual(of(NOW_MS + 5_000, 0), ['OPS_ENDPOINT_HELD']);
    assert.deepEqual(of(NOW_MS - 5_000, 0), []);
  });

  test('S17.2: an endpoint that the service disabled; not one that an operator did', () => {
    const of = (disabledReason: 'operator' | 'gone', disabledAtMs: number | null = NOW_MS - 5) =>
      told(
        projectOf({
          endpoints: [
            endpointOf({ enabled: false, disabledReason, disabledAtMs, open: 2, oldestAtMs: 0 }),
          ],
        }),
      );
    assert.deepEqual(of('gone'), [['OPS_ENDPOINT_DISABLED', 'ep_1', 5, 0, 2]]);
    assert.deepEqual(of('gone', null), [['OPS_ENDPOINT_DISABLED', 'ep_1', 0, 0, 2]]);
    assert.deepEqual(of('operator'), []);
  });

  test('S17.2: deliveries given up within the window, also of a disabled endpoint', () => {
    const of = (givenUp: number, since: number | null) =>
      told(projectOf({ endpoints: [endpointOf({ givenUp, givenUpSinceMs: since })] }));
    assert.deepEqual(of(0, null), []);
    assert.deepEqual(of(2, NOW_MS - 9), [['OPS_DELIVERIES_EXHAUSTED', 'ep_1', 9, 2, 0]]);
    assert.deepEqual(of(2, null), [['OPS_DELIVERIES_EXHAUSTED', 'ep_1', 0, 2, 0]]);
  });

  test('S17.2: the oldest delivery, and the backlog of enabled endpoints', () => {
    const old = endpointOf({ open: 10_000, oldestAtMs: NOW_MS - 15 * MINUTE_MS });
    const young = endpointOf({ id: 'ep_2', open: 1, oldestAtMs: null });
    const disabled = endpointOf({ enabled: false, disabledReason: 'operator', open: 5 });
    assert.deepEqual(told(projectOf({ endpoints: [old, young, disabled] })), [
      ['OPS_LANE_OLD', 'ep_1', 15 * MINUTE_MS, 15 * MINUTE_MS, 10_000],
      ['OPS_BACKLOG_LARGE', '', 15 * MINUTE_MS, 10_001, 10_001],
    ]);
  });

  test('S17.2: a certificate that ends soon or has ended', () => {
    const of = (endsInMs: number, enabled = true) =>
      told(
        projectOf({
          endpoints: [
            endpointOf({
              enabled,
              disabledReason: enabled ? null : 'operator',
              certificateEndsAtMs: NOW_MS + endsInMs,
            }),
          ],
        }),
      ).map(([trigger, , since, value]) => [trigger, since, value]);
    assert.deepEqual(of(14 * DAY_MS), []);
    assert.deepEqual(of(13 * DAY_MS), [['OPS_CERTIFICATE_ENDING', DAY_MS, 13 * DAY_MS]]);
    assert.deepEqual(of(-DAY_MS), [['OPS_CERTIFICATE_ENDING', 15 * DAY_MS, -DAY_MS]]);
    assert.deepEqual(of(-DAY_MS, false), []);
  });

  test('S17.2: a source that is silent, or whose signatures are wrong', () => {
    const of = (...requests: readonly (readonly [agoMs: number, proven: boolean])[]) =>
      told(
        projectOf({
          sources: [
            {
              id: 'src_1',
              name: 'Twilio',
              requests: requests.map(([agoMs, proven]) => ({ atMs: NOW_MS - agoMs, proven })),
            },
          ],
        }),
      ).map(([trigger, , since, value]) => [trigger, since, value]);
    assert.deepEqual(of(), [], 'it never sent anything');
    assert.deepEqual(of([DAY_MS - 1, true]), []);
    assert.deepEqual(of([DAY_MS, true]), [['OPS_SOURCE_SILENT', DAY_MS, DAY_MS]]);
    assert.deepEqual(of([1, false], [2, false], [3, true]), []);
    assert.deepEqual(of([1, false], [2, false], [3, false], [4, true]), [
      ['OPS_SOURCE_REFUSED', 3, 3],
    ]);
    assert.deepEqual(of([1, false], [2, false], [3, false]), [['OPS_SOURCE_REFUSED', 3, 3]]);
  });

  test('S17.2: runs that failed, and scores of enough evaluations', () => {
    const runs = { failed: 3, firstAtMs: NOW_MS - 7 };
    assert.deepEqual(told(projectOf({ runs })), [['OPS_RUNS_FAILING', '', 7, 3, 0]]);
    const since = told(projectOf({ runs: { failed: 3, firstAtMs: null } }));
    assert.deepEqual(since, [['OPS_RUNS_FAILING', '', 0, 3, 0]]);
    const scores = (evaluations: number, average: number | null) =>
      told(projectOf({ scores: { evaluations, average } }));
    assert.deepEqual(scores(5, 49.6), [['OPS_SCORES_LOW', '', DAY_MS, 50, 0]]);
    assert.deepEqual(scores(4, 10), []);
    assert.deepEqual(scores(5, 50), []);
    assert.deepEqual(scores(0, null), []);
  });

  test('S17.2: disk and retention concern the first project alone', () => {
    const projects = [projectOf(), projectOf({ id: 'prj_2' })];
    const low = found(projects, { freeBytes: 5 });
    assert.deepEqual(
      low.map(({ trigger, value }) => [trigger, value]),
      [['OPS_DISK_LOW', 5]],
    );
    assert.deepEqual(found(projects, { freeBytes: 2 ** 31 }), []);
    const retentionAtMs = NOW_MS - DAY_MS;
    assert.deepEqual(told(projectOf(), { retentionAtMs }), [
      ['OPS_RETENTION_BEHIND', '', DAY_MS, DAY_MS, 0],
    ]);
    const young = { retentionAtMs, watchingSinceMs: NOW_MS - 1 };
    assert.deepEqual(told(projectOf(), young), [], 'the service has only begun');
  });

  test('S17.3: a threshold that is null switches its alert off', () => {
    const all = projectOf({
      endpoints: [
        endpointOf({
          health: failing(9),
          open: 1e6,
          oldestAtMs: 0,
          givenUp: 9,
          certificateEndsAtMs: 0,
        }),
      ],
      sources: [
        {
          id: 'src_1',
          name: 'Twilio',
          requests: [
            ...Array.from({ length: 3 }, () => ({ atMs: 1, proven: false })),
            { atMs: 0, proven: true },
          ],
        },
      ],
      runs: { failed: 9, firstAtMs: 0 },
      scores: { evaluations: 9, average: 1 },
    });
    const asked = { freeBytes: 0, retentionAtMs: 0 };
    assert.equal(found([all], asked).length, 11);
    const off = Object.fromEntries(THRESHOLD_NAMES.map((name) => [name, null]));
    const settings = { ...all.settings, ...off, windowMs: 1, recoverAfterMs: 1 };
    assert.deepEqual(found([{ ...all, settings }], asked), []);
  });
});

function holdOf(holdUntilMs: number) {
  return { holdUntilMs, holdMs: 30_000 };
}
