/**
 * The results of a platform's request: hints, reports and a log, and the text that its operator
 * reads.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ServiceError } from '../../src/core/error/service-error.ts';
import { asKey } from '../../src/core/id.ts';
import type { CallLogService } from '../../src/engine/acw/call-log-service.ts';
import { createPlatformIntake } from '../../src/engine/platform-intake.ts';
import type { EngineEvent } from '../../src/engine/ports/emit.ts';
import type { Taken } from '../../src/engine/ports/ingest-adapter.ts';
import type {
  KeptOutcome,
  ReportItem,
  ReportReceipt,
} from '../../src/engine/ports/report-store.ts';
import { reportOf, START_MS } from '../store/given.ts';

const SPAN = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
const SOURCE = { projectKey: asKey<never>(1), id: 'src_1' };
const NOTHING: Taken = {
  kind: 'taken',
  reports: [],
  hints: [],
  callLog: null,
  unmapped: [],
  why: null,
  answer: null,
};
const VARIANT = {
  direction: null,
  hint: 'MACHINE',
  status: 'VOICEMAIL_REACHED',
  errors: [],
} as const;
const REPORT = { callId: 'c', report: reportOf('COMPLETED'), variants: [VARIANT], facts: {} };
const LOG = {
  callId: 'c',
  log: {
    direction: 'OUTBOUND',
    startedAt: '2026-11-20T00:00:00Z',
    turns: [{ speaker: 'AGENT', text: 'Hello', startMs: 0 }],
  },
} as const;

interface Given {
  readonly receipt?: ReportReceipt;
  /** The receipt of further tries. */
  readonly later?: ReportReceipt;
  readonly outcome?: KeptOutcome;
  readonly put?: CallLogService['put'];
  /** The text of the log that is stored. */
  readonly kept?: string;
}

function given(more: Given = {}) {
  const did: string[] = [];
  const items: ReportItem[] = [];
  const events: EngineEvent[] = [];
  const answer = { callId: 'c', applied: true, callStatus: 'VOICEMAIL_REACHED', triggers: [] };
  const receipt = more.receipt ?? { kind: 'accepted', answer, made: [], heads: [] };
  const platforms = createPlatformIntake({
    store: {
      async keepHints() {
        did.push('hints');
      },
      async callLog({ callId }) {
        const { kept: body } = more;
        if (body === undefined) return null;
        const times = { createdAtMs: START_MS, updatedAtMs: START_MS };
        return { callId, version: 1, body, bytes: body.length, turns: 1, ...times };
      },
      async keepReports({ items: asked }) {
        did.push('kept');
        return asked.map(() => more.outcome ?? 'kept');
      },
    },
    intake: {
      async accept(asked) {
        const isLater = did.includes('reports');
        did.push('reports');
        items.push(...asked);
        return asked.map(() => (isLater ? (more.later ?? receipt) : receipt));
      },
    },
    emit: (event) => void events.push(event),
    callLogs: {
      async put(...asked) {
        did.push('log');
        return more.put?.(...asked) ?? { version: 1, created: true, turns: 1 };
      },
    },
  });
  const take = (taken: Partial<Taken>) =>
    platforms.take(SOURCE, { ...NOTHING, ...taken }, START_MS, SPAN);
  return { did, items, events, take };
}

test('hints come before reports, reports before the log, and the text names each', async () => {
  const { did, items, take } = given();
  const hints = [{ callId: 'c', hint: 'MACHINE' }] as const;
  const outcome = await take({ hints, reports: [REPORT], callLog: LOG });
  assert.deepEqual(did, ['hints', 'reports', 'log']);
  assert.deepEqual(outcome, {
    text: 'MACHINE of c: kept; VOICEMAIL_REACHED of c: applied; log of c: 1 turns',
    deleted: false,
    callIds: ['c'],
  });
  assert.deepEqual(items, [
    {
      ...SOURCE_ITEM,
      callId: 'c',
      report: REPORT.report,
      variants: [VARIANT],
    },
  ]);
});

const SOURCE_ITEM = {
  projectKey: SOURCE.projectKey,
  source: 'ingest:src_1',
  receivedAtMs: START_MS,
  caller: SPAN,
};

test('an ignored request is noted with its reason', async () => {
  const { did, take } = given();
  assert.equal((await take({ why: 'A leg.' })).text, 'ignored: A leg.');
  assert.deepEqual(did, []);
});

test('a refusal by the rules is noted for the operator; a storage failure rejects', async () => {
  const one = given({ receipt: { ...REFUSAL, code: 'STATUS_NOT_FOR_DIRECTION' } });
  const refused = await one.take({ reports: [REPORT] });
  assert.equal(refused.text, 'not applied: STATUS_NOT_FOR_DIRECTION: No.');
  const gone = given({ receipt: { ...REFUSAL, code: 'CALL_REMOVED' } });
  const { deleted, callIds } = await gone.take({ reports: [REPORT] });
  assert.deepEqual([deleted, callIds], [true, []]);

  const failing = (code: 'INVALID_INPUT' | 'CALL_REMOVED' | 'STORAGE_FULL') =>
    given({
      put: async () => {
        throw new ServiceError(code, 'No.', { fields: [{ field: '/turns/0', message: 'Send.' }] });
      },
    }).take({ callLog: LOG });
  assert.equal((await failing('INVALID_INPUT')).text, 'log of c: not kept: No. /turns/0: Send.');
  assert.equal((await failing('CALL_REMOVED')).deleted, true);
  await assert.rejects(failing('STORAGE_FULL'), { code: 'STORAGE_FULL' });
});

const REFUSAL = { kind: 'refused', detail: 'No.', field: '' } as const;
const EARLY = { ...REFUSAL, code: 'DIRECTION_REQUIRED' } as const;

test('S2.28: a report before the direction of its call is kept, and noted as such', async () => {
  const { did, events, take } = given({ receipt: EARLY });
  const { text } = await take({ reports: [REPORT], callLog: LOG });
  assert.equal(text, 'COMPLETED of c: kept until its call begins; log of c: 1 turns');
  assert.deepEqual(did, ['reports', 'kept', 'log']);
  assert.deepEqual(events, []);
});

test('S2.28: a report that cannot be kept is noted as such, and counted', async () => {
  const { events, take } = given({ receipt: EARLY, outcome: 'full' });
  assert.match(
    (await take({ reports: [REPORT] })).text,
    /^COMPLETED of c: not kept: 50 reports of the call wait already/,
  );
  assert.deepEqual(events, [{ name: 'ingest.lost', count: 1 }]);
  const reused = given({ receipt: EARLY, outcome: 'reused' });
  assert.match(
    (await reused.take({ reports: [REPORT] })).text,
    /^not applied: REPORT_ID_REUSED: Another report of this call had this id\./,
  );
  assert.deepEqual(reused.events, []);
  const gone = given({ receipt: EARLY, outcome: 'deleted' });
  assert.equal((await gone.take({ reports: [REPORT] })).deleted, true);
  assert.deepEqual(gone.events, []);
});

test('S2.28: if the call begins meanwhile, the second try accepts the report', async () => {
  const answer = { callId: 'c', applied: true, callStatus: 'COMPLETED', triggers: [] };
  const later = { kind: 'accepted', answer, made: [], heads: [] } as const;
  const { did, take } = given({ receipt: EARLY, later, outcome: 'begun' });
  assert.equal((await take({ reports: [REPORT] })).text, 'COMPLETED of c: applied');
  assert.deepEqual(did, ['reports', 'kept', 'reports']);
  const never = given({ receipt: EARLY, outcome: 'begun' });
  await assert.rejects(never.take({ reports: [REPORT] }), { code: 'STORAGE_UNAVAILABLE' });
});

test('S2.28: the note of the report that begins a call names its kept reports', async () => {
  const of = (callStatus: string, kept: object = {}): ReportReceipt => {
    const answer = { callId: 'c', applied: true, callStatus, triggers: [] };
    return { kind: 'accepted', answer, made: [], heads: [], ...kept };
  };
  const item = { ...SOURCE_ITEM, callId: 'c', report: reportOf('COMPLETED') };
  const { take } = given({
    receipt: of('CALLING', { kept: [{ item, receipt: of('COMPLETED') }] }),
  });
  assert.equal(
    (await take({ reports: [REPORT] })).text,
    'CALLING of c: applied; kept before: COMPLETED of c: applied',
  );
});

test('a repeated log is no new version, a different one is', async () => {
  const same = given({ kept: JSON.stringify(LOG.log) });
  assert.equal((await same.take({ callLog: LOG })).text, 'log of c: known');
  assert.deepEqual(same.did, []);
  const other = given({ kept: '{}' });
  assert.equal((await other.take({ callLog: LOG })).text, 'log of c: 1 turns');
});

test('a log beyond the bound is not stored', async () => {
  const { did, take } = given();
  const turns = [{ speaker: 'AGENT', text: 'x'.repeat(6 * 1024 * 1024), startMs: 0 }] as const;
  const { text } = await take({ callLog: { callId: 'c', log: { ...LOG.log, turns } } });
  assert.match(text, /^log of c: not kept: it has \d+ bytes$/);
  assert.deepEqual(did, []);
});

test('facts are added to the report, except those that break a rule', async () => {
  const { items, take } = given();
  const facts = { from: '+15555550142', sipCode: 7, endedAtMs: START_MS, answeredAtMs: 1e300 };
  await take({ reports: [{ ...REPORT, facts }] });
  assert.deepEqual(items[0]?.report.facts, { from: '+15555550142', endedAtMs: START_MS });
});

test('S2.29: metadata entries that do not fit are left out, and the note says so', async () => {
  const { take, items } = given();
  const metadata = { order: '17', long: 'x'.repeat(2_000), lines: 'a\nb' };
  const { text } = await take({
    reports: [{ ...REPORT, facts: { metadata, metadataLeftOut: 2 } }],
  });
  assert.deepEqual(items[0]?.report.facts, { metadata: { order: '17' } });
  assert.match(text, /: applied; metadata of c: 4 left out$/);
});
