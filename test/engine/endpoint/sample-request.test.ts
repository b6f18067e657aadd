/** The request that carries a sample payload. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseId } from '../../../src/core/id.ts';
import { previewEndpoint, sampleRequest } from '../../../src/engine/endpoint/sample-request.ts';
import { failure, START_MS, setup } from '../manage/setup.ts';

const random = { fraction: () => 0.25 };

test('its ids have the form of all others and belong to no stored row', async (t) => {
  const { project } = await setup(t);
  const endpoint = previewEndpoint(project, { kind: 'custom', trigger: 'CALL_LOG_CREATED' });
  const request = sampleRequest(endpoint, 'CALL_LOG_CREATED', 'Acme', START_MS, random);
  assert.ok((parseId('msg', request.webhookId)?.key ?? 0) >= 2 ** 44);
  assert.ok((parseId('dlv', request.deliveryId)?.key ?? 0) >= 2 ** 44);
});

test('S4.6: the sample has exactly the data keys of its trigger', async (t) => {
  const { project } = await setup(t);
  const keysOf = {
    OUTBOUND_CALL_CALLING: ['callId', 'callStatus', 'callSid', 'clientId'],
    INBOUND_CALL_COMPLETED: ['callId', 'callStatus'],
    INBOUND_CALL_ERROR: ['callId', 'callStatus', 'callSid'],
    CALL_LOG_CREATED: ['callId', 'callStatus', 'callSid', 'clientId', 'direction'],
    ACW_COMPLETED: ['callId', 'acwAgentId', 'acwResultId', 'isError'],
  } as const;
  for (const trigger of Object.keys(keysOf) as (keyof typeof keysOf)[]) {
    const endpoint = previewEndpoint(project, { kind: 'custom', trigger, contentKey: 'text' });
    const { body } = sampleRequest(endpoint, trigger, 'Acme', START_MS, random);
    const payload = JSON.parse(body);
    assert.match(payload.text, new RegExp(`^\\[Acme\\] ${trigger}\n`));
    assert.deepEqual(Object.keys(payload.data), keysOf[trigger]);
    assert.equal('errors' in payload, trigger.endsWith('_ERROR'));
  }
});

test('an endpoint that could not exist is not previewed', async (t) => {
  const { project } = await setup(t);
  const preview = (input: object) =>
    previewEndpoint(project, { kind: 'custom', trigger: 'CALL_LOG_CREATED', ...input });
  assert.throws(() => preview({ contentKey: 'data' }), failure('INVALID_INPUT', ['/contentKey']));
  assert.throws(
    () => preview({ kind: 'self-provided-agent', trigger: 'ACW_COMPLETED' }),
    failure('INVALID_INPUT', ['/trigger']),
  );
});
