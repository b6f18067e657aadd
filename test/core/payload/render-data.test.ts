/** Step 5: the keys of `data` for each trigger, their order, and that values are strings. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type CallValues,
  callData,
  callVariantOf,
  dataJson,
  runData,
  withProjectId,
} from '../../../src/core/payload/render.ts';
import { TRIGGERS } from '../../../src/core/trigger/trigger.ts';

const FACTS: CallValues = {
  direction: 'OUTBOUND',
  clientId: '',
  callSid: 'CA1',
  callStatus: 'BUSY',
  callId: 'call "1"',
};

test('S4.6: the variant of `data` follows from the trigger', () => {
  for (const trigger of TRIGGERS) {
    if (trigger === 'ACW_COMPLETED') continue;
    const keys = callData(callVariantOf(trigger), FACTS).map(([key]) => key);
    const expected =
      trigger === 'CALL_LOG_CREATED'
        ? ['callId', 'callStatus', 'callSid', 'clientId', 'direction']
        : trigger === 'INBOUND_CALL_ERROR'
          ? ['callId', 'callStatus', 'callSid']
          : trigger.startsWith('INBOUND_CALL_')
            ? ['callId', 'callStatus']
            : ['callId', 'callStatus', 'callSid', 'clientId'];
    assert.deepEqual(keys, expected, trigger);
  }
});

test('`data` as JSON has its keys in order, empty ones too', () => {
  assert.equal(
    dataJson(callData('call-log', FACTS)),
    '{"callId":"call \\"1\\"","callStatus":"BUSY","callSid":"CA1","clientId":"",' +
      '"direction":"OUTBOUND"}',
  );
});

test('S4.6: an ACW completion has four keys, and isError is a string', () => {
  const run = { callId: 'c', acwAgentId: 'ep_1', acwResultId: 'acwr_1' };
  assert.equal(
    dataJson(runData({ ...run, isError: true })),
    '{"callId":"c","acwAgentId":"ep_1","acwResultId":"acwr_1","isError":"true"}',
  );
  assert.deepEqual(runData({ ...run, isError: false }).at(-1), ['isError', 'false']);
});

test('S4.8: the launch of a self-provided agent has projectId as the last key', () => {
  const data = withProjectId(dataJson(callData('inbound-status', FACTS)), 'prj_1');
  assert.equal(data, '{"callId":"call \\"1\\"","callStatus":"BUSY","projectId":"prj_1"}');
});
