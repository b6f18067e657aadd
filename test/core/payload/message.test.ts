/** A stored firing, read back for channels that have a layout of their own. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type CallError, ERROR_MESSAGES } from '../../../src/core/payload/call-error.ts';
import { messageOf } from '../../../src/core/payload/message.ts';
import type { DataEntry } from '../../../src/core/payload/render.ts';
import { renderFiring } from '../../../src/core/payload/render.ts';
import { TRIGGERS, type Trigger } from '../../../src/core/trigger/trigger.ts';
import { NOW_MS, NOW_TEXT } from '../given.ts';

const DATA: readonly DataEntry[] = [
  ['callId', 'call_1'],
  ['callStatus', 'COMPLETED'],
  ['callSid', ''],
  ['clientId', 'a\u202eb'],
];

function read(
  trigger: Trigger = 'OUTBOUND_CALL_ERROR',
  more: { data?: readonly DataEntry[]; errors?: readonly CallError[]; name?: string } = {},
) {
  const { data = DATA, errors = [], name = 'Ringpost' } = more;
  return messageOf(renderFiring({ trigger, data, errors }, name, NOW_MS));
}

describe('a firing read back', () => {
  test('has the values of its data, labelled, in order, cleaned for display', () => {
    assert.deepEqual(read().facts, [
      { key: 'callId', label: 'Call ID', value: 'call_1' },
      { key: 'callStatus', label: 'Call Status', value: 'COMPLETED' },
      { key: 'callSid', label: 'Call SID', value: '-' },
      { key: 'clientId', label: 'Client ID', value: 'a b' },
    ]);
  });

  test('shows each value as the display text does, cut alike', () => {
    const data: readonly DataEntry[] = [['callId', '📞'.repeat(300)]];
    const { facts, text } = read('OUTBOUND_CALL_BUSY', { data });
    const [fact] = facts;
    assert.equal(fact?.value, '📞'.repeat(256));
    assert.ok(text.split('\n').includes(`${fact?.label}: ${fact?.value}`));
  });

  test('has heading, name and time, whatever the name holds', () => {
    for (const name of ['Ringpost', 'a] b [c', '', 'Ops\u2028desk']) {
      for (const trigger of TRIGGERS) {
        const { heading, serviceName, time } = read(trigger, { name });
        const shown = name.replace('\u2028', ' ');
        assert.deepEqual([heading, serviceName, time], [`[${shown}] ${trigger}`, shown, NOW_TEXT]);
      }
    }
  });

  test('has at most ten errors, with their fixed messages, and counts the others', () => {
    const error: CallError = {
      code: 'CALL_INTERRUPTED',
      message: ERROR_MESSAGES.CALL_INTERRUPTED,
      timestamp: NOW_TEXT,
    };
    const { code, message } = error;
    for (const count of [0, 1, 10, 12]) {
      const { errors, moreErrors } = read('OUTBOUND_CALL_ERROR', {
        errors: Array.from({ length: count }, () => error),
      });
      assert.equal(errors.length, Math.min(10, count));
      for (const each of errors) assert.deepEqual(each, { code, message });
      assert.equal(moreErrors, Math.max(0, count - 10));
    }
  });

  test('leaves out a key without a label', () => {
    const firing = renderFiring({ trigger: 'ACW_COMPLETED', data: [], errors: [] }, 'a', NOW_MS);
    const data = '{"callId":"c","projectId":"prj_1","toString":"x"}';
    assert.deepEqual(
      messageOf({ ...firing, data }).facts.map(({ key }) => key),
      ['callId'],
    );
  });
});
