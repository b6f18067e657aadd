/**
 * Messages between the event loop and the threads of the store: every form of a report, a
 * settlement, a head and their answers arrives as it was sent, in a batch with other operations.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RunMove } from '../../../src/acw/run/launch.ts';
import { HEALTHY } from '../../../src/core/delivery/health.ts';
import { asKey } from '../../../src/core/id.ts';
import type {
  AttemptRecord,
  Head,
  Settlement,
  SettleResult,
} from '../../../src/engine/ports/dispatch-store.ts';
import type { ReportItem, ReportReceipt } from '../../../src/engine/ports/report-store.ts';
import type { Outcome } from '../../../src/store/sqlite/batch.ts';
import {
  readAnswer,
  readRequests,
  writeAnswer,
  writeRequests,
} from '../../../src/store/sqlite/message.ts';
import type { ReadRequest, WriteRequest } from '../../../src/store/sqlite/operations.ts';
import { reportOf, START_MS } from '../given.ts';

type Request = WriteRequest | ReadRequest;

const TRACED = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
const ITEM: ReportItem = {
  projectKey: asKey(1),
  callId: 'call-1',
  report: reportOf('CANCELED', { callSid: '', clientId: 'order-1' }),
  source: 'api',
  receivedAtMs: START_MS,
};
const ERRORS = [
  { code: 'CALL_INTERRUPTED', message: null, atMs: null },
  { code: 'UNKNOWN_ERROR', message: 'Größe 😀', atMs: START_MS + 1 },
] as const;
const ITEMS: readonly ReportItem[] = [
  ITEM,
  { ...ITEM, judgedAtMs: START_MS + 5, source: 'ingest:src_1' },
  { ...ITEM, traceparent: TRACED },
  { ...ITEM, judgedAtMs: START_MS + 5, traceparent: TRACED },
  {
    ...ITEM,
    variants: [{ direction: null, hint: 'MACHINE', status: 'VOICEMAIL_REACHED', errors: [] }],
  },
  {
    ...ITEM,
    report: reportOf(null, {
      direction: null,
      errors: ERRORS,
      occurredAtMs: START_MS,
      reportId: 'r-1',
    }),
  },
];

const HEAD: Head = {
  delivery: asKey(7),
  createdAtMs: START_MS,
  projectKey: asKey(1),
  endpoint: asKey(2),
  call: asKey(3),
  callId: 'call-1',
  firing: asKey(4),
  firedAtMs: START_MS - 1,
  trigger: 'OUTBOUND_CALL_CANCELED',
  sequence: 1,
  state: 'due',
  dueAtMs: START_MS + 2,
  attempts: 0,
  failures: 0,
  lastAttemptAtMs: null,
  manual: false,
  resumeState: null,
  resumeAtMs: null,
  bodyForm: 'message',
  text: 'Ended.',
  data: '{"callId":"call-1"}',
  errors: null,
  traceparent: null,
  facts: null,
};
const RETRIED: Head = {
  ...HEAD,
  sequence: 3,
  state: 'retrying',
  attempts: 4,
  failures: 3,
  lastAttemptAtMs: START_MS + 3,
  manual: true,
  resumeState: 'exhausted',
  resumeAtMs: START_MS + 4,
  errors: '[{"code":"UNKNOWN_ERROR"}]',
  traceparent: TRACED,
};

const RECEIPTS: readonly ReportReceipt[] = [
  {
    kind: 'accepted',
    answer: {
      callId: 'call-1',
      applied: true,
      callStatus: 'CANCELED',
      triggers: ['OUTBOUND_CALL_CANCELED'],
    },
    made: [asKey(2), asKey(5)],
    heads: [HEAD, RETRIED],
    planned: { fromMs: 1.25, untilMs: 2.5 },
  },
  {
    kind: 'accepted',
    answer: {
      callId: 'call-1',
      applied: false,
      reason: 'NOT_ALLOWED',
      callStatus: null,
      triggers: [],
    },
    made: [],
    heads: [],
  },
  { kind: 'refused', code: 'CALL_REMOVED', detail: 'It was deleted.', field: 'path.callId' },
];

const ATTEMPT: AttemptRecord = {
  number: 2,
  startedAtMs: START_MS,
  durationMs: 12,
  outcome: 'retryable',
  status: 500,
  error: 'timeout',
  excerpt: 'no',
  manual: true,
};
const SETTLEMENT: Settlement = {
  epoch: 3,
  delivery: asKey(7),
  endpoint: asKey(2),
  call: asKey(3),
  projectKey: asKey(1),
  createdAtMs: START_MS - 2,
  attempt: ATTEMPT,
  next: { state: 'delivered', atMs: START_MS + 1, failures: 0 },
  health: null,
  disable: null,
  revision: 5,
};
const MOVE: RunMove = {
  state: 'WAITING_CALL_LOG',
  startedAtMs: START_MS,
  dueAtMs: START_MS,
  giveUpAtMs: null,
  reason: null,
};
const SETTLEMENTS: readonly Settlement[] = [
  SETTLEMENT,
  {
    ...SETTLEMENT,
    attempt: { ...ATTEMPT, status: null, error: null, excerpt: null, manual: false },
    next: { state: 'retrying', dueAtMs: START_MS + 9, failures: 2 },
    health: HEALTHY,
    disable: 'gone',
    revision: null,
  },
  { ...SETTLEMENT, attempt: null, run: MOVE },
  { ...SETTLEMENT, epoch: 0, lease: 'token-of-a-consumer' },
];

const RESULTS: readonly SettleResult[] = [
  { kind: 'settled', promoted: null },
  { kind: 'settled', promoted: RETRIED },
  { kind: 'settled', promoted: HEAD, disabled: true },
  { kind: 'closed', state: 'cancelled', promoted: null },
  { kind: 'reopened', promoted: HEAD },
  { kind: 'fenced' },
];

const FAILURE = {
  ok: false,
  error: { code: null, message: 'no', stack: 'at', retryAfterS: null, fields: [] },
} as const;

/** Copies a message as `postMessage` does. */
function sent<Value>(value: Value): Value {
  return structuredClone(value);
}

function answered(asked: readonly (readonly [Request, Outcome])[]): readonly Outcome[] {
  const requests = asked.map(([request]) => request);
  const outcomes = asked.map(([, outcome]) => outcome);
  const read = readAnswer(requests, sent(writeAnswer(requests, { outcomes, commits: 2 })));
  assert.equal(read.commits, 2);
  return read.outcomes;
}

test('every form of a request arrives as it was sent', () => {
  const requests: Request[] = [
    { name: 'accept', argument: ITEMS },
    { name: 'own', argument: null },
    ...SETTLEMENTS.map((argument) => ({ name: 'settle', argument }) as const),
    { name: 'accept', argument: [] },
    { name: 'readyHeads', argument: { endpoint: 1, nowMs: 2, limit: 3 } },
    { name: 'runtime', argument: 4 },
  ];
  assert.deepStrictEqual(readRequests(sent(writeRequests(requests))), requests);
});

test('every form of an answer arrives as it was sent, faults among them', () => {
  const value = (given: unknown): Outcome => ({ ok: true, value: given });
  const asked: (readonly [Request, Outcome])[] = [
    [{ name: 'accept', argument: ITEMS }, value(RECEIPTS)],
    [{ name: 'accept', argument: ITEMS }, FAILURE],
    [{ name: 'own', argument: null }, value({ shards: new Map([[1, 2]]), leaseMs: null })],
    ...RESULTS.map((result) => [{ name: 'settle', argument: SETTLEMENT }, value(result)] as const),
    [{ name: 'settle', argument: SETTLEMENT }, FAILURE],
    [
      { name: 'readyHeads', argument: null },
      value({ heads: [HEAD, RETRIED], nextDueAtMs: START_MS }),
    ],
    [{ name: 'readyHeads', argument: null }, value({ heads: [], nextDueAtMs: null })],
    [{ name: 'runtime', argument: 4 }, value(undefined)],
  ];
  assert.deepStrictEqual(
    answered(asked),
    asked.map(([, outcome]) => outcome),
  );
});

test('an answer without an outcome for each request is a fault of the program', () => {
  const requests = [{ name: 'own', argument: null }] as const;
  assert.throws(() => writeAnswer(requests, { outcomes: [], commits: 0 }), /no outcome/);
});
