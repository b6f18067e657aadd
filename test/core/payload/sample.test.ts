/** Test sends and previews show exactly the keys that a real firing has. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SAMPLES, sampleFiring } from '../../../src/core/payload/sample.ts';
import { TRIGGERS } from '../../../src/core/trigger/trigger.ts';
import { NOW_MS } from '../given.ts';

function dataOf(trigger: (typeof TRIGGERS)[number]): string {
  return sampleFiring(trigger, 'Ringpost', NOW_MS).data;
}

test('every trigger has a sample with its own header, and errors as in a real firing', () => {
  for (const trigger of TRIGGERS) {
    const sample = sampleFiring(trigger, 'Ringpost', NOW_MS);
    assert.equal(sample.trigger, trigger);
    assert.equal(sample.text.split('\n')[0], `[Ringpost] ${trigger}`);
    assert.equal(sample.errors !== null, trigger.endsWith('_CALL_ERROR'), trigger);
  }
});

test('other samples have the same keys, and errors only if a real firing may', () => {
  for (const trigger of TRIGGERS) {
    const keys = Object.keys(JSON.parse(dataOf(trigger)));
    for (const sample of SAMPLES) {
      const { data, errors } = sampleFiring(trigger, 'Ringpost', NOW_MS, sample);
      assert.deepEqual(Object.keys(JSON.parse(data)), keys, `${trigger} ${sample}`);
      if (/_(?:CALLING|CLOSING|CALL_COMPLETED)$/.test(trigger)) {
        assert.equal(errors, null, trigger);
      }
    }
  }
  const two = sampleFiring('OUTBOUND_CALL_ERROR', 'Ringpost', NOW_MS, 'errors');
  assert.equal(JSON.parse(two.errors ?? '[]').length, 2);
  const long = sampleFiring('OUTBOUND_CALL_ERROR', 'Ringpost', NOW_MS, 'long');
  assert.equal(JSON.parse(long.data).clientId.length, 256);
});

test('a sample has the keys and the status of its trigger', () => {
  assert.equal(
    dataOf('OUTBOUND_CALL_BUSY'),
    '{"callId":"call_sample","callStatus":"BUSY","callSid":"CA_sample","clientId":"order_4712"}',
  );
  assert.equal(dataOf('INBOUND_CALL_CLOSING'), '{"callId":"call_sample","callStatus":"CLOSING"}');
  assert.match(dataOf('INBOUND_CALL_ERROR'), /"callStatus":"ERROR","callSid":"CA_sample"}$/);
  assert.match(dataOf('CALL_LOG_CREATED'), /"callStatus":"COMPLETED".*"direction":"OUTBOUND"}$/);
  assert.match(dataOf('ACW_COMPLETED'), /"acwResultId":"acwr_sample","isError":"false"}$/);
});
