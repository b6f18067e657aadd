/** The verdict of the crash runs finds each fault planted here. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Arrival } from './recording-receiver.ts';
import type { Resting } from './rest.ts';
import { judgeRun, type RunToJudge, unexplained } from './verdict.ts';

const TRIGGERS = ['OUTBOUND_CALL_CALLING', 'OUTBOUND_CALL_COMPLETED', 'CALL_LOG_CREATED'];
const [CALLING = '', ...ENDED] = TRIGGERS;

function arrival(sequence: number, more: Partial<Arrival> = {}): Arrival {
  return {
    path: '/good',
    webhookId: `msg_${sequence}`,
    callId: 'a',
    trigger: TRIGGERS[sequence - 1] ?? 'OUTBOUND_CALL_BUSY',
    sequence,
    attempt: 1,
    bodyHash: `hash ${sequence}`,
    life: 1,
    atMs: sequence,
    status: 200,
    lostAnswer: false,
    ...more,
  };
}

function resting(sequence: number, more: Partial<Resting> = {}): Resting {
  return {
    id: `dlv_${sequence}`,
    messageId: `msg_${sequence}`,
    endpointId: 'ep_1',
    callId: 'a',
    trigger: TRIGGERS[sequence - 1] ?? 'OUTBOUND_CALL_BUSY',
    sequence,
    state: 'delivered',
    attempts: 1,
    failures: 0,
    ...more,
  };
}

const ARRIVALS = [arrival(1), arrival(2), arrival(3)];
const RESTING = [resting(1), resting(2), resting(3)];
const CLEAN: RunToJudge = {
  acknowledged: [
    { callId: 'a', reportId: '1', triggers: [CALLING] },
    { callId: 'a', reportId: '2', triggers: ENDED },
  ],
  refused: [],
  arrivals: ARRIVALS,
  resting: RESTING,
  endpoints: [{ path: '/good', id: 'ep_1', attemptsMax: 7, mayGiveUp: false }],
  killed: new Set(),
  freezes: [],
  timedOut: new Set(),
};

/** The broken rules, in the order in which they were found. */
function rules(changes: Partial<RunToJudge>): string[] {
  const { faults } = judgeRun({ ...CLEAN, ...changes });
  return faults.map((fault) => fault.slice(0, fault.indexOf(':')));
}

test('a clean run has no finding', () => {
  const { faults, ...figures } = judgeRun(CLEAN);
  assert.deepEqual(faults, []);
  assert.deepEqual(figures, { expected: 3, delivered: 3, duplicates: 0, exhausted: 0 });
});

test('a missing delivery, or one that was only answered 503, is lost', () => {
  assert.deepEqual(rules({ arrivals: ARRIVALS.slice(0, 2) }), ['lost']);
  const refused = [...ARRIVALS.slice(0, 2), arrival(3, { status: 503 })];
  assert.deepEqual(rules({ arrivals: refused }), ['lost']);
});

test('a report that was answered otherwise than 202 is a finding', () => {
  assert.deepEqual(rules({ refused: ['a CALLING: 409'] }), ['refused']);
});

test('an earlier delivery sent after a later one is out of order, whatever was killed', () => {
  const arrivals = [...ARRIVALS, arrival(1, { atMs: 4, life: 2 })];
  assert.deepEqual(rules({ arrivals, killed: new Set([1]) }), ['order']);
});

test('a repeat needs a reason: a killed life, a lost answer, a freeze or a timeout', () => {
  const again = arrival(3, { atMs: 9, life: 2 });
  const arrivals = [...ARRIVALS, again];
  assert.deepEqual(rules({ arrivals }), ['repeat']);
  assert.deepEqual(rules({ arrivals, killed: new Set([2]) }), ['repeat'], 'a later life');
  assert.deepEqual(rules({ arrivals, killed: new Set([1]) }), []);
  const twice = [...ARRIVALS, arrival(3, { atMs: 9 })];
  assert.deepEqual(rules({ arrivals: twice, killed: new Set([1]) }), ['repeat'], 'the same life');
  assert.deepEqual(rules({ arrivals, freezes: [{ fromMs: 4, toMs: 6 }] }), []);
  assert.deepEqual(rules({ arrivals, freezes: [{ fromMs: 1, toMs: 2 }] }), ['repeat']);
  const [, second, third] = ARRIVALS;
  assert.ok(second !== undefined && third !== undefined);
  assert.deepEqual(unexplained({ ...CLEAN, arrivals }), [third]);
  assert.deepEqual(rules({ arrivals, timedOut: new Set([third]) }), []);
  assert.deepEqual(rules({ arrivals, timedOut: new Set([second]) }), ['repeat']);
  const lost = [...ARRIVALS.slice(0, 2), arrival(3, { lostAnswer: true }), again];
  assert.deepEqual(rules({ arrivals: lost }), []);
  assert.equal(judgeRun({ ...CLEAN, arrivals: lost }).duplicates, 1);
  assert.deepEqual(rules({ arrivals: [...lost, again] }), ['repeat'], 'the second had an answer');
});

test('a delivery without a report is invented', () => {
  assert.deepEqual(rules({ arrivals: [...ARRIVALS, arrival(4)] }), ['invented', 'bytes']);
});

test('other bytes or another id on a repeat are seen', () => {
  const killed = new Set([1]);
  const bytes = [...ARRIVALS, arrival(3, { life: 2, bodyHash: 'other' })];
  assert.deepEqual(rules({ arrivals: bytes, killed }), ['bytes']);
  const id = [...ARRIVALS, arrival(3, { life: 2, webhookId: 'msg_9' })];
  assert.deepEqual(rules({ arrivals: id, killed }), ['bytes', 'bytes']);
});

test('what the service says at rest is judged too', () => {
  const open = [...RESTING.slice(0, 2), resting(3, { state: 'retrying' })];
  assert.deepEqual(rules({ resting: open }), ['rest']);
  assert.deepEqual(rules({ resting: RESTING.slice(0, 2) }), ['rest', 'rest', 'bytes']);
  assert.deepEqual(rules({ resting: [...RESTING, resting(3)] }), ['rest', 'rest']);
  const often = [...RESTING.slice(0, 2), resting(3, { attempts: 8 })];
  assert.deepEqual(rules({ resting: often }), ['rest']);
});

test('no attempt is beyond the schedule', () => {
  assert.deepEqual(rules({ arrivals: [...ARRIVALS.slice(0, 2), arrival(3, { attempt: 8 })] }), [
    'attempts',
  ]);
});

test('only a dead receiver excuses giving up, and only after every attempt', () => {
  const gone = resting(3, { state: 'exhausted', attempts: 2, failures: 2 });
  const resting3 = [...RESTING.slice(0, 2), gone];
  const arrivals = ARRIVALS.slice(0, 2);
  const endpoint = { path: '/good', id: 'ep_1', attemptsMax: 2, mayGiveUp: true };
  assert.deepEqual(rules({ arrivals, resting: resting3, endpoints: [endpoint] }), []);
  const early = [{ ...endpoint, attemptsMax: 3 }];
  assert.deepEqual(rules({ arrivals, resting: resting3, endpoints: early }), ['rest']);
  const alive = [{ ...endpoint, mayGiveUp: false }];
  assert.deepEqual(rules({ arrivals, resting: resting3, endpoints: alive }), ['lost', 'rest']);
});
