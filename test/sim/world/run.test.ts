/** Whole runs of small scripts: every acknowledged report arrives, whatever fails on the way. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { History } from '../../../sim/history.ts';
import type { Step } from '../../../sim/script/script.ts';
import { runScript } from '../../../sim/world/run.ts';
import { all, PLAN, scriptWith } from './given.ts';

/**
 * For each acknowledged trigger at each endpoint: the processed requests, or the lanes without one.
 */
function missing(history: History, endpoints: readonly number[]): string[] {
  const processed = new Set(all(history, 'processed').map(({ send }) => send));
  const had = new Set(
    all(history, 'sent')
      .filter(({ send }) => processed.has(send))
      .map(({ endpoint, callId, trigger }) => `${endpoint} ${callId} ${trigger}`),
  );
  return all(history, 'acknowledged').flatMap(({ callId, triggers }) =>
    triggers.flatMap((trigger) =>
      endpoints
        .map((endpoint) => `${endpoint} ${callId} ${trigger}`)
        .filter((wanted) => !had.has(wanted)),
    ),
  );
}

function assertAtRest({ rest }: History): void {
  assert.deepEqual(rest.laneFaults, []);
  assert.deepEqual(rest.networkFaults, []);
  assert.deepEqual(rest.crashes, []);
  assert.deepEqual(rest.gauges, { inFlight: 0, residentHeads: 0 });
  assert.equal(rest.drained, true);
}

test('without trouble each delivery is sent once and processed once', async () => {
  const history = await runScript(scriptWith([]));
  assertAtRest(history);
  assert.equal(all(history, 'acknowledged').length, 20);
  assert.equal(all(history, 'sent').length, 60);
  assert.deepEqual(missing(history, [1, 2]), []);
  assert.ok(history.rest.deliveries.every(({ state }) => state === 'delivered'));
  assert.ok(
    all(history, 'sent').every(({ olderOpen, stored }) => olderOpen === 0 && stored === 'due'),
  );
});

test('with crashes all that was acknowledged arrives, and two runs have one hash', async () => {
  const steps: Step[] = [700, 1_500, 2_300, 3_100].map((atMs) => ({
    atMs,
    do: 'crash',
    downMs: 300,
  }));
  const script = scriptWith(steps);
  const history = await runScript(script);
  assertAtRest(history);
  assert.equal(all(history, 'crashed').length, 4);
  assert.equal(all(history, 'started').length, 5);
  assert.equal(all(history, 'acknowledged').length, 20);
  assert.deepEqual(missing(history, [1, 2]), []);
  const again = await runScript(script);
  assert.equal(again.hash, history.hash);
  assert.notEqual((await runScript({ ...script, seed: 12 })).hash, history.hash);
});

test('a graceful stop waits for requests in flight, and sends nothing twice', async () => {
  const history = await runScript(scriptWith([{ atMs: 1_600, do: 'stop', downMs: 1_000 }]));
  assertAtRest(history);
  const [stopping] = all(history, 'stopping');
  const [stopped] = all(history, 'stopped');
  assert.ok(stopping !== undefined && stopped !== undefined && stopped.ms >= stopping.ms);
  assert.equal(all(history, 'sent').length, 60);
  assert.deepEqual(missing(history, [1, 2]), []);
});

test('a lost answer makes the platform repeat its report, which fires nothing twice', async () => {
  const { steps, ...rest } = scriptWith([]);
  const lossy = steps.map((step) => (step.do === 'call' ? { ...step, lostAnswers: 60 } : step));
  const history = await runScript({ ...rest, steps: lossy });
  assertAtRest(history);
  assert.ok(all(history, 'reported').some(({ tries }) => tries > 1));
  assert.equal(all(history, 'acknowledged').length, 20);
  assert.equal(history.rest.deliveries.length, 60);
});

test('a full disk refuses reports until it has room, and then accepts them', async () => {
  const history = await runScript(
    scriptWith([{ atMs: 500, do: 'disk', fault: 'full', forMs: 8_000 }]),
  );
  assertAtRest(history);
  assert.ok(all(history, 'reported').some(({ tries }) => tries > 1));
  assert.deepEqual(missing(history, [1, 2]), []);
});

test('deliveries held for a disabled endpoint are sent after the healing', async () => {
  const history = await runScript(scriptWith([{ atMs: 1_000, do: 'disable', endpoint: 1 }]));
  assertAtRest(history);
  const [done] = all(history, 'operated');
  assert.deepEqual([done?.action, done?.result, done?.endpoint], ['disable', 'done', 2]);
  assert.deepEqual(missing(history, [1, 2]), []);
  const healed = all(history, 'healed')[0]?.ms ?? 0;
  assert.ok(all(history, 'sent').some(({ ms, endpoint }) => ms > healed && endpoint === 2));
});

test('a receiver in trouble gets its retries, and each mode is noted', async () => {
  const mode = { kind: 'status', status: 500, share: 100 } as const;
  const history = await runScript(
    scriptWith([{ atMs: 200, do: 'receiver', endpoint: 0, mode, forMs: 4_000 }]),
  );
  assertAtRest(history);
  assert.deepEqual(
    all(history, 'receiver').map((each) => each.mode?.kind ?? null),
    ['status', null],
  );
  assert.ok(all(history, 'sent').some(({ attempt }) => attempt > 1));
  const failed = history.rest.deliveries.flatMap(({ attempts }) => attempts);
  assert.ok(failed.some(({ outcome }) => outcome === 'retryable'));
});

test('an operator makes, edits, retries and deletes through the services', async () => {
  const history = await runScript(
    scriptWith([
      { atMs: 100, do: 'create', plan: PLAN },
      { atMs: 3_000, do: 'edit', endpoint: 2, change: { timeoutMs: 2_000 } },
      { atMs: 8_000, do: 'retry', pick: 4 },
      { atMs: 9_000, do: 'cancel', pick: 4 },
      { atMs: 10_000, do: 'delete', endpoint: 2 },
      { atMs: 11_000, do: 'disable', endpoint: 7 },
    ]),
  );
  assertAtRest(history);
  const ended = all(history, 'operated').map(({ action, result, detail }) =>
    `${action} ${result} ${detail}`.trim(),
  );
  assert.deepEqual(ended, [
    'create done',
    'edit done',
    'retry done',
    'cancel refused DELIVERY_STATE',
    'delete done',
    'disable refused NOTHING_THERE',
  ]);
  assert.ok(all(history, 'sent').some(({ endpoint }) => endpoint === 3));
});

test('a burst of thousands of calls drains', async () => {
  const history = await runScript(
    scriptWith([{ atMs: 0, do: 'burst', from: 100, calls: 2_000, statuses: ['CALLING'] }]),
  );
  assertAtRest(history);
  assert.equal(all(history, 'acknowledged').length, 2_020);
  assert.equal(history.rest.deliveries.length, 4_060);
});

test('a run leaves no listener and no handle behind', async () => {
  const before = process.listenerCount('unhandledRejection');
  await runScript(scriptWith([{ atMs: 900, do: 'crash', downMs: 100 }]));
  assert.equal(process.listenerCount('unhandledRejection'), before);
  assert.deepEqual(
    process.getActiveResourcesInfo().filter((name) => /Timeout|Worker|TCP/.test(name)),
    [],
  );
});

test('a delivery cancelled in flight and retried by hand gets its attempt', async () => {
  const timeoutMs = 1_000;
  const endpoint = 0;
  const slow = { kind: 'slow', latencyMs: 3_000 } as const;
  const history = await runScript(
    scriptWith(
      [
        { atMs: 0, do: 'receiver', endpoint, mode: slow, forMs: 20_000 },
        { atMs: 500, do: 'edit', endpoint, change: { triggers: ['ACW_COMPLETED'] } },
        { atMs: 700, do: 'retry-many', endpoint, cancelled: true },
      ],
      { endpoints: [{ ...PLAN, timeoutMs }] },
    ),
  );
  assertAtRest(history);
  const settled = all(history, 'committed').filter(({ name }) => name === 'settle');
  const kinds = settled.map(({ value }) => Object(value).kind);
  assert.ok(kinds.includes('reopened'), kinds.join());
  const byHand = history.rest.deliveries.filter(({ attempts }) => attempts.at(-1)?.manual);
  assert.ok(byHand.length > 0);
});
