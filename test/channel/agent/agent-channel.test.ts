/** The channel of the built-in agents sends no request: each launch is delivered at once. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createBuiltInAgentChannel } from '../../../src/channel/agent/agent-channel.ts';
import { judge } from '../../../src/core/delivery/outcome.ts';
import { bodyFor } from '../../../src/core/payload/render.ts';
import { TRIGGERS } from '../../../src/core/trigger/trigger.ts';
import { FILLINGS, FIRED_AT_MS, firingOf } from '../conformance/firing.ts';
import { givenEndpoint, givenPermit, givenSend } from '../given.ts';

const channel = createBuiltInAgentChannel();
const endpoint = givenEndpoint({ kind: 'builtin-analyzer', target: null, auth: null });

test('every launch is delivered at once', async () => {
  for (const trigger of TRIGGERS) {
    const request = givenSend(endpoint, { trigger, firing: firingOf(trigger, FILLINGS.hostile) });
    const result = await channel.send(request);
    assert.deepEqual(judge(result, endpoint, FIRED_AT_MS), {
      outcome: 'delivered',
      error: null,
      retryAfterMs: null,
      attention: false,
    });
  }
});

test('a launch whose permit has ended is an error', async () => {
  const given = givenPermit();
  given.lapse();
  const result = await channel.send(givenSend(endpoint, { permit: given.permit }));
  assert.equal(result.kind, 'error');
});

test('the preview has the id of the run and a target of null', () => {
  const firing = firingOf('CALL_LOG_CREATED', FILLINGS.plain);
  const body = bodyFor(endpoint, 'message', firing);
  const request = givenSend(endpoint, { firing, body });
  const shown = channel.show?.(request);
  assert.deepEqual(shown?.headers, {
    'acw-agent-id': endpoint.id,
    'acw-run-id': request.deliveryId.replace('dlv_', 'run_'),
  });
  assert.equal(JSON.parse(shown?.body ?? '').target, null);
  assert.equal(JSON.parse(shown?.body ?? '').data.projectId, endpoint.projectId);
});
