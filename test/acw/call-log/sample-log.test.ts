/** The sample log on which built-in agents are tried. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callLogFaults } from '../../../src/acw/call-log/call-log-rules.ts';
import { SAMPLE_LOG } from '../../../src/acw/call-log/sample-log.ts';

test('the sample log keeps the rules of call logs', () => {
  assert.deepEqual(callLogFaults(SAMPLE_LOG), []);
});
