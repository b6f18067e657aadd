/**
 * A run of an example agent through the real service: a signed launch after a call that ended, the
 * log read with a key that may do nothing else, the result recorded, ACW_COMPLETED sent.
 */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { type Receiver, startReceiver } from '../journey/receiver.ts';
import { callApi, type ServiceProcess, startService } from '../support/service-process.ts';
import { type AgentProgram, type RunningAgent, startAgent } from './acw-agent-suite.ts';

interface Setup {
  readonly service: ServiceProcess;
  readonly receiver: Receiver;
  readonly agent: RunningAgent;
  readonly acwAgentId: string;
}

const LOG = {
  direction: 'OUTBOUND',
  startedAt: '2026-11-20T11:17:00Z',
  language: 'en',
  turns: [
    { speaker: 'AGENT', text: 'Hello.', startMs: 0, endMs: 900 },
    { speaker: 'CUSTOMER', text: '🙂 Where is my order?', startMs: 1_200, endMs: 2_500 },
  ],
};

export function testJourney(name: string, program: AgentProgram): void {
  for (const method of ['rsa-sha256', 'bearer'] as const) {
    test(`${name}, ${method}: an ended call is judged, and the subscriber told`, async (t) => {
      const bundle = await setup(t, program, method);
      const { service, acwAgentId } = bundle;
      await call(service, 'POST', '/v1/call-logs/call-1', LOG);
      await endCall(service, 'COMPLETED');
      const { data, result } = await completion(bundle);
      assert.deepEqual(Object.keys(data).sort(), [
        'acwAgentId',
        'acwResultId',
        'callId',
        'isError',
      ]);
      assert.deepEqual(
        [data.acwAgentId, data.callId, data.isError],
        [acwAgentId, 'call-1', 'false'],
      );
      assert.equal(result.agentKind, 'SELF_PROVIDED');
      assert.equal(result.isError, false);
      assert.deepEqual(result.result, {
        questions: 1,
        leftOpen: [{ turn: 1, text: '🙂 Where is my order?' }],
      });
      const listed = await call(service, 'GET', '/v1/calls/call-1/acw-results');
      assert.equal(listed.data.length, 1);
    });
  }

  test(`${name}: the agent waits for a late log as the service asks`, async (t) => {
    const bundle = await setup(t, program, 'rsa-sha256');
    await endCall(bundle.service, 'COMPLETED');
    await bundle.agent.until('call-1: no log yet, asking again');
    await call(bundle.service, 'POST', '/v1/call-logs/call-1', LOG);
    const { result } = await completion(bundle);
    assert.deepEqual([result.isError, Object(result.result).questions], [false, 1]);
  });

  test(`${name}: a call that was never placed has no log, and the run says so`, async (t) => {
    const bundle = await setup(t, program, 'rsa-sha256');
    await call(bundle.service, 'POST', '/v1/calls/call-1/reports', {
      direction: 'OUTBOUND',
      status: 'CANCELED',
    });
    const { data, body, result } = await completion(bundle);
    assert.equal(data.isError, 'true');
    assert.equal(Object(body.errors[0]).code, 'ANALYZER_FAILED');
    assert.equal(result.isError, true);
    assert.match(Object(result.errors[0]).message, /\w{3,}/);
    assert.equal(bundle.agent.output().includes('not recorded'), false);
  });
}

async function setup(
  t: TestContext,
  program: AgentProgram,
  method: 'rsa-sha256' | 'bearer',
): Promise<Setup> {
  const directory = await mkdtemp(join(tmpdir(), 'ringpost-agent-'));
  const service = await startService({ directory });
  const receiver = await startReceiver();
  t.after(async () => {
    await service.kill();
    await receiver.close();
    await rm(directory, { recursive: true, force: true });
  });
  const project = await call(service, 'GET', '/v1/project');
  const scopes = ['call-logs:read', 'acw-results:write'];
  const { token } = await call(service, 'POST', '/v1/api-keys', { name: 'agent', scopes });
  const trust: Readonly<Record<string, string>> =
    method === 'bearer' ? { RINGPOST_TOKEN: 'a-token' } : { RINGPOST_PROJECT: project.id };
  const agent = await startAgent(t, program, {
    RINGPOST_URL: service.url,
    RINGPOST_API_KEY: token,
    ...trust,
  });
  const auth = method === 'bearer' ? { method, token: 'a-token' } : { method };
  const triggers = ['CALL_LOG_CREATED'];
  const { id } = await call(service, 'POST', '/v1/endpoints', {
    name: 'Agent',
    kind: 'self-provided-agent',
    target: `${agent.url}/`,
    auth,
    triggers: [...triggers, 'OUTBOUND_CALL_CANCELED'],
  });
  await call(service, 'POST', '/v1/endpoints', {
    name: 'Told',
    kind: 'custom',
    target: `${receiver.url}/`,
    auth: { method: 'rsa-sha256' },
    triggers: [...triggers, 'ACW_COMPLETED'],
  });
  return { service, receiver, agent, acwAgentId: id };
}

async function endCall(service: ServiceProcess, status: string): Promise<void> {
  const path = '/v1/calls/call-1/reports';
  await call(service, 'POST', path, { direction: 'OUTBOUND', status: 'CALLING' });
  await call(service, 'POST', path, { status });
}

/** The data of ACW_COMPLETED, and the result that it names. */
async function completion({ receiver, service }: Setup) {
  const isIt = ({ headers }: Receiver['received'][number]) =>
    headers['webhook-event'] === 'ACW_COMPLETED';
  await receiver.until((received) => received.some(isIt));
  const body = JSON.parse(receiver.received.find(isIt)?.body ?? '');
  const path = `/v1/acw-results?acwResultId=${body.data.acwResultId}`;
  return { body, data: body.data, result: await call(service, 'GET', path) };
}

async function call(service: ServiceProcess, method: string, path: string, sent?: unknown) {
  const { status, body } = await callApi(service, method, path, sent);
  assert.ok(status >= 200 && status < 300, `${method} ${path}: ${status} ${JSON.stringify(body)}`);
  return Object(body);
}
