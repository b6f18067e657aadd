/**
 * The simulated database is held to the sentences of test/store/postgres/shards.test.ts: shares,
 * leases by its own clock, epochs, fencing, news to the other processes.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Recorder } from '../../../sim/history.ts';
import type { SharingPlan } from '../../../sim/script/script.ts';
import { Disk } from '../../../sim/world/disk.ts';
import { machineOf } from '../../../sim/world/machine.ts';
import { NewsLine } from '../../../sim/world/news-line.ts';
import { SharedDatabase } from '../../../sim/world/shared-store.ts';
import { type Life, START_WALL_MS, Timeline } from '../../../sim/world/timeline.ts';
import type { Report } from '../../../src/core/call/report.ts';
import { SHARDS } from '../../../src/core/endpoint/endpoint.ts';
import { PROJECT_DEFAULTS } from '../../../src/core/project/project.ts';
import type { News, Ownership, Settlement } from '../../../src/engine/ports/dispatch-store.ts';
import type { AuditEntry } from '../../../src/engine/ports/manage-store.ts';
import { settingsOf } from '../../engine/setup.ts';

const NOTHING = { surrender: [], leaves: false };
const LEASE_MS = 60_000;
const AUDIT: AuditEntry = {
  atMs: START_WALL_MS,
  actor: 'system',
  action: 'test.done',
  target: null,
  before: null,
  after: null,
  requestId: null,
};

function setup(change: Partial<SharingPlan> = {}) {
  const timeline = new Timeline();
  const recorder = new Recorder(timeline);
  const diskPlan = { commitMs: 10, readMs: 3 };
  const disk = new Disk({ seed: 3, plan: diskPlan, timeline, recorder });
  const plan = { leaseMs: LEASE_MS, newsMs: 5, lostPercent: 0, connectMs: 0, ...change };
  const news = new NewsLine({ seed: 3, plan, timeline });
  const listeners = { onOwned: () => {}, onFreed: () => {} };
  const parts = { plan, diskPlan, timeline, recorder, disk, news, ...listeners };
  const database = new SharedDatabase(parts);
  let lives = 0;
  const worker = () => {
    lives += 1;
    const life: Life = { number: lives, dead: false, machine: machineOf(0, 0) };
    return { life, ...database.storeFor(life) };
  };
  /** Runs the timeline until the promise is settled, and returns how. */
  const ended = async <Value>(asked: Promise<Value>): Promise<Value> => {
    let isOver = false;
    const done = () => {
      isOver = true;
    };
    asked.then(done, done);
    await timeline.run(timeline.monoMs() + 100_000, 10_000, () => isOver);
    return asked;
  };
  const pass = (ms: number) => timeline.run(timeline.monoMs() + ms, 10_000, () => false);
  return { timeline, disk, news, worker, ended, pass };
}

const keysOf = ({ shards }: Ownership) => [...shards.keys()].sort((one, other) => one - other);

describe('shares', () => {
  test('one worker owns every shard, and keeps its epochs when it renews', async () => {
    const { worker, ended } = setup();
    const alone = worker();
    const first = await ended(alone.own(NOTHING));
    assert.equal(first.shards.size, SHARDS);
    assert.deepEqual(new Set(first.shards.values()), new Set([1]));
    assert.deepEqual([first.leaseMs, first.surplus], [LEASE_MS, []]);
    assert.deepEqual((await ended(alone.own(NOTHING))).shards, first.shards);
  });

  test('a newcomer gets its part when the others have given up theirs', async () => {
    const { worker, ended } = setup();
    const [one, two] = [worker(), worker()];
    await ended(one.own(NOTHING));
    assert.equal((await ended(two.own(NOTHING))).shards.size, 0);
    const { surplus, shards } = await ended(one.own(NOTHING));
    assert.deepEqual([shards.size, surplus.length], [SHARDS, SHARDS / 2]);
    const left = await ended(one.own({ ...NOTHING, surrender: surplus }));
    assert.deepEqual([left.shards.size, left.surplus], [SHARDS / 2, []]);
    const gained = await ended(two.own(NOTHING));
    assert.deepEqual(keysOf(gained), surplus);
    assert.deepEqual(new Set(gained.shards.values()), new Set([2]));
  });

  test('three workers end with 22, 22 and 20', async () => {
    const { worker, ended } = setup();
    const workers = [worker(), worker(), worker()];
    const surplus = workers.map((): readonly number[] => []);
    let owned: readonly Ownership[] = [];
    for (let round = 0; round < 4; round += 1) {
      const now: Ownership[] = [];
      for (const [index, each] of workers.entries()) {
        const wish = { ...NOTHING, surrender: surplus[index] ?? [] };
        const ownership = await ended(each.own(wish));
        surplus[index] = ownership.surplus;
        now.push(ownership);
      }
      owned = now;
    }
    assert.deepEqual(
      owned.map(({ shards }) => shards.size).sort((a, b) => a - b),
      [20, 22, 22],
    );
    assert.equal(new Set(owned.flatMap(keysOf)).size, SHARDS);
  });

  test('workers that start at the same moment never own the same shard', async () => {
    const { worker, ended } = setup();
    const workers = Array.from({ length: 5 }, worker);
    const all = new Set<number>();
    for (let round = 0; all.size < SHARDS; round += 1) {
      assert.ok(round < 10);
      const owned = await ended(Promise.all(workers.map((each) => each.own(NOTHING))));
      const held = owned.flatMap(keysOf);
      assert.equal(new Set(held).size, held.length);
      for (const shard of held) all.add(shard);
    }
  });

  test('a leaving worker takes no shard, and keeps those it does not surrender', async () => {
    const { worker, ended } = setup();
    const [one, two] = [worker(), worker()];
    await ended(one.own(NOTHING));
    const leaving = await ended(one.own({ surrender: [1, 2, 3], leaves: true }));
    assert.deepEqual([leaving.shards.size, leaving.surplus.length], [SHARDS - 3, SHARDS - 3]);
    assert.deepEqual(keysOf(await ended(two.own(NOTHING))), [1, 2, 3]);
  });

  test('a leaving worker gives all shards back at once and tells the others', async () => {
    const { worker, ended, pass } = setup();
    const [one, two] = [worker(), worker()];
    await ended(one.own(NOTHING));
    await ended(two.own(NOTHING));
    await pass(1_000);
    const heard: (News | 'all')[] = [];
    two.watch((news) => heard.push(news));
    await ended(one.release());
    await pass(1_000);
    assert.deepEqual(heard, [{ heads: [], changed: [], shards: true }]);
    const owned = await ended(two.own(NOTHING));
    assert.deepEqual([owned.shards.size, owned.shards.get(0)], [SHARDS, 2]);
  });

  test('shards of an expired worker are taken, with the next epoch', async () => {
    const { worker, ended, pass } = setup();
    const [one, two] = [worker(), worker()];
    await ended(one.own(NOTHING));
    assert.equal((await ended(two.own(NOTHING))).shards.size, 0);
    await pass(LEASE_MS + 1_000);
    const owned = await ended(two.own(NOTHING));
    assert.deepEqual([owned.shards.size, owned.shards.get(0)], [SHARDS, 2]);
    assert.equal((await ended(one.own(NOTHING))).shards.size, 0);
  });

  test('a worker that comes late finds its shards if no other worker took them', async () => {
    const { worker, ended, pass } = setup();
    const alone = worker();
    const { shards } = await ended(alone.own(NOTHING));
    await pass(2 * LEASE_MS);
    assert.deepEqual((await ended(alone.own(NOTHING))).shards, shards);
  });
});

describe('fencing', () => {
  /** Two workers, and an endpoint with a head that the first one owned. */
  async function withHead() {
    const parts = setup();
    const { worker, ended } = parts;
    const [one, two] = [worker(), worker()];
    await ended(one.own(NOTHING));
    const project = await ended(
      one.ensureProject({ name: 'default', settings: PROJECT_DEFAULTS, nowMs: START_WALL_MS }),
    );
    const endpoint = await ended(
      one.createEndpoint({
        projectKey: project.key,
        settings: settingsOf(),
        enabled: true,
        audit: AUDIT,
      }),
    );
    const report: Report = {
      status: 'COMPLETED',
      direction: 'OUTBOUND' as const,
      reportId: 'r',
      callSid: null,
      clientId: null,
      occurredAtMs: null,
      errors: [],
    };
    const item = { projectKey: project.key, callId: 'c', report, source: 'api' } as const;
    const [receipt] = await ended(one.accept([{ ...item, receivedAtMs: START_WALL_MS }]));
    const [head] = receipt?.kind === 'accepted' ? receipt.heads : [];
    assert.ok(head !== undefined);
    const settlement = (epoch: number): Settlement => ({
      epoch,
      delivery: head.delivery,
      endpoint: endpoint.key,
      call: head.call,
      projectKey: head.projectKey,
      createdAtMs: head.createdAtMs,
      attempt: null,
      next: { state: 'delivered', atMs: START_WALL_MS, failures: 0 },
      health: null,
      disable: null,
      revision: null,
    });
    return { ...parts, one, two, endpoint, settlement };
  }

  test('after a take-over the former owner settles nothing, and the new one does', async () => {
    const { one, two, ended, pass, settlement } = await withHead();
    await pass(LEASE_MS + 1_000);
    assert.equal((await ended(two.own(NOTHING))).shards.size, SHARDS);
    assert.deepEqual(await ended(one.settle(settlement(1))), { kind: 'fenced' });
    assert.equal((await ended(two.settle(settlement(2)))).kind, 'settled');
  });

  test('only settlements of a lost shard are fenced, not others of the same batch', async () => {
    const { one, ended, settlement, endpoint } = await withHead();
    const results = await ended(
      Promise.all([one.settle(settlement(0)), one.settle(settlement(1))]),
    );
    assert.deepEqual(
      results.map(({ kind }) => kind),
      ['fenced', 'settled'],
    );
    assert.ok(endpoint.key > 0);
  });

  test('a worker that is cut off is refused, and fenced after a take-over', async () => {
    const { one, two, ended, pass, settlement } = await withHead();
    const { machine } = one.life;
    assert.ok(machine !== undefined);
    machine.cut = 'refused';
    await assert.rejects(ended(one.own(NOTHING)), { code: 'STORAGE_UNAVAILABLE' });
    await assert.rejects(ended(one.settle(settlement(1))), { code: 'STORAGE_UNAVAILABLE' });
    await pass(LEASE_MS + 1_000);
    assert.equal((await ended(two.own(NOTHING))).shards.size, SHARDS);
    machine.cut = null;
    assert.deepEqual(await ended(one.settle(settlement(1))), { kind: 'fenced' });
  });
});

describe('news to the others', () => {
  test('new heads and changes are told to others, not to the process that made them', async () => {
    const { worker, ended, pass } = setup();
    const [one, two] = [worker(), worker()];
    const heard: (News | 'all')[] = [];
    one.watch(() => assert.fail('it told itself'));
    two.watch((news) => heard.push(news));
    const project = await ended(
      one.ensureProject({ name: 'default', settings: PROJECT_DEFAULTS, nowMs: START_WALL_MS }),
    );
    const { key } = await ended(
      one.createEndpoint({
        projectKey: project.key,
        settings: settingsOf(),
        enabled: true,
        audit: AUDIT,
      }),
    );
    await pass(1_000);
    assert.deepEqual(heard, [{ heads: [], changed: [key], shards: false }]);
  });

  test('a process that heard nothing for a while is told to read everything again', async () => {
    const { worker, ended, pass, news } = setup();
    const [one, two] = [worker(), worker()];
    const heard: (News | 'all')[] = [];
    two.watch((told) => heard.push(told));
    const { machine } = two.life;
    assert.ok(machine !== undefined);
    machine.deaf = true;
    await ended(one.own(NOTHING));
    await pass(1_000);
    machine.deaf = false;
    news.reconnect(machine);
    await pass(10_000);
    assert.deepEqual(heard, ['all']);
  });
});
