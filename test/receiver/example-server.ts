/**
 * An example server of a package against the real service: what it prints for a call, and how it
 * answers a repeat and a forged request.
 */
import assert from 'node:assert/strict';
import { freePort } from '../support/free-port.ts';
import { API_KEY, callApi, type ServiceProcess } from '../support/service-process.ts';
import { startServer } from './run-command.ts';

const WAIT_MS_MAX = 60_000;
const LOOK_MS = 50;
const LOG = {
  direction: 'OUTBOUND',
  startedAt: '2026-11-20T11:19:00.000Z',
  turns: [
    { speaker: 'AGENT', text: 'Grüße, 東京', startMs: 0 },
    { speaker: 'CUSTOMER', text: 'Guten Tag', startMs: 900 },
  ],
};

export interface ExampleServer {
  readonly name: string;
  readonly command: readonly string[];
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string>>;
}

/** Resolves with a few words on what it did; rejects if the server did anything else. */
export async function tryExampleServer(
  service: ServiceProcess,
  { name, command, cwd, environment }: ExampleServer,
): Promise<string> {
  const port = await freePort();
  const { id: endpointId, projectId } = await made(service, '/v1/endpoints', {
    name,
    kind: 'custom',
    target: `http://127.0.0.1:${port}/hooks`,
    auth: { method: 'rsa-sha256' },
    signatureFormat: 'both',
    triggers: ['OUTBOUND_CALL_CALLING', 'OUTBOUND_CALL_ERROR', 'CALL_LOG_CREATED'],
  });
  const jwks = `${service.url}/v1/projects/${projectId}/.well-known/jwks.json`;
  const server = await startServer(
    command.map((word) => word.replace('{port}', String(port))),
    {
      cwd,
      environment: {
        ...environment,
        PORT: String(port),
        RINGPOST_JWKS_URL: jwks,
        RINGPOST_ENDPOINT_ID: String(endpointId),
        RINGPOST_URL: service.url,
        RINGPOST_API_KEY: API_KEY,
      },
    },
  );
  try {
    const call = `call ${name}/é`;
    const path = `/v1/calls/${encodeURIComponent(call)}/reports`;
    await callApi(service, 'POST', path, { status: 'CALLING', direction: 'OUTBOUND' });
    await callApi(service, 'POST', `/v1/call-logs/${encodeURIComponent(call)}`, LOG);
    const error = { code: 'CALL_INTERRUPTED', message: 'It broke off.' };
    await callApi(service, 'POST', path, { status: 'COMPLETED', errors: [error] });
    const expected = [
      `OUTBOUND_CALL_CALLING ${call} 1`,
      `OUTBOUND_CALL_ERROR ${call} 2 failed`,
      `CALL_LOG_CREATED ${call} 3 failed`,
      `log ${call} 2`,
    ];
    await untilIt(() => server.output().includes(expected.at(-1) ?? ''), server.output);
    const delivered = await untilDelivered(service, endpointId, expected.length - 1);
    // Each is repeated, as an operator may ask: the guard knows them.
    for (const id of delivered) await callApi(service, 'POST', `/v1/deliveries/${id}/retry`);
    await untilDelivered(service, endpointId, expected.length - 1, 2);
    const lines = server
      .output()
      .split('\n')
      .filter((line) => line.includes(call));
    const handled = lines.filter((line) => /^(?:[A-Z]+_|log )/.test(line));
    assert.deepEqual(handled, expected, server.output());
    assert.equal(await forgedStatus(port), 401, server.output());
    return `${expected.length - 1} webhooks in order, repeats known, log read`;
  } finally {
    await server.stop();
  }
}

/** Waits until this many deliveries of the endpoint have this many attempts; returns their ids. */
async function untilDelivered(
  service: ServiceProcess,
  endpointId: unknown,
  count: number,
  attempts = 1,
): Promise<readonly string[]> {
  let ids: readonly string[] = [];
  let answer: unknown;
  const isThere = async (): Promise<boolean> => {
    answer = (await callApi(service, 'GET', `/v1/deliveries?endpointId=${endpointId}`)).body;
    const data: readonly { id: string; attempts: number; state: string }[] = Object(answer).data;
    ids = data
      .filter((each) => each.state === 'delivered' && each.attempts >= attempts)
      .map(({ id }) => id);
    return ids.length === count;
  };
  await untilIt(isThere, () => JSON.stringify(answer));
  return ids;
}

async function forgedStatus(port: number): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${port}/hooks`, { method: 'POST', body: '{}' });
  await response.arrayBuffer();
  return response.status;
}

async function made(service: ServiceProcess, path: string, body: object) {
  const answer = await callApi(service, 'POST', path, body);
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  return Object(answer.body);
}

/** Polls: another process prints and stores in its own time. */
async function untilIt(
  holds: () => boolean | Promise<boolean>,
  output: () => string = () => '',
): Promise<void> {
  const untilMs = performance.now() + WAIT_MS_MAX;
  while (!(await holds())) {
    assert.ok(performance.now() < untilMs, `it did not come to that:\n${output()}`);
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}
