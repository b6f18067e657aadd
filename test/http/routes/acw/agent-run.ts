/** Makes calls, agents and runs for the tests of results and runs. */
import assert from 'node:assert/strict';
import type { Bundle } from '../../setup.ts';

export interface LaunchedRun {
  readonly callId: string;
  readonly acwAgentId: string;
  readonly acwRunId: string;
}

/** Makes an endpoint of a kind that launches an agent; returns its id. */
export async function agentOf({ call }: Bundle, kind: string, more: object = {}): Promise<string> {
  const own = { target: 'https://agent.example.com/run', auth: { method: 'rsa-sha256' } };
  const made = await call('POST', '/v1/endpoints', {
    name: 'agent',
    kind,
    triggers: ['CALL_LOG_CREATED'],
    ...(kind === 'self-provided-agent' ? own : {}),
    ...more,
  });
  assert.equal(made.status, 201, made.text);
  return String(made.at('/id'));
}

/** Reports a call that was answered and has ended. */
export async function endedCall({ call }: Bundle, callId: string): Promise<void> {
  for (const report of [{ status: 'CALLING', direction: 'OUTBOUND' }, { status: 'COMPLETED' }]) {
    const path = `/v1/calls/${encodeURIComponent(callId)}/reports`;
    assert.equal((await call('POST', path, report)).status, 202);
  }
}

/** Reports an ended call and launches a run of an agent for it by hand. */
export async function launchedRun(
  bundle: Bundle,
  callId: string,
  agent?: string,
): Promise<LaunchedRun> {
  await endedCall(bundle, callId);
  const acwAgentId =
    agent ??
    (await agentOf(bundle, 'self-provided-agent', {
      triggers: ['OUTBOUND_CALL_MAX_ATTEMPTS_REACHED'],
    }));
  const path = `/v1/calls/${encodeURIComponent(callId)}/acw-runs`;
  const run = await bundle.call('POST', path, { acwAgentId });
  assert.equal(run.status, 202, run.text);
  return { callId, acwAgentId, acwRunId: String(run.at('/acwRunId')) };
}
