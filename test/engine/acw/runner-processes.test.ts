/**
 * Several processes at after-call work on one PostgreSQL, one of which dies in the middle of it: no
 * run is claimed by two at once, each ends once, with one result and one ACW_COMPLETED, even if
 * processes claim, post and give up at the same moment. The test makes that moment: another session
 * holds locks until all of them wait between their reads and their writes.
 */
import assert from 'node:assert/strict';
import { after, before, describe, type TestContext, test } from 'node:test';
import pg from 'pg';
import { SAMPLE_LOG } from '../../../src/acw/call-log/sample-log.ts';
import { DEFAULT_SCORECARD } from '../../../src/acw/evaluation/default-scorecard.ts';
import type { RunKey } from '../../../src/core/id.ts';
import { PROJECT_DEFAULTS } from '../../../src/core/project/project.ts';
import { failedEnd } from '../../../src/engine/acw/built-in.ts';
import {
  CLAIM_BATCH,
  CLAIM_MS,
  QUEUE_MAX,
  RUNNER_LIMITS,
} from '../../../src/engine/acw/runner-limits.ts';
import type { Run } from '../../../src/engine/ports/acw-store.ts';
import type { Store } from '../../../src/engine/ports/store.ts';
import { openPostgresStore } from '../../../src/store/postgres/store.ts';
import { type PostgresServer, startPostgres } from '../../support/postgres.ts';
import { ManualClock } from '../manual-clock.ts';
import { AcwRig, START_MS } from './setup.ts';

const CALLS = Array.from({ length: 20 }, (_, index) => `call_${index}`);
/** Calls for which the agent's result is posted. */
const ANSWERED = CALLS.slice(0, 10);
/** For each call: an analyzer and an evaluator, each subscribed to two of its triggers. */
const BUILT_IN_OF_CALL = 4;
const RUNS_OF_CALL = BUILT_IN_OF_CALL + 1;
/** Each of three takes a whole batch at its first look, the last of them the rest. */
const FIRST_LOOKS = [CALLS.length * BUILT_IN_OF_CALL - 2 * CLAIM_BATCH, CLAIM_BATCH, CLAIM_BATCH];
/** How many claimed runs a process keeps; it gives back the others. */
const KEPT = RUNNER_LIMITS.inWorkMax + QUEUE_MAX;
const DEADLINE_MS = 300_000;
/** The server's clock runs while the test's stands still; leases must not end meanwhile. */
const LEASE_MS = 3_600_000;
const TEXT = JSON.stringify(SAMPLE_LOG);
const ASKED_MAX = 20_000;

/** A claim: its process, its run, and when, by the clock of the test. */
interface Claim {
  readonly by: string;
  readonly run: RunKey;
  readonly claim: number;
  readonly atMs: number;
}

/** `sender` sends; the others work on runs, and `dying` never ends what it begins. */
interface Processes {
  readonly sender: AcwRig;
  readonly dying: AcwRig;
  readonly others: readonly [AcwRig, AcwRig];
  readonly claims: readonly Claim[];
  /** `others` await it before each run that they work on. */
  readonly atWork: { before: () => Promise<void> };
}

async function processesOn(t: TestContext, url: string): Promise<Processes> {
  const clock = new ManualClock(START_MS);
  const claims: Claim[] = [];
  const open = async (workerName: string) => {
    const store = await openPostgresStore({ url, clock, workerName, leaseMs: LEASE_MS });
    return noting(store, (run, claim) =>
      claims.push({ by: workerName, run, claim, atMs: clock.wallMs() }),
    );
  };
  const stores = await Promise.all((['sender', 'dying', 'one', 'two'] as const).map(open));
  const [first, second, third, fourth] = stores;
  assert.ok(first && second && third && fourth);
  const { key } = await first.ensureProject({
    name: 'default',
    settings: PROJECT_DEFAULTS,
    nowMs: START_MS,
  });
  await first.createScorecard({
    projectKey: key,
    settings: DEFAULT_SCORECARD,
    audit: null,
    nowMs: START_MS,
  });
  const atWork: Processes['atWork'] = { before: async () => {} };
  const living = (store: Store) =>
    new AcwRig(clock, store, key, {
      builtIn: (real) => ({
        work: async (...given) => {
          await atWork.before();
          return real.work(...given);
        },
      }),
    });
  const sender = new AcwRig(clock, first, key, {});
  const never = { work: () => new Promise<never>(() => {}) };
  const dying = new AcwRig(clock, second, key, { builtIn: () => never });
  const [one, two] = [living(third), living(fourth)];
  t.after(async () => {
    const stopped = Promise.all([one.runner.stop(), two.runner.stop(), sender.dispatcher.stop()]);
    await clock.advance(60_000, () => quiet([sender, one, two]));
    await stopped;
    await Promise.all(stores.map((store) => store.close()));
  });
  return { sender, dying, others: [one, two], claims, atWork };
}

function noting(real: Store, note: (run: RunKey, claim: number) => void): Store {
  const claimRuns: Store['claimRuns'] = async (wanted) => {
    const runs = await real.claimRuns(wanted);
    for (const { key, claim } of runs) note(key, claim);
    return runs;
  };
  return new Proxy(real, {
    get: (target, name: keyof Store) => (name === 'claimRuns' ? claimRuns : target[name]),
  });
}

/**
 * Begins `begin` while another session holds the locks of `hold`, and releases them once `count`
 * sessions wait: all of them have then read the same state.
 */
async function atOnce<Begun>(
  url: string,
  hold: string,
  count: number,
  begin: () => Begun,
): Promise<Begun> {
  const holder = new pg.Client({ connectionString: url });
  const asker = new pg.Client({ connectionString: url });
  await Promise.all([holder.connect(), asker.connect()]);
  try {
    await holder.query('begin');
    await holder.query(hold);
    const begun = begin();
    const waiting = `select count(*)::int n from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    for (let asked = 1; ; asked += 1) {
      const { rows } = await asker.query(waiting);
      if (rows[0]?.n === count) break;
      assert.ok(asked < ASKED_MAX, `${rows[0]?.n} of ${count} wait`);
    }
    await holder.query('commit');
    return begun;
  } finally {
    await Promise.all([holder.end(), asker.end()]);
  }
}

/** Waits until all are idle, twice: the work of one may be news for another. */
async function quiet(rigs: readonly AcwRig[]): Promise<void> {
  for (const rig of [...rigs, ...rigs]) await rig.settled();
}

async function endpoints(sender: AcwRig) {
  const both = ['OUTBOUND_CALL_COMPLETED', 'CALL_LOG_CREATED'] as const;
  const listener = await sender.endpoint('custom', { triggers: ['ACW_COMPLETED'] });
  await sender.endpoint('builtin-analyzer', { triggers: both });
  await sender.endpoint('builtin-evaluator', { triggers: both });
  const agent = { deadlineMs: DEADLINE_MS };
  return { listener, own: await sender.endpoint('self-provided-agent', { agent }) };
}

/** Two processes post the same result, and both found the run open: one stores it, one knows it. */
async function post(
  url: string,
  [one, two]: Processes['others'],
  acwAgentId: string,
  callId: string,
): Promise<void> {
  const nothing = { acwRunId: null, isError: false, errors: [], engine: null };
  const input = { ...nothing, callId, acwAgentId, result: '{"mood":"calm"}' };
  const posts = () => [one, two].map((rig) => rig.results.post(rig.project, input));
  const told = await Promise.all(await atOnce(url, 'select key from calls for update', 2, posts));
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

  test('a run is claimed by one at a time and ends once, though one of them dies', async (t) => {
    const url = await server.newDatabase();
    const processes = await processesOn(t, url);
    const { sender, dying, others, claims, atWork } = processes;
    const workers = [dying, ...others];
    const all = [sender, ...workers];
    const advance = (byMs: number) => sender.clock.advance(byMs, () => quiet(all));
    let works = 0;
    atWork.before = async () => {
      works += 1;
    };
    await sender.dispatcher.start();
    const { listener, own } = await endpoints(sender);
    for (const callId of CALLS) await sender.report(callId, 'CALLING', 'COMPLETED');
    await advance(5_000);
    assert.equal((await sender.allRuns()).length, CALLS.length * RUNS_OF_CALL);

    // Every log is stored before the processes first look.
    const log = { projectKey: sender.project, direction: 'OUTBOUND', body: TEXT, turns: 9 };
    const facts = { ...log, bytes: TEXT.length, seen: null, nowMs: sender.clock.wallMs() };
    for (const callId of CALLS) await sender.store.putCallLog({ ...facts, callId });
    const start = () => workers.map(({ runner }) => runner.start());
    // The lock lets them read, and none of them write.
    await atOnce(url, 'lock table runs in share mode', workers.length, start);
    await quiet(all);
    const diedAtMs = sender.clock.wallMs();
    assertClaimedApart(claims);
    assert.equal(dying.runner.gauges().runsInWork, RUNNER_LIMITS.inWorkMax);
    dying.die();
    for (const callId of ANSWERED) await post(url, others, own.id, callId);

    // What was given back is done; what the dead one kept stays until its claims expire.
    await advance(CLAIM_MS - 10_000);
    const builtIn = async () => (await sender.allRuns()).filter(({ kind }) => kind !== own.kind);
    const open = async () => (await builtIn()).filter(({ finishedAtMs }) => finishedAtMs === null);
    let kept = await open();
    // The work on a log takes real time, not time of the test's clock.
    for (; kept.length > KEPT; kept = await open()) await quiet(all);
    const dead = claims.filter(({ by, run }) => by === 'dying' && kept.some(isOf(run)));
    assert.deepEqual([kept.length, dead.length], [KEPT, KEPT]);
    // Then the last writes of the dead process arrive, while others work on its runs.
    const late: string[] = [];
    atWork.before = async () => {
      works += 1;
      if (works === CALLS.length * BUILT_IN_OF_CALL - KEPT + 1) late.push(...(await lastWords()));
    };
    const end = failedEnd('INTERNAL');
    const lastWords = () =>
      Promise.all(
        dead.map(async ({ run, claim }) => {
          return (await dying.store.finishRun({ run, claim, end, nowMs: sender.clock.wallMs() }))
            .kind;
        }),
      );
    await advance(CLAIM_MS);
    assert.deepEqual(late, Array(KEPT).fill('closed'));
    assert.deepEqual([...new Set((await builtIn()).map(stateOf))], ['SUCCEEDED']);
    const again = claims.filter(({ by, run }) => by !== 'dying' && kept.some(isOf(run)));
    assert.equal(again.length, KEPT, 'each of them is taken over once');
    assert.ok(again.every(({ atMs }) => atMs >= diedAtMs + CLAIM_MS));
    assert.equal(works, CALLS.length * BUILT_IN_OF_CALL, 'nothing is worked on twice');

    await advance(DEADLINE_MS);
    const runs = await sender.allRuns();
    const answered = (run: Run) => run.kind !== own.kind || ANSWERED.includes(run.callId);
    for (const run of runs) {
      assert.equal(stateOf(run), answered(run) ? 'SUCCEEDED' : 'FAILED DEADLINE_PASSED');
    }
    assert.equal(ends(all), runs.length, 'each end is told by one process');
    await assertToldOnce(sender, runs, listener.id, own.id);
  });
});

/** After the first look of each process all runs are claimed, none by two. */
function assertClaimedApart(claims: readonly Claim[]): void {
  const looks = Object.values(Object.groupBy(claims, ({ by }) => by));
  const sizes = looks.map((look) => look?.length ?? 0).toSorted((a, b) => a - b);
  assert.deepEqual(sizes, FIRST_LOOKS);
  const runs = new Set(claims.map(({ run }) => run));
  assert.equal(runs.size, claims.length, 'no run is claimed by two at once');
}

function isOf(run: RunKey) {
  return ({ key }: Run) => key === run;
}

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
    assert.equal(
      (await store.results({ projectKey: project, callId, beforeKey: null, limit: 100 })).length,
      RUNS_OF_CALL,
    );
    const fired = await sender.fired(callId);
    const completed = fired.filter((trigger) => trigger === 'ACW_COMPLETED');
    assert.equal(completed.length, RUNS_OF_CALL, callId);
    const places = sentTo(listenerId).filter((request) => request.callId === callId);
    assert.deepEqual(
      places.map(({ sequence }) => sequence),
      Array.from({ length: RUNS_OF_CALL }, (_, index) => index + 1),
      'in the order of its lane',
    );
  }
  assert.deepEqual(receiver.faults, []);
}
