/**
 * Erasures in any store: of a call, and of every call that names a telephone number in any text, in
 * steps; longer numbers and other projects stay; the receipt counts what was removed.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  type BulkJob,
  NOTHING_REMOVED,
  type SubjectFilter,
} from '../../../src/engine/ports/bulk-store.ts';
import { hashedName } from '../../../src/store/operation/call/call-naming.ts';
import { type Bench, benchOf, type OpenStore } from '../given.ts';
import { otherProject } from '../other-project.ts';
import { CANARY, fill } from './call-deletion-given.ts';

const NUMBER = '4915123456789';

export function erasureConformance(open: OpenStore): void {
  describe('an erasure', () => {
    test('of a call removes all of it and counts what it removed', async () => {
      const bench = await benchOf(open);
      await fill(bench, `${CANARY}-call`);
      await bench.report('other', 'CALLING');
      const job = await erase(bench, { subject: 'call', value: `${CANARY}-call` });
      const left = (await bench.dump()).split('\n').filter((row) => row.includes(CANARY));
      assert.deepEqual(left, []);
      assert.equal(job.state, 'done');
      const { calls, reports, deliveries, attempts, callLogs, runs, results } =
        job.removed ?? NOTHING_REMOVED;
      assert.deepEqual([calls, reports, callLogs], [1, 3, 1]);
      assert.ok(deliveries > 2 && attempts > 1 && runs > 0 && results === runs);
      assert.deepEqual(job.asked, { callId: hashedName(`${CANARY}-call`) });
      assert.ok(await bench.store.call({ projectKey: bench.project, callId: 'other' }));
      const trail = await bench.store.audit({
        projectKey: bench.project,
        beforeKey: null,
        limit: 1,
      });
      const [{ action = '', after } = {}] = trail;
      assert.equal(action, 'bulk.ended');
      assert.deepEqual((after as { removed: unknown }).removed, job.removed);
      await bench.close();
    });

    test('of a call that is not there ends with nothing removed', async () => {
      const bench = await benchOf(open);
      const job = await erase(bench, { subject: 'call', value: 'unknown' });
      assert.deepEqual([job.state, job.done, job.removed], ['done', 0, NOTHING_REMOVED]);
      await bench.close();
    });

    test('S12.37: of a number finds it in every text, however it is written', async () => {
      const bench = await benchOf(open);
      await bench.endpoint();
      const other = await otherProject(bench);
      await bench.report('as-client', 'CALLING', { clientId: `+${NUMBER}` });
      await bench.report('as-sid', 'CALLING', { callSid: `from-00${NUMBER}-leg` });
      const message = 'dialled +49 (151) 234-567.89 twice';
      await bench.report('in-error', null, {
        errors: [{ code: 'INTERNAL_ERROR', message, atMs: null }],
      } as never);
      await bench.report('in-answer', 'CALLING');
      for (const row of await bench.all()) {
        for (const head of await bench.ready(row.endpoint)) {
          if (head.callId === 'in-answer') await bench.exhausted(head);
        }
      }
      const log = JSON.stringify({ turns: [{ speaker: 'AGENT', text: `call 49 151 23456789!` }] });
      const facts = { direction: 'OUTBOUND', body: log, bytes: log.length, turns: 1, seen: null };
      const of = { projectKey: bench.project, nowMs: bench.clock.nowMs };
      await bench.store.putCallLog({ ...of, callId: 'log-alone', ...facts });
      await bench.report('longer', 'CALLING', { clientId: `+${NUMBER}0` });
      await bench.report('shorter', 'CALLING', { clientId: `+${NUMBER.slice(0, -1)}` });
      await bench.report('foreign', 'CALLING', { clientId: `+${NUMBER}` }, other);
      const job = await erase(bench, { subject: 'number', value: NUMBER }, async () => {
        await bench.report('later', 'CALLING', { clientId: `+${NUMBER}` });
      });
      assert.equal(job.state, 'done');
      const ids = ['as-client', 'as-sid', 'in-error', 'longer', 'shorter', 'in-answer', 'later'];
      const left: string[] = [];
      for (const callId of ids) {
        const found = await bench.store.call({ projectKey: bench.project, callId });
        if (found !== null) left.push(callId);
      }
      assert.deepEqual(left, ['longer', 'shorter', 'in-answer', 'later']);
      assert.ok(await bench.store.call({ projectKey: other, callId: 'foreign' }));
      assert.equal(
        await bench.store.callLogFacts({ projectKey: bench.project, callId: 'log-alone' }),
        null,
      );
      const { calls, callLogs } = job.removed ?? NOTHING_REMOVED;
      assert.deepEqual([calls, callLogs], [3, 1]);
      assert.deepEqual(job.asked, { number: hashedName(NUMBER) });
      assert.deepEqual(await bench.faults(), []);
      await bench.close();
    });

    test('S12.37: of a number finds it in facts, and in the id of a call to come', async () => {
      const bench = await benchOf(open);
      await bench.endpoint();
      const told = {
        from: { from: `+${NUMBER}` },
        to: { to: `sip:00${NUMBER}@pbx.example` },
        recordingUrl: { recordingUrl: `https://media.example/${NUMBER}.mp3` },
        queue: { queue: `of ${NUMBER}` },
        tags: { tags: [`+${NUMBER}`] },
        metadata: { metadata: { 'caller id': '+49 151 2345 6789' } },
      };
      for (const [callId, facts] of Object.entries(told)) {
        await bench.report(callId, 'CALLING', { facts });
      }
      // A later report gives another number: the first one still stands in the timeline.
      await bench.report('former', 'CALLING', { facts: { from: `+${NUMBER}` } });
      await bench.report('former', null, { facts: { from: '+12025550143' } });
      await bench.report('longer', 'CALLING', { facts: { from: `+${NUMBER}0`, tags: ['vip'] } });
      const hints = [`leg-${NUMBER}-1`, `leg-${NUMBER}0`].map(
        (callId) => ({ callId, hint: 'MACHINE' }) as const,
      );
      const of = { projectKey: bench.project };
      await bench.store.keepHints({ ...of, hints, receivedAtMs: bench.clock.nowMs });
      const job = await erase(bench, { subject: 'number', value: NUMBER });
      for (const callId of [...Object.keys(told), 'former']) {
        assert.equal(await bench.store.call({ ...of, callId }), null, callId);
      }
      assert.ok(await bench.store.call({ ...of, callId: 'longer' }));
      const left = (await bench.dump()).split('\n').filter((row) => row.includes(NUMBER));
      assert.ok(
        left.length > 0 && left.every((row) => row.includes(`${NUMBER}0`)),
        left.join('\n'),
      );
      assert.ok(left.some((row) => row.includes(`leg-${NUMBER}0`)));
      assert.equal(job.removed?.calls, 7);
      assert.deepEqual(await bench.faults(), []);
      await bench.close();
    });

    test('of a call known only by a hint removes the hint', async () => {
      const bench = await benchOf(open);
      const hints = [{ callId: `${CANARY}-call`, hint: 'MACHINE' }] as const;
      const of = { projectKey: bench.project };
      await bench.store.keepHints({ ...of, hints, receivedAtMs: bench.clock.nowMs });
      await erase(bench, { subject: 'call', value: `${CANARY}-call` });
      assert.ok(!(await bench.dump()).includes(CANARY));
      await bench.close();
    });

    const WRITTEN = {
      spaces: '+49 151 2345 6789',
      tabs: '49\t151\t23456789',
      'spaces that do not break': '49\u00a0151\u202f2345\u20076789',
      hyphens: '+49-151-2345-6789',
      'hyphens of a typesetter': '49\u2011151\u201023456789',
      dashes: '49\u2013151\u221223456789',
      brackets: '+49 [151] (23456789)',
      'dots and slashes': '49/151.2345.6789',
      'the spaces of a form': '%2B49+151+23456789',
      'the international prefix': '0049 151 23456789',
    };
    test('S12.37: of a number finds it with any separators, and no longer number', async () => {
      const bench = await benchOf(open);
      const ways = Object.entries(WRITTEN);
      for (const [way, text] of ways) {
        await bench.report(way, null, {
          errors: [{ code: 'INTERNAL_ERROR', message: `dialled ${text} twice`, atMs: null }],
        } as never);
      }
      const { store, project: projectKey, clock } = bench;
      const audit = bench.audit('source.created');
      const settings = { name: 'A', adapter: 'twilio', secret: 'sealed', publicUrl: null };
      const { key } = await store.createSource({ projectKey, source: settings, audit });
      const note = async (body: string) => {
        const request = { atMs: clock.nowMs, result: 'accepted', body, proven: true };
        await store.noteSourceRequests({ key, requests: [request] });
      };
      const escaped = ['\\u00a049\\u00A0151\\u201123456789', '49\\/151\\t2345\\/6789'];
      const named = [...Object.values(WRITTEN), ...escaped];
      for (const text of [`${NUMBER}0`, `1${NUMBER}`, ...named]) {
        await note(`From=${text}&To=1`);
      }
      const job = await erase(bench, { subject: 'number', value: NUMBER });
      for (const [way] of ways) {
        assert.equal(await store.call({ projectKey, callId: way }), null, way);
      }
      const left = (await store.sourceRequests(key)).map(({ body }) => body).reverse();
      assert.deepEqual(left, [`From=${NUMBER}0&To=1`, `From=1${NUMBER}&To=1`]);
      assert.equal(job.removed?.sourceRequests, named.length);
      await bench.close();
    });
  });
}

async function erase(
  bench: Bench,
  filter: SubjectFilter,
  meanwhile: () => Promise<void> = async () => {},
): Promise<BulkJob> {
  const { store, project, clock } = bench;
  const name = filter.subject === 'call' ? 'callId' : 'number';
  const asked = { [name]: filter.value };
  const made = await store.createBulk({
    projectKey: project,
    job: {
      action: 'delete-calls',
      filter,
      asked,
      ids: null,
      matched: 0,
      matchedExact: false,
      reason: null,
      createdBy: 'usr_1',
      createdAtMs: clock.nowMs,
    },
    audit: { ...bench.audit('bulk.started'), after: { asked } },
  });
  clock.nowMs += 1;
  await meanwhile();
  for (;;) {
    const step = await store.stepBulk({ key: made.key, nowMs: clock.nowMs, limit: 200 });
    assert.ok(step);
    if (step.job.endedAtMs !== null) return step.job;
  }
}
