/**
 * A call deleted by request, in any store: none of its data is left in any table, its lanes leave
 * no trace in others, its requests in flight settle nothing, and none of it comes back.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { hashedName } from '../../../src/store/operation/call/call-naming.ts';
import { type Bench, benchOf, DAY_MS, type OpenStore, START_MS } from '../given.ts';
import { otherProject } from '../other-project.ts';
import {
  analyzer,
  claimOne,
  launch,
  listener,
  ownAgent,
  runningMove,
  runOf,
  SUCCEEDED,
  settled,
  waiting,
} from './acw-given.ts';
import { CANARY, fill, logOf } from './call-deletion-given.ts';

const CALL = `${CANARY}-call`;

export function callDeletionConformance(open: OpenStore): void {
  describe('a call deleted by request', () => {
    test('no table holds any of its words afterwards, whatever had been done with it', async () => {
      const bench = await benchOf(open);
      await fill(bench, CALL);
      assert.ok((await bench.dump()).includes(CANARY));
      assert.equal((await remove(bench, CALL)).kind, 'deleted');
      const left = (await bench.dump()).split('\n').filter((row) => row.includes(CANARY));
      assert.deepEqual(left, []);
      const trail = await bench.store.audit({
        projectKey: bench.project,
        beforeKey: null,
        limit: 50,
      });
      const named = trail.filter(({ target }) => target === hashedName(CALL));
      assert.deepEqual(
        named.map(({ action }) => action),
        ['call.deleted', 'call-log.deleted', 'call.replayed'],
      );
      const [job] = await bench.store.bulkJobs({
        projectKey: bench.project,
        beforeKey: null,
        limit: 1,
      });
      assert.deepEqual(job?.asked, { callId: hashedName(CALL), state: ['exhausted'] });
      await bench.close();
    });

    test('S12.27: a source request stored late is dropped if its call is gone', async () => {
      const bench = await benchOf(open);
      const { store, project } = bench;
      await bench.report(CALL, 'CALLING');
      await remove(bench, CALL);
      const made = { name: 'Twilio', adapter: 'twilio', secret: 'sealed', publicUrl: null };
      const audit = bench.audit();
      const { key } = await store.createSource({ projectKey: project, source: made, audit });
      const note = { atMs: START_MS, body: 'x=1', proven: true };
      const requests = [
        { ...note, result: 'of both', callIds: [`${CALL}-2`, CALL] },
        { ...note, result: 'of another', callIds: [`${CALL}-2`] },
        { ...note, result: 'of none', callIds: [] },
      ];
      await store.noteSourceRequests({ key, requests });
      const kept = await store.sourceRequests(key);
      assert.deepEqual(
        kept.map(({ result }) => result),
        ['of none', 'of another'],
      );
      await bench.close();
    });

    test('another call and another project keep all of theirs', async () => {
      const bench = await benchOf(open);
      const other = await otherProject(bench);
      await bench.endpoint();
      await bench.report(CALL, 'CALLING');
      await bench.report(`${CALL}-2`, 'CALLING');
      await bench.report(CALL, 'CALLING', {}, other);
      await remove(bench, CALL);
      assert.equal(await bench.store.timeline({ projectKey: bench.project, callId: CALL }), null);
      const kept = await bench.store.timeline({ projectKey: bench.project, callId: `${CALL}-2` });
      assert.deepEqual([kept?.reports.length, kept?.deliveries.length], [1, 1]);
      assert.equal(
        (await bench.store.timeline({ projectKey: other, callId: CALL }))?.reports.length,
        1,
      );
      assert.deepEqual(await bench.faults(), []);
      await bench.close();
    });

    test('the deletion returns endpoints with open deliveries; their backlog falls', async () => {
      const bench = await benchOf(open);
      const { key } = await bench.endpoint();
      const { key: idle } = await bench.endpoint();
      await bench.report(CALL, 'CALLING');
      await bench.report(CALL, 'COMPLETED');
      await bench.report('other', 'CALLING');
      for (;;) {
        const [head] = (await bench.ready(idle)).filter(({ callId }) => callId === CALL);
        if (head === undefined) break;
        await bench.delivered(head);
      }
      const before = await openOf(bench);
      const deletion = await remove(bench, CALL);
      assert.deepEqual(deletion, { kind: 'deleted', endpoints: [key] });
      assert.deepEqual([before - (await openOf(bench)), await openOf(bench)], [3, 2]);
      const heads = await bench.ready(key);
      assert.deepEqual(
        heads.map(({ callId }) => callId),
        ['other'],
      );
      await bench.close();
    });

    test("an attempt in flight settles nothing, but updates its endpoint's health", async () => {
      const bench = await benchOf(open);
      const { key } = await bench.endpoint();
      const [head] = await bench.heads(CALL, 'CALLING');
      assert.ok(head);
      await remove(bench, CALL);
      const lastSuccessAtMs = bench.clock.nowMs;
      const [health] = await bench.store.healthOf({ projectKey: bench.project, endpoints: [key] });
      assert.ok(health === undefined || health.lastSuccessAtMs === null);
      const next = { state: 'delivered', atMs: bench.clock.nowMs, failures: 0 } as const;
      const healthy = { ...HEALTH, lastSuccessAtMs };
      const result = await bench.land(head, 'delivered', next, healthy);
      assert.deepEqual(result, { kind: 'closed', state: 'cancelled', promoted: null });
      assert.deepEqual(await bench.all(), []);
      assert.ok(!(await bench.dump()).includes(CANARY));
      const [after] = await bench.store.healthOf({ projectKey: bench.project, endpoints: [key] });
      assert.equal(after?.lastSuccessAtMs, lastSuccessAtMs);
      await bench.close();
    });

    test('an attempt in flight settles no delivery of the call that comes next', async () => {
      const bench = await benchOf(open);
      await bench.endpoint();
      const [gone] = await bench.heads(CALL, 'CALLING');
      await remove(bench, CALL);
      const [next] = await bench.heads(`${CALL}-2`, 'CALLING');
      assert.ok(gone && next);
      assert.notEqual(next.delivery, gone.delivery);
      assert.notEqual(next.call, gone.call);
      assert.notEqual(next.firing, gone.firing);
      assert.equal((await bench.delivered(gone)).kind, 'closed');
      assert.deepEqual(
        (await bench.all()).map(({ state, attempts }) => [state, attempts]),
        [['due', 0]],
      );
      assert.equal((await bench.delivered(next)).kind, 'settled');
      await bench.close();
    });

    test('a launch in flight and a run at work end nothing; no result is taken', async () => {
      const bench = await benchOf(open);
      const own = await ownAgent(bench);
      await listener(bench);
      const head = await launch(bench, CALL);
      const run = await runOf(bench, head);
      await remove(bench, CALL);
      await settled(bench, head, 'delivered', runningMove(bench));
      assert.equal(await bench.store.run({ projectKey: bench.project, key: run.key }), null);
      for (const named of [{ key: run.key, createdAtMs: run.createdAtMs }, null]) {
        const answer = await bench.store.postResult({
          projectKey: bench.project,
          callId: CALL,
          endpoint: own.key,
          run: named,
          ...SUCCEEDED,
          fingerprint: 'f',
          nowMs: bench.clock.nowMs,
        });
        assert.equal(answer.kind, 'not-found');
      }
      await bench.close();
    });

    test('a built-in agent that works on the call at that moment writes nothing', async () => {
      const bench = await benchOf(open);
      await analyzer(bench);
      await listener(bench);
      await waiting(bench, CALL);
      const work = await claimOne(bench);
      await remove(bench, CALL);
      const { nowMs } = bench.clock;
      const finished = await bench.store.finishRun({
        run: work.key,
        claim: work.claim,
        end: SUCCEEDED,
        nowMs,
      });
      assert.equal(finished.kind, 'closed');
      const to = {
        state: 'RUNNING',
        dueAtMs: nowMs,
        giveUpAtMs: null,
        callLogVersion: null,
      } as const;
      assert.equal(await bench.store.moveRun({ run: work.key, claim: work.claim, to }), false);
      assert.ok(!(await bench.dump()).includes(CANARY));
      await bench.close();
    });

    test('reports and logs of the call are refused, also in a batch with others', async () => {
      const bench = await benchOf(open);
      await bench.endpoint();
      await bench.report(CALL, 'CALLING', { reportId: 'r1' });
      await remove(bench, CALL);
      const again = await bench.report(CALL, 'CALLING', { reportId: 'r1' });
      assert.deepEqual(
        [again.kind, again.kind === 'refused' ? again.code : null],
        ['refused', 'CALL_REMOVED'],
      );
      const item = { projectKey: bench.project, source: 'api', receivedAtMs: START_MS } as const;
      const report = { status: 'CALLING', direction: 'OUTBOUND', callSid: null } as const;
      const rest = { clientId: null, errors: [], occurredAtMs: null, reportId: null };
      const calls = ['a', CALL, 'b', CALL];
      const receipts = await bench.store.accept(
        calls.map((callId) => ({ ...item, callId, report: { ...report, ...rest } })),
      );
      assert.deepEqual(
        receipts.map(({ kind }) => kind),
        ['accepted', 'refused', 'accepted', 'refused'],
      );
      const log = await bench.store.putCallLog({ ...logOf(bench, CALL), seen: null });
      assert.deepEqual(log, { kind: 'removed' });
      assert.ok(!(await bench.dump()).includes(CANARY));
      await bench.close();
    });

    test('a second deletion answers that the call was deleted, and adds no entry', async () => {
      const bench = await benchOf(open);
      await bench.report(CALL, 'CALLING');
      const removedAtMs = bench.clock.nowMs;
      await remove(bench, CALL);
      bench.clock.nowMs += 1_000;
      assert.deepEqual(await remove(bench, CALL), { kind: 'was-deleted' });
      assert.deepEqual(await remove(bench, 'unknown'), { kind: 'not-found' });
      const trail = await bench.store.audit({
        projectKey: bench.project,
        beforeKey: null,
        limit: 50,
      });
      assert.equal(trail.filter(({ action }) => action === 'call.deleted').length, 1);
      const note = await bench.store.removedCall({ projectKey: bench.project, callId: CALL });
      assert.deepEqual(note, { atMs: removedAtMs, byRequest: true });
      assert.equal(
        await bench.store.removedCall({ projectKey: bench.project, callId: 'unknown' }),
        null,
      );
      await bench.close();
    });

    test('a call whose id equals a key id leaves the audit entries of that key', async () => {
      const bench = await benchOf(open);
      const named = 'key_01M7WRXSYE000000009';
      const entry = { ...bench.audit('api-key.revoked'), target: named };
      await bench.store.noteAudit({ projectKey: bench.project, audit: entry });
      await bench.store.noteAudit({
        projectKey: bench.project,
        audit: { ...entry, action: 'call.replayed' },
      });
      await bench.report(named, 'CALLING');
      await remove(bench, named);
      const trail = await bench.store.audit({
        projectKey: bench.project,
        beforeKey: null,
        limit: 50,
      });
      const targetOf = (action: string) => trail.find((each) => each.action === action)?.target;
      assert.equal(targetOf('api-key.revoked'), named);
      assert.match(String(targetOf('call.replayed')), /^sha256:/);
      await bench.close();
    });

    test('a call that retention removed is deleted with its runs, and refused then', async () => {
      const bench = await benchOf(open);
      await analyzer(bench);
      await waiting(bench, CALL);
      const { key, claim } = await claimOne(bench);
      await bench.store.finishRun({ run: key, claim, end: SUCCEEDED, nowMs: bench.clock.nowMs });
      await sweep(bench, START_MS + 120 * DAY_MS);
      assert.equal(await bench.store.call({ projectKey: bench.project, callId: CALL }), null);
      assert.equal(
        (
          await bench.store.results({
            projectKey: bench.project,
            callId: CALL,
            beforeKey: null,
            limit: 9,
          })
        ).length,
        1,
      );
      assert.equal((await remove(bench, CALL)).kind, 'deleted');
      assert.ok(!(await bench.dump()).includes(CANARY));
      assert.equal((await bench.report(CALL, 'CALLING')).kind, 'refused');
      await bench.close();
    });

    test('a log that came before any report is deleted as a call is', async () => {
      const bench = await benchOf(open);
      await bench.store.putCallLog({ ...logOf(bench, CALL), seen: null });
      assert.equal((await remove(bench, CALL)).kind, 'deleted');
      assert.equal(
        await bench.store.callLogFacts({ projectKey: bench.project, callId: CALL }),
        null,
      );
      await bench.close();
    });

    test('its tombstone expires as that of a removed call; a report then begins it', async () => {
      const bench = await benchOf(open);
      await bench.report(CALL, 'CALLING');
      await remove(bench, CALL);
      await sweep(bench, START_MS + 90 * DAY_MS);
      assert.equal((await bench.report(CALL, 'CALLING')).kind, 'refused');
      await sweep(bench, START_MS + 91 * DAY_MS);
      assert.equal((await bench.report(CALL, 'CALLING')).kind, 'accepted');
      await bench.close();
    });
  });
}

const HEALTH = {
  consecutiveFailures: 0,
  failedCalls: [],
  consecutiveTimeouts: 0,
  holdUntilMs: null,
  holdMs: 0,
  recoveredAtMs: null,
  lastSuccessAtMs: null,
  failingSinceMs: null,
  settledFailures: 0,
  attentionSinceMs: null,
};

function remove(bench: Bench, callId: string) {
  const { store, project, clock } = bench;
  return store.deleteCall({
    projectKey: project,
    callId,
    audit: bench.audit('call.deleted'),
    nowMs: clock.nowMs,
  });
}

async function sweep(bench: Bench, nowMs: number): Promise<void> {
  while ((await bench.store.removeExpired({ nowMs, limit: 1_000 })).more);
}

async function openOf(bench: Bench): Promise<number> {
  const { projects } = await bench.store.backlogs({ nowMs: bench.clock.nowMs });
  return projects.reduce((sum, { open }) => sum + open, 0);
}
