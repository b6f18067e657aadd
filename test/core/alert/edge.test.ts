/** S17.4 to S17.9: which alerts open, end and are sent. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Alert, Condition, MaintenanceWindow } from '../../../src/core/alert/alert.ts';
import {
  type AlertGroup,
  edgeOf,
  GROUP_MAX,
  groupsToTell,
  isMuted,
  roundOf as roundOfWatched,
} from '../../../src/core/alert/edge.ts';
import {
  type AlertKey,
  asKey,
  type MaintenanceWindowKey,
  type ProjectKey,
} from '../../../src/core/id.ts';
import { alertOf, conditionOf, NOW_MS, PROJECT } from './given.ts';

const REST = new Map([[PROJECT, 60_000]]);

function roundOf(
  live: readonly Alert[],
  found: readonly Condition[],
  rest: typeof REST,
  nowMs: number,
) {
  return roundOfWatched(live, found, rest, nowMs, () => true);
}

function windowOf(changes: Partial<MaintenanceWindow> = {}): MaintenanceWindow {
  return {
    key: asKey<MaintenanceWindowKey>(1),
    id: 'mtw_1',
    projectKey: PROJECT,
    fromMs: NOW_MS,
    untilMs: NOW_MS + 1_000,
    triggers: [],
    note: null,
    createdBy: 'usr_1',
    createdAtMs: NOW_MS,
    ...changes,
  };
}

describe('the edges of alerts', () => {
  test('S17.4: a condition opens an alert unless one is open', () => {
    const condition = conditionOf();
    const first = roundOf([], [condition], REST, NOW_MS);
    assert.deepEqual(first, { opened: [condition], changed: [] });
    const second = roundOf([alertOf()], [condition], REST, NOW_MS);
    assert.deepEqual(second, { opened: [], changed: [] }, 'it stays, and writes nothing');
    const other = conditionOf({ subject: 'ep_2' });
    assert.deepEqual(roundOf([alertOf()], [condition, other], REST, NOW_MS).opened, [other]);
  });

  test('S17.4: new values are stored; a condition that returns ends the recovery time', () => {
    const found = conditionOf({ value: 4 });
    const [change] = roundOf([alertOf()], [found], REST, NOW_MS).changed;
    assert.deepEqual([change?.found, change?.recoveredAtMs], [found, null]);
    const resting = alertOf({ clearSinceMs: NOW_MS - 1 });
    const [back] = roundOf([resting], [conditionOf()], REST, NOW_MS).changed;
    assert.equal(back?.clearSinceMs, null);
  });

  test('S17.4: an alert ends when its condition was over for its time', () => {
    const [begun] = roundOf([alertOf()], [], REST, NOW_MS).changed;
    assert.deepEqual([begun?.clearSinceMs, begun?.recoveredAtMs], [NOW_MS, null]);
    const resting = alertOf({ clearSinceMs: NOW_MS - 59_999 });
    assert.deepEqual(roundOf([resting], [], REST, NOW_MS).changed, []);
    const rested = alertOf({ clearSinceMs: NOW_MS - 60_000, told: 'opened' });
    const [ended] = roundOf([rested], [], REST, NOW_MS).changed;
    assert.deepEqual([ended?.recoveredAtMs, ended?.told], [NOW_MS, 'opened']);
    const unknown = alertOf({ projectKey: asKey<ProjectKey>(9), told: 'no' });
    const [gone] = roundOf([unknown], [], REST, NOW_MS).changed;
    assert.deepEqual([gone?.recoveredAtMs, gone?.told], [NOW_MS, 'never']);
  });

  test('S17.7: an alert whose end was not sent opens again if its condition returns', () => {
    const over = alertOf({ told: 'opened', recoveredAtMs: NOW_MS - 1, clearSinceMs: NOW_MS - 9 });
    const found = conditionOf();
    const { opened, changed } = roundOf([over], [found], REST, NOW_MS);
    assert.deepEqual(opened, []);
    assert.deepEqual(changed, [
      { alert: over, found, clearSinceMs: null, recoveredAtMs: null, told: 'opened' },
    ]);
    assert.deepEqual(roundOf([over], [], REST, NOW_MS), { opened: [], changed: [] });
    const open = alertOf({ key: asKey<AlertKey>(2) });
    assert.deepEqual(roundOf([over, open], [found], REST, NOW_MS), { opened: [], changed: [] });
    assert.equal(roundOf([over, over], [found], REST, NOW_MS).changed.length, 1);
  });

  test('S17.4: the end of an alert that is no longer watched is not sent', () => {
    const rested = alertOf({ clearSinceMs: NOW_MS - 60_000, told: 'opened' });
    const [ended] = roundOfWatched([rested], [], REST, NOW_MS, () => false).changed;
    assert.deepEqual([ended?.recoveredAtMs, ended?.told], [NOW_MS, 'never']);
    const resting = alertOf({ told: 'opened' });
    const [begun] = roundOfWatched([resting], [], REST, NOW_MS, () => false).changed;
    assert.deepEqual([begun?.recoveredAtMs, begun?.told], [null, 'opened']);
  });

  test('S17.4: a clock that went back keeps no alert open', () => {
    const ahead = alertOf({ clearSinceMs: NOW_MS + 3_600_000 });
    assert.equal(roundOf([ahead], [], REST, NOW_MS).changed[0]?.clearSinceMs, NOW_MS);
  });

  test('S17.2: an endpoint on hold has no alert for failing', () => {
    const failing = conditionOf();
    const held = conditionOf({ trigger: 'OPS_ENDPOINT_HELD' });
    assert.deepEqual(roundOf([], [failing, held], REST, NOW_MS).opened, [held]);
    const open = alertOf({ trigger: 'OPS_ENDPOINT_HELD' });
    assert.deepEqual(roundOf([open], [failing], REST, NOW_MS).opened, []);
  });

  test('S17.4: what is sent follows from the state of the alert and what was sent', () => {
    const of = (told: Alert['told'], recoveredAtMs: number | null) =>
      edgeOf(alertOf({ told, recoveredAtMs }));
    assert.deepEqual(
      [of('no', null), of('opened', null), of('opened', 1), of('recovered', 1), of('never', 1)],
      ['opened', null, 'recovered', null, null],
    );
  });

  test('S17.7, S17.8: an alert that is muted, or within a window, waits', () => {
    const muted = (alert: Partial<Alert>, ...windows: readonly MaintenanceWindow[]) =>
      isMuted(alertOf(alert), windows, NOW_MS);
    assert.equal(muted({}), false);
    assert.equal(muted({ mutedUntilMs: NOW_MS + 1 }), true);
    assert.equal(muted({ mutedUntilMs: NOW_MS }), false);
    assert.equal(muted({}, windowOf()), true);
    assert.equal(muted({}, windowOf({ untilMs: NOW_MS })), false);
    assert.equal(muted({}, windowOf({ fromMs: NOW_MS + 1 })), false);
    assert.equal(muted({}, windowOf({ triggers: ['OPS_DISK_LOW'] })), false);
    assert.equal(muted({}, windowOf({ triggers: ['OPS_ENDPOINT_FAILING'] })), true);
    assert.equal(muted({}, windowOf({ projectKey: asKey<ProjectKey>(2) })), false);
    assert.deepEqual(groupsToTell([alertOf()], [windowOf()], NOW_MS), []);
  });

  test('S17.9: alerts of one trigger sent at once are one group, up to a bound', () => {
    const keyed = (key: number, more: Partial<Alert> = {}) =>
      alertOf({ key: asKey<AlertKey>(key), ...more });
    const sizes = (groups: readonly AlertGroup[]) =>
      groups.map(({ edge, alerts }) => [edge, alerts[0].trigger, alerts.length]);
    const disk = keyed(3, { trigger: 'OPS_DISK_LOW' });
    const over = keyed(4, { told: 'opened', recoveredAtMs: NOW_MS });
    const done = keyed(5, { told: 'opened' });
    assert.deepEqual(sizes(groupsToTell([keyed(1), keyed(2), disk, over, done], [], NOW_MS)), [
      ['opened', 'OPS_ENDPOINT_FAILING', 2],
      ['opened', 'OPS_DISK_LOW', 1],
      ['recovered', 'OPS_ENDPOINT_FAILING', 1],
    ]);
    const many = Array.from({ length: GROUP_MAX + 1 }, (_, key) => keyed(key));
    assert.deepEqual(
      groupsToTell(many, [], NOW_MS).map(({ alerts }) => alerts.length),
      [GROUP_MAX, 1],
    );
  });
});
