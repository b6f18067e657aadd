/** The ranks of statuses (S1.2), and which words are slips and which are a platform's own. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  IN_PROGRESS_STATUSES,
  INTERNAL_STATUSES,
  isInternal,
  isTerminal,
  meantStatus,
  rankOf,
  STATUS_PATTERN,
  TERMINAL_STATUSES,
} from '../../../src/core/call/status.ts';

test('ranks: internal 0, CALLING 1, CLOSING 2, terminal 3', () => {
  assert.deepEqual(['QUEUED', 'CALLING', 'CLOSING', 'BUSY'].map(rankOf), [0, 1, 2, 3]);
});

test('every status is internal, in progress or terminal', () => {
  for (const status of INTERNAL_STATUSES) assert.ok(isInternal(status) && !isTerminal(status));
  for (const status of ['CALLING', 'CLOSING']) {
    assert.ok(!isInternal(status) && !isTerminal(status));
  }
  for (const status of TERMINAL_STATUSES) assert.ok(isTerminal(status) && !isInternal(status));
});

test('a status is 1 to 64 of A-Z, 0-9 and _, a letter first', () => {
  for (const status of ['A', 'OUR_2ND_STEP', 'A'.repeat(64)]) assert.match(status, STATUS_PATTERN);
  for (const status of ['', '2ND', '_A', 'calling', 'A B', 'A\n', 'A'.repeat(65)]) {
    assert.doesNotMatch(status, STATUS_PATTERN);
  }
});

const PUBLIC = [...IN_PROGRESS_STATUSES, ...TERMINAL_STATUSES];

test('for known slips the intended status is found', () => {
  const slips = {
    CANCELLED: 'CANCELED',
    COMPLETE: 'COMPLETED',
    FAILED: 'ERROR',
    NO_ANSWER: 'NO_RESPONSE',
    NORESPONSE: 'NO_RESPONSE',
    UNREACHEABLE: 'UNREACHABLE',
    VOICEMAIL: 'VOICEMAIL_REACHED',
    VOICEMAIL_REACHD: 'VOICEMAIL_REACHED',
    HEALTH_CHECK_FAILED: 'HEALTHCHECK_FAILED',
    CALING: 'CALLING',
    CLOSNIG: 'CLOSING',
    BUSSY: 'BUSY',
    EROR: 'ERROR',
    OMPLETED: 'COMPLETED',
    OUTBOUND_CALL_COMPLETED: 'COMPLETED',
    CALL_BUSY: 'BUSY',
  };
  for (const [slip, meant] of Object.entries(slips)) assert.equal(meantStatus(slip), meant, slip);
});

test('a public status with one character more, less or different is a slip', () => {
  for (const status of PUBLIC) {
    for (let at = 0; at < status.length; at += 1) {
      const less = `${status.slice(0, at)}${status.slice(at + 1)}`;
      const more = `${status.slice(0, at)}X${status.slice(at)}`;
      const other = `${status.slice(0, at)}X${status.slice(at + 1)}`;
      for (const slip of [less, more, other]) {
        // LOSING is a word of its own.
        if (slip !== 'LOSING' && slip !== status) assert.equal(meantStatus(slip), status, slip);
      }
    }
  }
});

test('public statuses and words of platforms are no slips', () => {
  const own = [
    'RINGING',
    'IN_PROGRESS',
    'INITIATED',
    'ANSWERED',
    'CONNECTED',
    'HOLD',
    'ON_HOLD',
    'PARKED',
    'QUEUING',
    'ENQUEUED',
    'DIALED',
    'BRIDGED',
    'TRANSFERRED',
    'PAUSED',
    'IDLE',
    'EARLY',
    'EARLY_MEDIA',
    'PROGRESS',
    'TRYING',
    'WAITING',
    'SCHEDULED',
    'CREATED',
    'NEW',
    'STARTED',
    'ACTIVE',
    'OPEN',
    'CLOSED',
    'HANGUP',
    'EASY',
    'BUS_1',
    'CALLED',
    'CALL',
    'X',
    'CALLBACK',
    'RECALLING',
    'BILLING',
    'POLLING',
    'MUTED',
    'RECORDING',
    'REDIALING',
  ];
  for (const status of [...PUBLIC, ...INTERNAL_STATUSES, ...own]) {
    assert.equal(meantStatus(status), null, status);
  }
});
