/** Bodies by the kind of their endpoint: the launch of an agent, and all others. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ENDPOINT_KINDS, isAgent } from '../../../src/core/endpoint/endpoint.ts';
import { assembleBody, bodyFor } from '../../../src/core/payload/render.ts';
import { sampleFiring } from '../../../src/core/payload/sample.ts';
import { TRIGGERS } from '../../../src/core/trigger/trigger.ts';
import { NOW_MS } from '../given.ts';

const projectId = 'prj_01JD3Z9M0T2A';

test('S4.8: a launch is the standard payload with projectId as the last key', () => {
  for (const trigger of TRIGGERS.filter((each) => each !== 'ACW_COMPLETED')) {
    const firing = sampleFiring(trigger, 'Ringpost', NOW_MS);
    const kind = 'self-provided-agent';
    const plain = JSON.parse(assembleBody('text', firing.text, firing.data, firing.errors));
    const body = JSON.parse(bodyFor({ kind, projectId }, 'text', firing));
    assert.deepEqual(body, { ...plain, data: { ...plain.data, projectId } });
    assert.equal(Object.keys(body.data).at(-1), 'projectId');
    assert.deepEqual(Object.keys(body), Object.keys(plain));
  }
});

test('S4.8: the launch of a built-in agent says that its target is null', () => {
  const firing = sampleFiring('CALL_LOG_CREATED', 'Ringpost', NOW_MS);
  for (const kind of ['builtin-analyzer', 'builtin-evaluator'] as const) {
    const body = JSON.parse(bodyFor({ kind, projectId }, 'message', firing));
    assert.equal(body.target, null);
    assert.deepEqual(Object.keys(body.data), [
      'callId',
      'callStatus',
      'callSid',
      'clientId',
      'direction',
      'projectId',
    ]);
  }
});

test('all other kinds get the payload as it was rendered', () => {
  const firing = sampleFiring('OUTBOUND_CALL_ERROR', 'Ringpost', NOW_MS);
  const { text, data, errors } = firing;
  for (const kind of ENDPOINT_KINDS.filter((each) => !isAgent(each))) {
    assert.equal(
      bodyFor({ kind, projectId }, 'message', firing),
      assembleBody('message', text, data, errors),
    );
  }
});
