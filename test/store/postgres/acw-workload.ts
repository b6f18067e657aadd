/**
 * The operations of after-call work, each with its highest cost on the history of `million.ts`:
 * rows read, pages touched.
 */
import assert from 'node:assert/strict';
import { asKey, type EndpointKey, type ProjectKey, type RunKey } from '../../../src/core/id.ts';
import type { PostedResult, RunFilter, RunWork } from '../../../src/engine/ports/acw-store.ts';
import type { Store } from '../../../src/engine/ports/store.ts';
import { FAILED, NO_RUN_FILTER, SUCCEEDED } from '../conformance/acw-given.ts';
import { DAY_MS } from '../given.ts';
import { audit } from './accept/accept-given.ts';
import { AGENT, CALLS, END_MS } from './million.ts';
import type { Work } from './watched.ts';

const PROJECT = asKey<ProjectKey>(1);
const ENDPOINT = asKey<EndpointKey>(AGENT);
const NOW_MS = END_MS + DAY_MS;
const PAGE = 50;
const FEW = { rows: 100, pages: 300 };

export function afterCallWork(store: Store, round: number): readonly Work[] {
  return [...onRuns(store), ...posting(store, round), ...onLogs(store, round), ...listing(store)];
}

function onRuns(store: Store): readonly Work[] {
  let works: readonly RunWork[] = [];
  const claim = async () => {
    works = await store.claimRuns({ nowMs: NOW_MS, claimMs: DAY_MS, limit: 50 });
    assert.ok(works.length > 0);
  };
  const finish = async () => {
    const [one, two] = works;
    assert.ok(one !== undefined && two !== undefined);
    const ended = await store.finishRun({
      run: one.key,
      claim: one.claim,
      end: SUCCEEDED,
      nowMs: NOW_MS,
    });
    const dueAtMs = NOW_MS + DAY_MS;
    const wait = { state: 'WAITING_CALL_LOG', dueAtMs, giveUpAtMs: dueAtMs } as const;
    assert.equal(ended.kind, 'finished');
    assert.ok(
      await store.moveRun({
        run: two.key,
        claim: two.claim,
        to: { ...wait, callLogVersion: null },
      }),
    );
  };
  return [
    { name: 'the next run', rows: 5, pages: 100, run: () => store.nextRunAtMs() },
    { name: 'runs are claimed', rows: 3_000, pages: 6_000, run: claim },
    // The project has 190 endpoints that may be subscribed to the trigger.
    { name: 'a run ends, another waits', rows: 500, pages: 1_000, run: finish },
    {
      name: 'runs are dated anew',
      rows: 1_000,
      pages: 4_000,
      run: () => store.repairRuns({ nowMs: NOW_MS - 400 * DAY_MS, aheadMs: 60_000, limit: 100 }),
    },
    { name: 'open runs', rows: 2_000, pages: 4_000, run: () => store.openRuns(1_000) },
  ];
}

function posting(store: Store, round: number): readonly Work[] {
  const n = CALLS / 2 + 3 + 100 * round;
  const of = { projectKey: PROJECT, endpoint: ENDPOINT, run: null, fingerprint: 'f' };
  const post = (callId: string, kind: string) => async () => {
    const posted: PostedResult = { ...FAILED, ...of, callId, nowMs: NOW_MS };
    assert.equal((await store.postResult(posted)).kind, kind);
  };
  const again = async () => {
    const wanted = { callId: `call_${n + 1}`, endpoint: ENDPOINT, run: null };
    assert.ok(
      (await store.launchAgain({
        projectKey: PROJECT,
        ...wanted,
        audit: audit(NOW_MS),
        nowMs: NOW_MS,
      })) !== null,
    );
  };
  return [
    {
      name: 'a result is posted',
      rows: 500,
      pages: 1_000,
      run: post(`call_${n}`, 'created'),
    },
    { name: 'a result is repeated', ...FEW, run: post(`call_${n}`, 'repeated') },
    { name: 'a result of no call', ...FEW, run: post('none', 'not-found') },
    { name: 'a run by hand', ...FEW, run: again },
  ];
}

function onLogs(store: Store, round: number): readonly Work[] {
  const put = async () => {
    const log = { projectKey: PROJECT, direction: 'OUTBOUND', body: '{}', bytes: 2, turns: 0 };
    for (const callId of [`call_${5 + 100 * round}`, `new_${round}`]) {
      const answer = await store.putCallLog({ ...log, callId, seen: null, nowMs: NOW_MS });
      assert.equal(answer.kind, 'stored');
    }
  };
  const callId = 'call_77';
  return [
    { name: 'call logs are stored', ...FEW, run: put },
    {
      name: 'a call log',
      rows: 5,
      pages: 50,
      run: () => store.callLog({ projectKey: PROJECT, callId }),
    },
    {
      name: 'facts of a log',
      rows: 5,
      pages: 50,
      run: () => store.callLogFacts({ projectKey: PROJECT, callId }),
    },
    {
      name: 'what is said of a log that is not there',
      rows: 10,
      pages: 100,
      run: () => store.callLogOutlook({ projectKey: PROJECT, callId }),
    },
  ];
}

function listing(store: Store): readonly Work[] {
  const page = { rows: 20 * PAGE, pages: 4_000 };
  const runs = (name: string, filter: Partial<RunFilter>, before: number | null = null): Work => ({
    name: `runs: ${name}`,
    ...page,
    run: () =>
      store.runs({
        projectKey: PROJECT,
        filter: { ...NO_RUN_FILTER, ...filter },
        beforeKey: before === null ? null : asKey<RunKey>(before),
        limit: PAGE,
      }),
  });
  return [
    runs('the newest', {}),
    runs('a page in the middle', {}, CALLS * 5),
    runs('of a call', { callId: 'call_77' }),
    runs('of an agent', { endpoint: ENDPOINT }),
    runs('failed', { states: ['FAILED'] }),
    runs('unfinished', { states: ['QUEUED', 'RUNNING', 'WAITING_CALL_LOG'] }),
    { name: 'a run', ...FEW, run: () => store.run({ projectKey: PROJECT, key: asKey(770) }) },
    { name: 'a result', ...FEW, run: () => store.result({ projectKey: PROJECT, key: asKey(77) }) },
    {
      name: 'results of a call',
      ...FEW,
      run: () =>
        store.results({ projectKey: PROJECT, callId: 'call_77', beforeKey: null, limit: PAGE }),
    },
  ];
}
