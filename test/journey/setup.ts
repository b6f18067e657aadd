/**
 * The real process on a fresh data directory, one for each file; each test has a receiver and
 * endpoints of its own, which end with the test.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, type TestContext } from 'node:test';
import { callApi, type ServiceProcess, startService } from '../support/service-process.ts';
import { type Receiver, startReceiver } from './receiver.ts';

export interface Journey {
  readonly receiver: Receiver;
  readonly service: ServiceProcess;
  readonly directory: string;
  /** Makes an endpoint at a path of the receiver; returns its record. */
  endpoint(path: string, more?: object): Promise<{ readonly id: string }>;
  /** Reports a status; returns the body of the 202. */
  report(callId: string, body: object): Promise<Record<string, unknown>>;
  get(path: string): Promise<Record<string, unknown>>;
  post(path: string, body: object): Promise<{ readonly status: number; readonly body: unknown }>;
}

/**
 * Call it at the beginning of a file. Returns what begins each test. `environment`: the service's.
 */
export function sharedSetup(
  environment: Readonly<Record<string, string>> = {},
): (t: TestContext) => Promise<Journey> {
  let directory = '';
  let service: ServiceProcess | null = null;
  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'ringpost-journey-'));
    service = await startService({ directory, environment });
  });
  after(async () => {
    await service?.kill();
    await rm(directory, { recursive: true, force: true });
  });
  return (t) => {
    if (service === null) throw new Error('no service is running');
    return journeyOn(t, service, directory);
  };
}

async function journeyOn(
  t: TestContext,
  service: ServiceProcess,
  directory: string,
): Promise<Journey> {
  const receiver = await startReceiver();
  const endpoints: string[] = [];
  t.after(async () => {
    for (const id of endpoints) {
      await callApi(service, 'DELETE', `/v1/endpoints/${id}`).catch(() => null);
    }
    await receiver.close();
  });
  const call = async (method: string, path: string, body: object | undefined, status: number) => {
    const answer = await callApi(service, method, path, body);
    if (answer.status !== status) throw new Error(`${path}: ${JSON.stringify(answer)}`);
    return answer.body as Record<string, unknown> & { readonly id: string };
  };
  return {
    receiver,
    service,
    directory,
    endpoint: async (path, more = {}) => {
      const auth = { method: 'bearer', token: 'journey-token' };
      const base = { name: path, kind: 'custom', target: `${receiver.url}${path}`, auth };
      const made = await call('POST', '/v1/endpoints', { ...base, ...more }, 201);
      endpoints.push(made.id);
      return made;
    },
    report: (callId, body) => {
      const path = `/v1/calls/${encodeURIComponent(callId)}/reports`;
      return call('POST', path, { direction: 'OUTBOUND', ...body }, 202);
    },
    get: (path) => call('GET', path, undefined, 200),
    post: (path, body) => callApi(service, 'POST', path, body),
  };
}
