/**
 * Step 3: every cell of the transition table of S1.8, and properties of any sequence of reports.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import {
  DIRECTIONS,
  type Direction,
  IN_PROGRESS_STATUSES,
  INTERNAL_STATUSES,
  isTerminal,
  rankOf,
  TERMINAL_STATUSES,
} from '../../../src/core/call/status.ts';
import { type Call, moveCall } from '../../../src/core/call/transition.ts';
import { CALL_ID, callOf, errorOf, NOW_MS, reportOf } from '../given.ts';

const OUTBOUND_ENDS = TERMINAL_STATUSES.filter((end) => end !== 'CONCURRENCY_LIMIT_EXCEEDED');
const INBOUND_ENDS = ['COMPLETED', 'ERROR', 'CONCURRENCY_LIMIT_EXCEEDED'];
const STATUSES = [...IN_PROGRESS_STATUSES, ...TERMINAL_STATUSES];

/** The table of S1.8, one row per status that a call can be left from. */
const TABLE: Readonly<Record<Direction, Readonly<Record<string, readonly string[]>>>> = {
  OUTBOUND: {
    '': ['CALLING', 'CLOSING', ...OUTBOUND_ENDS],
    DIALING: ['CALLING', 'CLOSING', ...OUTBOUND_ENDS],
    CALLING: [
      'CLOSING',
      'COMPLETED',
      'VOICEMAIL_REACHED',
      'ERROR',
      'BUSY',
      'NO_RESPONSE',
      'UNREACHABLE',
      'CANCELED',
    ],
    CLOSING: ['COMPLETED', 'VOICEMAIL_REACHED', 'ERROR'],
    COMPLETED: [],
    EXPIRED: [],
  },
  INBOUND: {
    '': ['CALLING', 'CLOSING', ...INBOUND_ENDS],
    ACCEPTING: ['CALLING', 'CLOSING', ...INBOUND_ENDS],
    CALLING: ['CLOSING', 'COMPLETED', 'ERROR'],
    CLOSING: ['COMPLETED', 'ERROR'],
    ERROR: [],
  },
};

function existsFor(direction: Direction, status: string): boolean {
  return TABLE[direction]['']?.includes(status) ?? false;
}

function expectedMove(direction: Direction, from: string, to: string): string {
  if (!existsFor(direction, to)) return 'STATUS_NOT_FOR_DIRECTION';
  if (TABLE[direction][from]?.includes(to)) return 'moved';
  if (from === to) return 'DUPLICATE';
  if (isTerminal(from)) return 'TERMINAL';
  return rankOf(to) < rankOf(from) ? 'STALE' : 'NOT_ALLOWED';
}

function moveOf(call: Call | null, changes: Parameters<typeof reportOf>[0]) {
  return moveCall(call, CALL_ID, reportOf(changes), NOW_MS);
}

describe('S1.8: the moves of a call', () => {
  for (const direction of DIRECTIONS) {
    for (const from of Object.keys(TABLE[direction])) {
      test(`${direction} from ${from === '' ? 'nothing' : from} moves as the table says`, () => {
        for (const to of STATUSES) {
          const call = callOf(direction, { status: from === '' ? null : from });
          const move = moveOf(call, { status: to });
          const seen =
            move.kind === 'refused' ? move.code : move.kind === 'ignored' ? move.reason : move.kind;
          assert.equal(seen, expectedMove(direction, from, to), `${from} to ${to}`);
        }
      });
    }

    test(`${direction}: internal statuses follow each other in any order`, () => {
      for (const from of INTERNAL_STATUSES) {
        for (const to of [...INTERNAL_STATUSES, 'OUR_OWN_STEP']) {
          const move = moveOf(callOf(direction, { status: from }), { status: to });
          assert.equal(move.kind, from === to ? 'ignored' : 'moved', `${from} to ${to}`);
        }
      }
    });

    test(`${direction}: an internal status after CALLING is stale`, () => {
      const move = moveOf(callOf(direction, { status: 'CALLING' }), { status: 'QUEUED' });
      assert.ok(move.kind === 'ignored' && move.reason === 'STALE');
    });
  }

  test('the first report of an unknown call may carry any status', () => {
    for (const status of [...OUTBOUND_ENDS, 'CALLING', 'QUEUED']) {
      const move = moveOf(null, { status, direction: 'OUTBOUND' });
      assert.ok(move.kind === 'moved' && move.from === null && move.to === status, status);
    }
  });

  test('a new call has the values of its first report', () => {
    const move = moveOf(null, { status: 'CALLING', direction: 'INBOUND', callSid: 'CA1' });
    assert.ok(move.kind === 'moved');
    assert.deepEqual(move.call, {
      callId: CALL_ID,
      direction: 'INBOUND',
      status: 'CALLING',
      callSid: 'CA1',
      clientId: '',
      wasInProgress: true,
      firstReportAtMs: NOW_MS,
      lastReportAtMs: NOW_MS,
      endedAtMs: null,
      facts: null,
    });
  });

  test('an errors-only report may be the first; the call has no status yet', () => {
    const move = moveOf(null, { direction: 'OUTBOUND', errors: [errorOf('INTERNAL_ERROR')] });
    assert.ok(move.kind === 'errors-only' && move.call.status === null);
  });
});

describe('what a report changes of its call', () => {
  test('S2.25: facts of every report are kept, also of one that moves nothing', () => {
    const call = callOf('OUTBOUND', { status: 'COMPLETED', facts: { from: '1', queue: 'a' } });
    const late = moveOf(call, { status: 'CALLING', facts: { queue: 'b' } });
    assert.ok(late.kind === 'ignored');
    assert.deepEqual(late.call.facts, { from: '1', queue: 'b' });
    const silent = moveOf(call, { status: 'CALLING' });
    assert.ok(silent.kind === 'ignored' && silent.call.facts === call.facts);
  });

  test('S2.27: facts alone move nothing, also after the end', () => {
    const call = callOf('OUTBOUND', { status: 'COMPLETED' });
    const move = moveOf(call, { facts: { recordingUrl: 'https://a.example/1' } });
    assert.ok(move.kind === 'facts-only' && move.call.status === 'COMPLETED');
    assert.deepEqual(move.call.facts, { recordingUrl: 'https://a.example/1' });
  });

  test('null and an empty id keep the known id; another id replaces it', () => {
    const call = callOf('OUTBOUND', { status: 'COMPLETED' });
    const move = moveOf(call, { status: 'CALLING', clientId: '' });
    assert.ok(move.kind === 'ignored');
    assert.equal(move.call.callSid, 'CA4712');
    assert.equal(move.call.clientId, 'order_4712');
    const other = moveOf(call, { status: 'CALLING', clientId: 'order_2' });
    assert.ok(other.kind === 'ignored');
    assert.equal(other.call.clientId, 'order_2');
  });

  test('an ignored report counts as a sign of life', () => {
    const call = callOf('INBOUND', { status: 'CALLING', wasInProgress: true });
    const move = moveOf(call, { status: 'CALLING' });
    assert.ok(move.kind === 'ignored' && move.reason === 'DUPLICATE');
    assert.equal(move.call.lastReportAtMs, NOW_MS);
    assert.equal(move.call.status, 'CALLING');
  });

  test('an ended call has its end by the platform, if that time is plausible', () => {
    const soon = moveOf(callOf('OUTBOUND'), { status: 'BUSY', occurredAtMs: NOW_MS - 5_000 });
    assert.ok(soon.kind === 'moved' && soon.call.endedAtMs === NOW_MS - 5_000);
    assert.equal(soon.call.lastReportAtMs, NOW_MS);
    const wrong = moveOf(callOf('OUTBOUND'), { status: 'BUSY', occurredAtMs: 0 });
    assert.ok(wrong.kind === 'moved' && wrong.call.endedAtMs === NOW_MS);
  });

  test('a call that has been CALLING or CLOSING remembers it to its end', () => {
    for (const status of IN_PROGRESS_STATUSES) {
      const move = moveOf(callOf('INBOUND'), { status });
      assert.ok(move.kind === 'moved' && move.call.wasInProgress, status);
      const end = moveOf(move.call, { status: 'ERROR' });
      assert.ok(end.kind === 'moved' && end.call.wasInProgress, status);
    }
    for (const call of [callOf('INBOUND'), null]) {
      const never = moveOf(call, { status: 'ERROR', direction: 'INBOUND' });
      assert.ok(never.kind === 'moved' && !never.call.wasInProgress);
    }
  });
});

describe('reports that are refused', () => {
  test('a first report without a direction', () => {
    const move = moveOf(null, { status: 'CALLING' });
    assert.ok(move.kind === 'refused' && move.code === 'DIRECTION_REQUIRED');
    assert.equal(move.field, '/direction');
  });

  test('another direction than that of the first report', () => {
    const move = moveOf(callOf('INBOUND'), { status: 'CALLING', direction: 'OUTBOUND' });
    assert.ok(move.kind === 'refused' && move.code === 'DIRECTION_CHANGED');
    assert.match(move.detail, /is INBOUND/);
  });

  test('a status that does not exist for the direction, even after the end', () => {
    const outbound = callOf('OUTBOUND', { status: 'COMPLETED' });
    const move = moveOf(outbound, { status: 'CONCURRENCY_LIMIT_EXCEEDED' });
    assert.ok(move.kind === 'refused' && move.code === 'STATUS_NOT_FOR_DIRECTION');
    assert.equal(move.field, '/status');
    const inbound = moveOf(null, { status: 'BUSY', direction: 'INBOUND' });
    assert.ok(inbound.kind === 'refused' && inbound.code === 'STATUS_NOT_FOR_DIRECTION');
  });
});

test('over any reports, the rank never falls and a terminal status never changes', () => {
  const status = fc.constantFrom(...STATUSES, ...INTERNAL_STATUSES, 'OUR_OWN_STEP', null);
  const reports = fc.array(fc.tuple(status, fc.nat({ max: 1_000_000 })), { maxLength: 12 });
  fc.assert(
    fc.property(fc.constantFrom(...DIRECTIONS), reports, (direction, steps) => {
      let call: Call | null = null;
      for (const [to, laterMs] of steps) {
        const before: Call | null = call;
        const move = moveCall(
          before,
          CALL_ID,
          reportOf({ status: to, direction, errors: [errorOf('UNKNOWN_ERROR')] }),
          NOW_MS + laterMs,
        );
        if (move.kind === 'refused') continue;
        call = move.call;
        if (before?.status == null) continue;
        assert.ok(rankOf(call.status ?? '') >= rankOf(before.status));
        if (isTerminal(before.status)) {
          assert.equal(call.status, before.status);
          assert.equal(call.endedAtMs, before.endedAtMs);
        }
      }
    }),
  );
});
