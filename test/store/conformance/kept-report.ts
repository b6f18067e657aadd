/**
 * S2.28 in any store: a report of a call whose direction is unknown is kept, once, and follows the
 * report that begins its call in the same transaction; it is removed with its call, and after two
 * days.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { KEPT_DAYS, KEPT_REPORTS_MAX } from '../../../src/core/call/kept-report.ts';
import type { ReportVariant } from '../../../src/core/call/report.ts';
import { SOURCE_REQUESTS_MAX } from '../../../src/core/project/limits.ts';
import type { ReportItem } from '../../../src/engine/ports/report-store.ts';
import { benchOf, DAY_MS, type OpenStore, reportOf, START_MS } from '../given.ts';
import { otherProject } from '../other-project.ts';

type Bench = Awaited<ReturnType<typeof benchOf>>;

const MACHINE: readonly ReportVariant[] = [
  { direction: 'INBOUND', hint: null, status: 'ERROR', errors: [] },
  { direction: 'OUTBOUND', hint: 'MACHINE', status: 'VOICEMAIL_REACHED', errors: [] },
];

function item(
  { project: projectKey }: Bench,
  callId: string,
  status: string | null,
  more: Parameters<typeof reportOf>[1] = {},
  rest: Partial<ReportItem> = {},
): ReportItem {
  const report = reportOf(status, { direction: null, reportId: `${callId} ${status}`, ...more });
  const source = 'ingest:src_1';
  return { projectKey, callId, report, source, receivedAtMs: START_MS, ...rest };
}

async function begin(bench: Bench, callId: string, more: Parameters<typeof reportOf>[1] = {}) {
  const given = { direction: 'OUTBOUND', reportId: `${callId} begin`, ...more } as const;
  const [receipt] = await bench.store.accept([
    item(bench, callId, 'DIALING', given, { receivedAtMs: START_MS + 5_000 }),
  ]);
  if (receipt?.kind !== 'accepted') assert.fail(JSON.stringify(receipt));
  return receipt;
}

/** When reports kept at the beginning are past their time. */
const PAST_MS = START_MS + KEPT_DAYS * DAY_MS + 1;

function makeSource(bench: Bench) {
  const { store, project: projectKey } = bench;
  return store.createSource({
    projectKey,
    source: {
      name: 'Telnyx',
      adapter: 'telnyx',
      secret: 'sealed',
      previous: null,
      publicUrl: null,
      settings: null,
    },
    audit: bench.audit('source.created'),
  });
}

function keep({ store }: Bench, ...items: readonly ReportItem[]) {
  return store.keepReports({ items });
}

async function statusesOf({ store, project }: Bench, callId: string) {
  const timeline = await store.timeline({ projectKey: project, callId });
  return timeline?.reports.map(({ status, applied }) => `${status} ${applied}`);
}

export function keptReportConformance(open: OpenStore): void {
  describe('reports that come before the direction of their call', () => {
    test('S2.28: they follow the report that begins the call, in one transaction', async () => {
      const bench = await benchOf(open);
      await bench.endpoint();
      const end = item(bench, 'a', 'COMPLETED', { occurredAtMs: START_MS + 2_000 });
      const calling = item(bench, 'a', 'CALLING', { occurredAtMs: START_MS + 1_000 });
      const [refused] = await bench.store.accept([end]);
      assert.equal(refused?.kind === 'refused' && refused.code, 'DIRECTION_REQUIRED');
      assert.deepEqual(await keep(bench, end, calling), ['kept', 'kept']);
      const { answer, kept = [], heads } = await begin(bench, 'a');
      assert.deepEqual([answer.callStatus, answer.triggers], ['DIALING', []]);
      assert.deepEqual(
        kept.map(({ item: { report }, receipt }) => [
          report.status,
          receipt.kind === 'accepted' && receipt.answer.triggers,
        ]),
        [
          ['CALLING', ['OUTBOUND_CALL_CALLING']],
          ['COMPLETED', ['OUTBOUND_CALL_COMPLETED', 'CALL_LOG_CREATED']],
        ],
      );
      assert.deepEqual(await statusesOf(bench, 'a'), [
        'DIALING true',
        'CALLING true',
        'COMPLETED true',
      ]);
      // Only the first delivery of the lane may be sent.
      const offered = kept.flatMap(({ receipt }) =>
        receipt.kind === 'accepted' ? receipt.heads : [],
      );
      assert.equal(heads.length + offered.length, 1);
      const call = await bench.store.call({ projectKey: bench.project, callId: 'a' });
      assert.equal(call?.endedAtMs, START_MS + 2_000);
      assert.ok(!(await bench.dump()).includes('"said"'));
      assert.deepEqual(await bench.faults(), []);
      await bench.close();
    });

    test('S2.28: a repeat is kept once, and is a repeat when the call has begun', async () => {
      const bench = await benchOf(open);
      const end = item(bench, 'a', 'COMPLETED');
      assert.deepEqual(await keep(bench, end, end), ['kept', 'kept']);
      assert.deepEqual(await keep(bench, end), ['kept']);
      assert.equal((await begin(bench, 'a')).kept?.length, 1);
      const [again] = await bench.store.accept([end]);
      assert.equal(again?.kind === 'accepted' && again.answer.callStatus, 'COMPLETED');
      assert.deepEqual(await statusesOf(bench, 'a'), ['DIALING true', 'COMPLETED true']);
      const { kept } = await begin(bench, 'a');
      assert.equal(kept, undefined);
      await bench.close();
    });

    test('S2.10, S2.28: a report with a kept id and other content is refused', async () => {
      const bench = await benchOf(open);
      const facts = { hangupCause: 'normal', tags: ['a', 'b'] };
      const end = item(bench, 'a', 'COMPLETED', { reportId: 'end', facts, occurredAtMs: START_MS });
      const another = item(bench, 'a', 'ERROR', { reportId: 'end' });
      assert.deepEqual(await keep(bench, end, another), ['kept', 'reused']);
      assert.deepEqual(await keep(bench, another, end), ['reused', 'kept']);
      // A hint that changes its meaning does not change its content.
      assert.deepEqual(await keep(bench, { ...end, variants: MACHINE }), ['kept']);
      assert.equal((await begin(bench, 'a')).kept?.length, 1);
      assert.deepEqual(await statusesOf(bench, 'a'), ['DIALING true', 'COMPLETED true']);
      await bench.close();
    });

    test('S2.28: no report of a call that has begun is kept; other calls take none', async () => {
      const bench = await benchOf(open);
      await begin(bench, 'a');
      assert.deepEqual(await keep(bench, item(bench, 'a', 'COMPLETED')), ['begun']);
      assert.deepEqual(await keep(bench, item(bench, 'b', 'COMPLETED')), ['kept']);
      assert.equal((await begin(bench, 'c')).kept, undefined);
      assert.deepEqual(await statusesOf(bench, 'a'), ['DIALING true']);
      await bench.close();
    });

    test('S2.21, S2.28: the call that began and its hints decide its status', async () => {
      const bench = await benchOf(open);
      for (const callId of ['out', 'in']) {
        await keep(bench, item(bench, callId, 'COMPLETED', {}, { variants: MACHINE }));
      }
      const { project: projectKey } = bench;
      const hints = [{ callId: 'out', hint: 'MACHINE' }] as const;
      await bench.store.keepHints({ projectKey, hints, receivedAtMs: START_MS });
      await begin(bench, 'out');
      await begin(bench, 'in', { direction: 'INBOUND' });
      assert.equal((await statusesOf(bench, 'out'))?.at(-1), 'VOICEMAIL_REACHED true');
      assert.equal((await statusesOf(bench, 'in'))?.at(-1), 'ERROR true');
      await bench.close();
    });

    test('S2.28: a kept report that the call cannot take is refused, others follow', async () => {
      const bench = await benchOf(open);
      const facts = { hangupCause: 'normal' };
      await keep(bench, item(bench, 'a', 'BUSY'), item(bench, 'a', null, { facts }));
      const { kept = [] } = await begin(bench, 'a', { direction: 'INBOUND' });
      assert.deepEqual(
        kept.map(({ receipt }) => (receipt.kind === 'refused' ? receipt.code : receipt.kind)),
        ['STATUS_NOT_FOR_DIRECTION', 'accepted'],
      );
      const call = await bench.store.call({ projectKey: bench.project, callId: 'a' });
      assert.deepEqual(call?.facts, facts);
      await bench.close();
    });

    test('S2.28: in a batch that begins several calls each takes its own reports', async () => {
      const bench = await benchOf(open);
      const ids = ['a', 'b', 'c'];
      await keep(bench, ...ids.map((callId) => item(bench, callId, 'CANCELED')));
      const given = { direction: 'OUTBOUND', reportId: 'begin' } as const;
      const receipts = await bench.store.accept(
        [...ids, 'd', 'a'].map((callId) => item(bench, callId, 'CALLING', given)),
      );
      const counts = receipts.map((each) => (each.kind === 'accepted' ? each.kept?.length : null));
      assert.deepEqual(counts, [1, 1, 1, undefined, undefined]);
      for (const callId of ids) {
        assert.deepEqual(await statusesOf(bench, callId), ['CALLING true', 'CANCELED true']);
      }
      assert.deepEqual(await bench.faults(), []);
      await bench.close();
    });

    test('S2.28: a bounded number is kept for each call', async () => {
      const bench = await benchOf(open);
      const many = Array.from({ length: KEPT_REPORTS_MAX + 1 }, (_, index) =>
        item(bench, 'a', 'CALLING', { reportId: `r${index}` }),
      );
      const outcomes = await keep(bench, ...many);
      assert.equal(outcomes.filter((each) => each === 'kept').length, KEPT_REPORTS_MAX);
      assert.equal(outcomes.at(-1), 'full');
      assert.deepEqual(await keep(bench, item(bench, 'b', 'CALLING')), ['kept']);
      await bench.close();
    });

    test('they are removed with their call, and none is kept for a deleted call', async () => {
      const bench = await benchOf(open);
      const said = item(bench, 'a', 'COMPLETED', { facts: { from: '+15550100999' } });
      await keep(bench, said);
      const { project: projectKey } = bench;
      const audit = bench.audit('call.deleted');
      const deletion = { projectKey, callId: 'a', nowMs: START_MS, audit };
      assert.equal((await bench.store.deleteCall(deletion)).kind, 'deleted');
      assert.deepEqual(await keep(bench, said), ['deleted']);
      assert.ok(!(await bench.dump()).includes('15550100999'));
      await bench.close();
    });

    test('S2.28: after two days they are removed, counted, and shown at their source', async () => {
      const bench = await benchOf(open);
      const { store } = bench;
      const source = await makeSource(bench);
      await keep(bench, item(bench, 'a', 'COMPLETED', {}, { source: `ingest:${source.id}` }));
      const at = (ms: number) => ({ nowMs: PAST_MS + ms, limit: 1_000 });
      assert.equal((await store.removeExpired(at(-1))).lost, 0);
      assert.equal((await store.removeExpired(at(0))).lost, 1);
      assert.equal((await store.removeExpired(at(1))).lost, 0);
      const requests = await store.sourceRequests(source.key);
      assert.deepEqual(
        requests.map(({ result, atMs }) => [result, atMs]),
        [
          [
            'COMPLETED of a: not kept: in 2 days no request said the direction of its call',
            PAST_MS,
          ],
        ],
      );
      assert.equal((await begin(bench, 'a')).kept, undefined);
      await bench.close();
    });

    test('S2.28: they end with their source, and outlast a change of its secret', async () => {
      const bench = await benchOf(open);
      const { store, project: projectKey } = bench;
      const [gone, changed] = [await makeSource(bench), await makeSource(bench)];
      for (const { id } of [gone, changed]) {
        await keep(bench, item(bench, id, 'COMPLETED', {}, { source: `ingest:${id}` }));
      }
      const { key } = gone;
      const audit = bench.audit('source.deleted');
      const other = await otherProject(bench);
      assert.equal(await store.deleteSource({ projectKey: other, key, audit }), false);
      assert.ok((await bench.dump()).includes(`"ingest:${gone.id}"`));
      assert.equal(await store.deleteSource({ projectKey, key, audit }), true);
      assert.ok(!(await bench.dump()).includes(`"ingest:${gone.id}"`));
      const source = { ...changed, secret: 'another' };
      const update = { projectKey, key: changed.key, audit: bench.audit('source.changed') };
      assert.equal((await store.updateSource({ ...update, source }))?.secret, 'another');
      assert.equal((await begin(bench, gone.id)).kept, undefined);
      assert.equal((await begin(bench, changed.id)).kept?.length, 1);
      await bench.close();
    });

    test('S2.28: however many are removed, the other requests of their source stay', async () => {
      const bench = await benchOf(open);
      const { store } = bench;
      const { key, id } = await makeSource(bench);
      const refused = { result: 'refused', body: '', proven: false };
      const requests = Array.from({ length: SOURCE_REQUESTS_MAX }, (_, index) => ({
        ...refused,
        atMs: START_MS + index,
      }));
      await store.noteSourceRequests({ key, requests });
      const source = `ingest:${id}` as const;
      for (let n = 0; n < SOURCE_REQUESTS_MAX; n += 1) {
        await keep(bench, item(bench, `c${n}`, 'COMPLETED', {}, { source }));
      }
      assert.equal((await store.removeExpired({ nowMs: PAST_MS, limit: 1_000 })).lost, 50);
      const [told, ...rest] = await store.sourceRequests(key);
      assert.match(
        told?.result ?? '',
        /^50 reports, such as COMPLETED of c\d+: not kept: in 2 days no request said the direction/,
      );
      assert.deepEqual(
        rest.map(({ result }) => result),
        requests.slice(1).map(({ result }) => result),
      );
      await bench.close();
    });
  });
}
