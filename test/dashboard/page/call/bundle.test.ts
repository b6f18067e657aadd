/** A foreign file is a bundle or gives a sentence; an exported bundle contains no secrets. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  bundleName,
  readBundle,
  withoutSigns,
} from '../../../../dashboard/src/page/call/bundle/read-bundle.ts';

const AT = '2026-11-22T10:00:00.000Z';
const ATTEMPT = {
  number: 1,
  startedAt: AT,
  durationMs: 3,
  outcome: 'delivered',
  manual: false,
  status: 200,
  error: null,
  excerpt: null,
};
const DELIVERY = {
  id: 'dlv_1',
  messageId: 'msg_1',
  endpointId: 'ep_1',
  callId: 'c',
  sequence: 1,
  trigger: 'CALL_LOG_CREATED',
  state: 'delivered',
  createdAt: AT,
  firedAt: AT,
  dueAt: null,
  attempts: 1,
  failures: 0,
  manual: false,
  lastAttemptAt: AT,
  closedAt: AT,
  lastStatus: 200,
  lastError: null,
  behind: null,
  attemptList: [ATTEMPT],
};
const BUNDLE = {
  ringpost: 'call-bundle',
  formatVersion: 1,
  takenAt: AT,
  callLog: null,
  acwResults: [null],
  endpoints: [{ id: 'ep_1', name: 'CRM', kind: 'custom', retryScheduleMs: [5_000] }],
  call: {
    callId: 'c',
    direction: 'INBOUND',
    status: null,
    callSid: '',
    clientId: '',
    reports: 0,
    firstReportAt: AT,
    lastReportAt: AT,
    endedAt: null,
    acwRuns: [],
    callLog: { state: 'NEVER', version: null, turns: null },
    timeline: {
      reports: [],
      transitions: [],
      firings: [],
      deliveries: [DELIVERY],
      truncated: false,
    },
  },
};

test('a bundle is read, with or without a byte order mark', () => {
  const text = JSON.stringify(BUNDLE);
  for (const content of [text, `\uFEFF${text}`]) {
    const answer = readBundle(content);
    assert.deepEqual(answer, { kind: 'read', bundle: BUNDLE });
  }
});

test('other files are named: no JSON, another format, a newer version', () => {
  const kindOf = (content: string): string => readBundle(content).kind;
  assert.equal(kindOf(''), 'no-json');
  assert.equal(kindOf(JSON.stringify(BUNDLE).slice(0, -9)), 'no-json');
  for (const other of ['null', '[]', '"call-bundle"', '{}', '{"ringpost":"backup"}']) {
    assert.equal(kindOf(other), 'foreign', other);
  }
  assert.equal(kindOf(JSON.stringify({ ...BUNDLE, formatVersion: 2 })), 'newer');
});

test('every missing or mistyped member is named', () => {
  let broken = 0;
  const breakEach = (node: object): void => {
    for (const [key, value] of Object.entries(node)) {
      Object.assign(node, { [key]: Symbol.iterator in Object(value) ? 7 : { odd: true } });
      const answer = readBundle(JSON.stringify(BUNDLE));
      if (answer.kind === 'malformed') broken += 1;
      else assert.ok(['trigger', 'transitions'].includes(key) || answer.kind !== 'read', key);
      if (answer.kind === 'malformed') assert.ok(answer.at.includes(key), `${key}: ${answer.at}`);
      Object.assign(node, { [key]: value });
      if (typeof value === 'object' && value !== null && !Array.isArray(value)) breakEach(value);
    }
  };
  breakEach(BUNDLE);
  breakEach(DELIVERY);
  assert.ok(broken > 30, String(broken));
  const late = structuredClone(BUNDLE);
  Object.assign(late.call.timeline.deliveries[0]?.attemptList[0] ?? {}, { startedAt: 'soon' });
  assert.deepEqual(readBundle(JSON.stringify(late)), {
    kind: 'malformed',
    at: 'call.timeline.deliveries[0].attemptList[0].startedAt',
  });
});

test('the address of a recording is exported without its signature', () => {
  const signed = 'https://user:secret@cdn.example.com/a.mp3?X-Signature=abc#t=1';
  const log = { recordingUrl: signed, turns: [] } as unknown as Parameters<typeof withoutSigns>[0];
  assert.equal(withoutSigns(log).recordingUrl, 'https://cdn.example.com/a.mp3');
  assert.equal(bundleName('a/b ü?'), 'call-a_b_.json');
});
