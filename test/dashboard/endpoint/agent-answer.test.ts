/** Whether a self-provided agent answered, and which run waits for it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type AnsweredRun,
  answerIn,
  waitingRunIn,
} from '../../../dashboard/src/page/endpoint/agent-answer.ts';

const run = (more: Partial<AnsweredRun>): AnsweredRun => ({
  acwRunId: 'run_1',
  callId: 'c1',
  state: 'RUNNING',
  reason: null,
  acwResultId: null,
  ...more,
});

test("the service's own result at a deadline is no answer of the agent", () => {
  const late = run({ state: 'FAILED', reason: 'DEADLINE_PASSED', acwResultId: 'acwr_1' });
  assert.equal(answerIn([run({}), late]), null);
  const own = run({ state: 'FAILED', reason: 'AGENT_FAILED', acwResultId: 'acwr_2' });
  assert.deepEqual(answerIn([late, own]), { callId: 'c1', acwResultId: 'acwr_2' });
  const good = run({ state: 'SUCCEEDED', acwResultId: 'acwr_3' });
  assert.deepEqual(answerIn([good, own]), { callId: 'c1', acwResultId: 'acwr_3' });
});

test('the newest run without a result is the waiting one', () => {
  const queued = run({ acwRunId: 'run_2', state: 'QUEUED' });
  assert.equal(waitingRunIn([queued, run({})])?.acwRunId, 'run_1');
  assert.equal(waitingRunIn([queued]), null);
});
