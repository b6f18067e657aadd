/**
 * `createAgent` of the TypeScript package against the real service: the agent is launched, reads
 * the log, posts its result with a key of only two scopes, and ACW_COMPLETED names the result. A
 * repeated launch makes no second result; an agent that throws ends the run with its error's text.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { createAgent, createKeySet } from '../../receiver/src/index.ts';
import { startReceiver } from '../journey/receiver.ts';
import { callApi, startService } from '../support/service-process.ts';

const directory = mkdtempSync(join(tmpdir(), 'ringpost-agent-'));
const service = await startService({ directory: join(directory, 'data') });
const receiver = await startReceiver();
const api = async (method: string, path: string, body?: object) => {
  const answer = await callApi(service, method, path, body);
  assert.ok(answer.status < 300, JSON.stringify(answer.body));
  return Object(answer.body);
};

const { id: project } = await api('GET', '/v1/project');
const scopes = ['call-logs:read', 'acw-results:write'];
const { token: apiKey } = await api('POST', '/v1/api-keys', { name: 'agent', scopes });
const launched: string[] = [];
const agent = createAgent({
  keys: createKeySet(`${service.url}/v1/projects/${project}/.well-known/jwks.json`),
  url: service.url,
  apiKey,
  engine: 'words 1.0',
  run({ callId, log }) {
    launched.push(callId);
    if (callId === 'agent-fails') throw new Error('The words are too many.');
    const turns = log.turns as readonly { readonly text: string }[];
    return { words: turns.flatMap(({ text }) => text.split(' ')).length };
  },
  log: () => {},
});
const server = createServer(agent.node);
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
after(async () => {
  server.close();
  server.closeAllConnections();
  await service.kill();
  await receiver.close();
  rmSync(directory, { recursive: true, force: true });
});

const { id: agentId } = await api('POST', '/v1/endpoints', {
  name: 'Words',
  kind: 'self-provided-agent',
  target: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
  auth: { method: 'rsa-sha256' },
  triggers: ['CALL_LOG_CREATED'],
});
await api('POST', '/v1/endpoints', {
  name: 'Told',
  kind: 'custom',
  target: `${receiver.url}/told`,
  auth: { method: 'rsa-sha256' },
  triggers: ['ACW_COMPLETED'],
});

/** Resolves with the data of the run's ACW_COMPLETED and the result that it names. */
async function judged(callId: string) {
  await api('POST', `/v1/calls/${callId}/reports`, { direction: 'INBOUND', status: 'CALLING' });
  await api('POST', `/v1/call-logs/${callId}`, {
    direction: 'INBOUND',
    startedAt: '2026-11-20T11:17:00.000Z',
    turns: [{ speaker: 'CUSTOMER', text: 'Where is my order?', startMs: 0 }],
  });
  await api('POST', `/v1/calls/${callId}/reports`, { status: 'COMPLETED' });
  const told = () =>
    receiver.received
      .map(({ body }) => JSON.parse(body).data)
      .find((each) => each.callId === callId);
  await receiver.until(() => told() !== undefined);
  const data = told();
  return { data, result: await api('GET', `/v1/acw-results?acwResultId=${data.acwResultId}`) };
}

test('the agent is launched, its result is stored, and ACW_COMPLETED names it', async () => {
  const { data, result } = await judged('agent-works');
  assert.equal(data.acwAgentId, agentId);
  assert.equal(data.isError, 'false');
  assert.deepEqual(result.result, { words: 4 });
  assert.equal(result.engine, 'words 1.0');
  assert.equal(result.agentKind, 'SELF_PROVIDED');
});

test('a repeated launch makes no second result', async () => {
  const query = `callId=agent-works&endpointId=${agentId}`;
  const [launch] = (await api('GET', `/v1/deliveries?${query}`)).data;
  const again = once(server, 'request');
  await api('POST', `/v1/deliveries/${launch.id}/retry`);
  const [, response] = await again;
  await once(response, 'finish');
  assert.equal(response.statusCode, 204);
  await judged('agent-after');
  assert.deepEqual(launched, ['agent-works', 'agent-after']);
  assert.equal((await api('GET', '/v1/calls/agent-works/acw-results')).data.length, 1);
});

test('an agent that throws ends the run with its error text', async () => {
  const { data, result } = await judged('agent-fails');
  assert.equal(data.isError, 'true');
  assert.equal(result.isError, true);
  assert.deepEqual(result.errors, [
    { code: 'ANALYZER_FAILED', message: 'The words are too many.' },
  ]);
});
