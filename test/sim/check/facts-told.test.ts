/** Payload version 2 must tell what was known of a call, and the call must keep it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { factsTold } from '../../../sim/check/facts-told.ts';
import { CALLING, Given, saysOf } from './given.ts';

const callId = 'call-1';

/** One report with facts, fired to an endpoint of this version and sent with this `data.call`. */
function told(payloadVersion: 1 | 2, call: unknown, kept: object = { queue: 'sales' }): Given {
  const given = new Given();
  given.endpoint({ payloadVersion });
  const [row] = given.report(callId, 'CALLING', [CALLING]);
  assert.ok(row);
  const commit = given.happenings.findLast(({ what }) => what === 'committed');
  assert.ok(commit?.what === 'committed');
  Object.assign(Object(commit.argument)[0].report, { facts: { queue: 'sales' } });
  const data = { callId, callStatus: 'CALLING', ...(call === undefined ? {} : { call }) };
  given.send(row, { body: JSON.stringify({ message: '', data }) });
  given.rest = { calls: [{ callId, facts: JSON.stringify(kept) }] };
  return given;
}

test('facts of version 2, and none of version 1, pass', () => {
  assert.deepEqual(saysOf(factsTold, told(2, { queue: 'sales' })), []);
  assert.deepEqual(saysOf(factsTold, told(1, undefined)), []);
});

test('missing, other and superfluous facts are caught', () => {
  for (const given of [told(2, {}), told(2, { queue: 'other' }), told(1, { queue: 'sales' })]) {
    assert.match(saysOf(factsTold, given).join(), /says .*, not /);
  }
});

test('a call that does not keep its facts is caught', () => {
  assert.match(saysOf(factsTold, told(2, { queue: 'sales' }, {})).join(), /the call keeps \{\}/);
});
