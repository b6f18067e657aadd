/** Which statuses are taken for a slip, and which are a platform's own. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { meantStatus } from '../../../src/core/call/misspelt-status.ts';
import {
  IN_PROGRESS_STATUSES,
  INTERNAL_STATUSES,
  TERMINAL_STATUSES,
} from '../../../src/core/call/status.ts';

const PUBLIC = [...IN_PROGRESS_STATUSES, ...TERMINAL_STATUSES];

test('the slips that others made are told from what was meant', () => {
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

test('one character more, less or other of any public status is a slip', () => {
  for (const status of PUBLIC) {
    for (let at = 0; at < status.length; at += 1) {
      const less = `${status.slice(0, at)}${status.slice(at + 1)}`;
      const more = `${status.slice(0, at)}X${status.slice(at)}`;
      const other = `${status.slice(0, at)}X${status.slice(at + 1)}`;
      for (const slip of [less, more, other]) {
        // The LOSING of a call is a word.
        if (slip !== 'LOSING' && slip !== status) assert.equal(meantStatus(slip), status, slip);
      }
    }
  }
});

test('what is public or a word of platforms stays what it is', () => {
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
