/**
 * The simulated disk: what a crash loses, what a full or broken disk refuses, and that it heals.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Recorder } from '../../../sim/history.ts';
import { Disk } from '../../../sim/world/disk.ts';
import { type Life, START_WALL_MS, Timeline } from '../../../sim/world/timeline.ts';
import { PROJECT_DEFAULTS } from '../../../src/core/project/project.ts';
import type { AuditEntry } from '../../../src/engine/ports/manage-store.ts';
import { type StoreOnPerformers, storeOn } from '../../../src/store/sqlite/store.ts';
import { settingsOf } from '../../engine/setup.ts';

const COMMIT_MS = 100;
const AUDIT: AuditEntry = {
  atMs: START_WALL_MS,
  actor: 'system',
  action: 'test.done',
  target: null,
  before: null,
  after: null,
  requestId: null,
};

function setup(commitMs = COMMIT_MS) {
  const timeline = new Timeline();
  const recorder = new Recorder(timeline);
  const disk = new Disk({ seed: 3, plan: { commitMs, readMs: 10 }, timeline, recorder });
  const born = (number: number) => {
    const life: Life = { number, dead: false };
    return { life, store: storeOn(disk.performers(life)) };
  };
  const until = (ready: () => boolean) => timeline.run(timeline.monoMs() + 100_000, 10_000, ready);
  /** Runs the timeline until the promise is settled, and returns how. */
  const ended = async <Value>(asked: Promise<Value>): Promise<Value> => {
    let isOver = false;
    const done = () => {
      isOver = true;
    };
    asked.then(done, done);
    await until(() => isOver);
    return asked;
  };
  const make = async (store: StoreOnPerformers) => {
    const project = await store.ensureProject({
      name: 'default',
      settings: PROJECT_DEFAULTS,
      nowMs: START_WALL_MS,
    });
    return store.createEndpoint({
      projectKey: project.key,
      settings: settingsOf(),
      enabled: true,
      audit: AUDIT,
    });
  };
  return { timeline, recorder, disk, born, until, ended, make };
}

const committed = ({ happenings }: Recorder) =>
  happenings.filter((each) => each.what === 'committed');

test('a change takes its time, and is answered when it is on disk', async () => {
  const { timeline, recorder, disk, born, ended, make } = setup();
  const endpoint = await ended(make(born(1).store));
  assert.ok(timeline.monoMs() > 0);
  const [told] = committed(recorder);
  assert.equal(told?.what === 'committed' && told.name, 'createEndpoint');
  assert.deepEqual(told?.what === 'committed' && told.value, endpoint);
  disk.close();
});

test('a crash before the batch is applied loses it', async () => {
  const { timeline, recorder, disk, born, until, ended } = setup();
  const first = born(1);
  const ensure = (store: StoreOnPerformers) =>
    ended(
      store.ensureProject({ name: 'default', settings: PROJECT_DEFAULTS, nowMs: START_WALL_MS }),
    );
  const { key } = await ensure(first.store);
  const before = disk.applied;
  void first.store.createEndpoint({
    projectKey: key,
    settings: settingsOf(),
    enabled: true,
    audit: AUDIT,
  });
  await timeline.run(timeline.monoMs() + 1, 100, () => false);
  first.life.dead = true;
  await until(() => false);
  assert.equal(disk.applied, before);
  assert.deepEqual(committed(recorder), []);
  const second = born(2);
  assert.equal((await ensure(second.store)).key, key);
  assert.deepEqual(
    await ended(second.store.endpoints({ projectKey: key, afterKey: null, limit: 10 })),
    [],
  );
  disk.close();
});

test('a crash between commit and answer leaves a change of which no caller learned', async () => {
  const { recorder, disk, born, until, ended, make } = setup();
  const first = born(1);
  let heard = false;
  void make(first.store).then(() => {
    heard = true;
  });
  await until(() => committed(recorder).length === 1);
  first.life.dead = true;
  await until(() => false);
  assert.equal(heard, false);
  const { store } = born(2);
  const project = await ended(
    store.ensureProject({ name: 'default', settings: PROJECT_DEFAULTS, nowMs: START_WALL_MS }),
  );
  const left = await ended(store.endpoints({ projectKey: project.key, afterKey: null, limit: 10 }));
  assert.equal(left.length, 1);
  disk.close();
});

test('a full disk refuses what needs room and loses nothing, until it has room', async () => {
  const { recorder, disk, born, ended, make } = setup();
  const { store } = born(1);
  const endpoint = await ended(make(store));
  const fault = disk.setFault('full');
  const name = 'x'.repeat(100_000);
  const large = () =>
    store.updateEndpoint({
      projectKey: endpoint.projectKey,
      key: endpoint.key,
      settings: settingsOf({ name }),
      audit: AUDIT,
    });
  await assert.rejects(ended(large()), { code: 'STORAGE_FULL' });
  const kept = await ended(store.endpoint({ projectKey: endpoint.projectKey, key: endpoint.key }));
  assert.equal(kept?.revision, endpoint.revision);
  disk.endFault(fault);
  assert.equal((await ended(large()))?.name, name);
  const names = committed(recorder).map((each) => each.what === 'committed' && each.name);
  assert.deepEqual(names, ['createEndpoint', 'updateEndpoint']);
  disk.close();
});

test('an unavailable disk applies nothing and reads nothing', async () => {
  const { recorder, disk, born, ended, make } = setup();
  const { store } = born(1);
  const endpoint = await ended(make(store));
  disk.setFault('unavailable');
  const { projectKey, key } = endpoint;
  const gone = store.deleteEndpoint({ projectKey, key, audit: AUDIT });
  await assert.rejects(ended(gone), { code: 'STORAGE_UNAVAILABLE' });
  await assert.rejects(ended(store.endpoint({ projectKey, key })), { code: 'STORAGE_UNAVAILABLE' });
  disk.heal();
  assert.equal((await ended(store.endpoint({ projectKey, key })))?.deletedAtMs, null);
  assert.equal(committed(recorder).length, 1);
  disk.close();
});

test('ending a fault that a later one has replaced does nothing', async () => {
  const { recorder, disk } = setup();
  const first = disk.setFault('full');
  const second = disk.setFault('slow');
  disk.endFault(first);
  disk.endFault(second);
  const faults = recorder.happenings.map((each) => (each.what === 'disk' ? each.fault : 'other'));
  assert.deepEqual(faults, ['full', 'slow', null]);
  disk.close();
});

test('a slow disk takes a few hundred times as long', async () => {
  const { timeline, disk, born, ended, make } = setup(2);
  const { store } = born(1);
  await ended(make(store));
  const usualMs = timeline.monoMs();
  disk.setFault('slow');
  await ended(make(store));
  assert.ok(timeline.monoMs() - usualMs > 20 * usualMs, `${usualMs} ms, then ${timeline.monoMs()}`);
  disk.close();
});

test('after a slow fault the disk does its pending work in the usual time', async () => {
  const { timeline, disk, born, until, ended, make } = setup(20);
  const { store } = born(1);
  const fault = disk.setFault('slow');
  const asked = make(store);
  await timeline.run(timeline.monoMs() + 1, 100, () => false);
  const sinceMs = timeline.monoMs();
  disk.endFault(fault);
  await ended(asked);
  assert.ok(timeline.monoMs() - sinceMs < 1_000, `${timeline.monoMs() - sinceMs} ms`);
  await until(() => false);
  assert.equal(disk.applied, 2);
  disk.close();
});
