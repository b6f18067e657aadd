/**
 * Several processes at after-call work on one PostgreSQL, one of which dies in the middle of it:
 * each run is launched once and ends once, with one result and one ACW_COMPLETED, whoever claims,
 * posts or gives up at the same moment.
 */
import assert from 'node:assert/strict';
import { after, before, describe, type TestContext, test } from 'node:test';
import { DEFAULT_SCORECARD } from '../../../src/core/acw/default-scorecard.ts';
import { SAMPLE_LOG } from '../../../src/core/acw/sample-log.ts';
import { PROJECT_DEFAULTS } from '../../../src/core/project/project.ts';
import type { Run } from '../../../src/engine/ports/acw-store.ts';
import { openPostgresStore } from '../../../src/store/postgres/store.ts';
import { type PostgresServer, startPostgres } from '../../support/postgres.ts';
import { ManualClock } from '../manual-clock.ts';
import { AcwRig, START_MS } from './setup.ts';

const CALLS = Array.from({ length: 20 }, (_, index) => `call_${index}`);
/** Of each call: an analyzer, an evaluator that is ticked twice, an agent of our own. */
const RUNS_OF_CALL = 4;
const DEADLINE_MS = 300_000;
/** The server's own time passes while ours stands still; nobody takes what is leased. */
const LEASE_MS = 3_600_000;
const TEXT = JSON.stringify(SAMPLE_LOG);

/** The first sends; the others see to runs, and what `dying` begins it never ends. */
interface Processes {
  readonly sender: AcwRig;
  readonly dying: AcwRig;
  readonly others: readonly [AcwRig, AcwRig];
}

async function processesOn(t: TestContext, url: string): Promise<Processes> {
  const clock = new ManualClock(START_MS);
  const open = (workerName: string) =>
    openPostgresStore({ url, clock, workerName, leaseMs: LEASE_MS });
  const [first, ...rest] = await Promise.all(['sender', 'dying', 'one', 'two'].map(open));
  assert.ok(first !== undefined);
  const { key } = await first.ensureProject('default', PROJECT_DEFAULTS, START_MS);
  await first.createScorecard(key, DEFAULT_SCORECARD, null, START_MS);
  const sender = new AcwRig(clock, first, key, {});
  const [dying, one, two] = rest.map((store, index) =>
    index === 0
      ? new AcwRig(clock, store, key, { builtIn: () => ({ work: () => new Promise(() => {}) }) })
      : new AcwRig(clock, store, key, {}),
  );
  assert.ok(dying !== undefined && one !== undefined && two !== undefined);
  t.after(async () => {
    const stopped = Promise.all([one.runner.stop(), two.runner.stop(), sender.dispatcher.stop()]);
    await clock.advance(60_000, () => quiet([sender, one, two]));
    await stopped;
    await Promise.all([first, ...rest].map((store) => store.close()));
  });
  return { sender, dying, others: [one, two] };
}

/** Until none of them does anything: what one has done may have been news for another. */
async function quiet(rigs: readonly AcwRig[]): Promise<void> {
  for (const rig of [...rigs, ...rigs]) await rig.settled();
}

async function endpoints(sender: AcwRig) {
  const both = ['OUTBOUND_CALL_COMPLETED', 'CALL_LOG_CREATED'] as const;
  const listener = await sender.endpoint('custom', { triggers: ['ACW_COMPLETED'] });
  await sender.endpoint('builtin-analyzer');
  await sender.endpoint('builtin-evaluator', { triggers: both });
  const agent = { deadlineMs: DEADLINE_MS };
  return { listener, own: await sender.endpoint('self-provided-agent', { agent }) };
}

/** The same result by two processes at once: one takes it, the other knows it. */
async function post([one, two]: Processes['others'], acwAgentId: string, callId: string) {
  const nothing = { acwRunId: null, isError: false, errors: [], engine: null };
  const input = { ...nothing, callId, acwAgentId, result: '{"mood":"calm"}' };
  const told = await Promise.all([one, two].map((rig) => rig.results.post(rig.project, input)));
  assert.deepEqual(told.map(({ created }) => created).toSorted(), [false, true], callId);
}

function ends(rigs: readonly AcwRig[]): number {
  return rigs.flatMap(({ events }) => events.filter(({ name }) => name === 'run.ended')).length;
}

function stateOf({ state, reason }: Run): string {
  return reason === null ? state : `${state} ${reason}`;
}

describe('several processes at after-call work', () => {
  let server: PostgresServer;
  before(async () => {
    server = await startPostgres();
  });
  after(() => server.close());

  test('each run is launched once and ends once, though one of them dies', async (t) => {
    const processes = await processesOn(t, await server.newDatabase());
    const { sender, dying, others } = processes;
    const workers = [dying, ...others];
    const all = [sender, ...workers];
    const advance = (byMs: number) => sender.clock.advance(byMs, () => quiet(all));
    await sender.dispatcher.start();
    const { listener, own } = await endpoints(sender);
    for (const callId of CALLS) await sender.report(callId, 'CALLING', 'COMPLETED');
    await advance(5_000);
    assert.equal((await sender.allRuns()).length, CALLS.length * RUNS_OF_CALL);

    // Every log is there when all of them look for the first time, at the same moment.
    const log = { projectKey: sender.project, direction: 'OUTBOUND', body: TEXT, turns: 9 };
    const facts = { ...log, bytes: TEXT.length, seen: null, nowMs: sender.clock.wallMs() };
    for (const callId of CALLS) await sender.store.putCallLog({ ...facts, callId });
    for (const { runner } of workers) runner.start();
    await quiet(all);
    t.diagnostic(`${dying.runner.gauges().runsInWork} in the hands of the one that dies`);
    dying.die();
    await Promise.all(CALLS.slice(0, 10).map((callId) => post(others, own.id, callId)));
    // Its claims run out.
    await advance(60_000);
    const builtIn = (await sender.allRuns()).filter(({ kind }) => kind !== own.kind);
    assert.deepEqual([...new Set(builtIn.map(stateOf))], ['SUCCEEDED']);

    await advance(DEADLINE_MS);
    const runs = await sender.allRuns();
    const answered = (run: Run) => run.kind !== own.kind || CALLS.indexOf(run.callId) < 10;
    for (const run of runs) {
      assert.equal(stateOf(run), answered(run) ? 'SUCCEEDED' : 'FAILED DEADLINE_PASSED');
    }
    assert.equal(ends(all), runs.length, 'each end is told by one process');
    await assertToldOnce(sender, runs, listener.id, own.id);
  });
});

async function assertToldOnce(
  sender: AcwRig,
  runs: readonly Run[],
  listenerId: string,
  ownId: string,
): Promise<void> {
  const { receiver, store, project } = sender;
  const sentTo = (id: string) =>
    receiver.sent.flatMap(({ request }) => (request.endpoint.id === id ? [request] : []));
  const launches = sentTo(ownId).map(({ deliveryId }) => deliveryId);
  assert.equal(launches.length, CALLS.length);
  assert.equal(new Set(launches).size, CALLS.length, 'each launch is sent once');
  const told = sentTo(listenerId).map(({ body }) => JSON.parse(body).data.acwResultId);
  assert.equal(told.length, runs.length);
  assert.equal(new Set(told).size, runs.length, 'each result is told of once');
  for (const callId of CALLS) {
    assert.equal((await store.results(project, callId, null, 100)).length, RUNS_OF_CALL);
    const fired = await sender.fired(callId);
    const completed = fired.filter((trigger) => trigger === 'ACW_COMPLETED');
    assert.equal(completed.length, RUNS_OF_CALL, callId);
    const places = sentTo(listenerId).filter((request) => request.callId === callId);
    assert.deepEqual(
      places.map(({ sequence }) => sequence),
      [1, 2, 3, 4],
      'in the order of its lane',
    );
  }
  assert.deepEqual(receiver.faults, []);
}
