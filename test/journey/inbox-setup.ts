/** The service with its local inbox, and the clients of both. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { askUntil } from '../support/ask-until.ts';
import { callApi, type ServiceProcess, startService } from '../support/service-process.ts';

interface Item {
  readonly id: string;
  readonly channel: string;
  readonly trigger: string;
  readonly callId: string;
  readonly attempt: number;
  readonly sequence: number;
  readonly deliveryId: string;
  readonly answer: { readonly outcome: string; readonly status: number | null };
  readonly verification: { readonly verdict: string; readonly order: string } | null;
  readonly body: string;
}

/** No other address of loopback is allowed. */
const FLAGS = ['--allow-targets', '192.0.2.0/24'];
export const TRIGGERS = ['OUTBOUND_CALL_CALLING', 'OUTBOUND_CALL_COMPLETED'];
export const FAST = { retryScheduleMs: [1_000, 1_000], timeoutMs: 1_000, triggers: TRIGGERS };

export async function setup(t: TestContext, flags: readonly string[] = []) {
  const directory = await mkdtemp(join(tmpdir(), 'ringpost-inbox-'));
  const services: ServiceProcess[] = [];
  t.after(async () => {
    for (const service of services) await service.kill();
    await rm(directory, { recursive: true, force: true });
  });
  const start = async () => {
    const service = await startService({ directory, flags: [...FLAGS, ...flags] });
    services.push(service);
    return clientOf(service);
  };
  return { start };
}

function clientOf(service: ServiceProcess) {
  const ask = async (method: string, path: string, body?: object, status = 200) => {
    const answer = await callApi(service, method, path, body);
    assert.equal(answer.status, status, `${path}: ${JSON.stringify(answer.body)}`);
    return Object(answer.body);
  };
  const list = async (query: string): Promise<readonly Item[]> =>
    (await ask('GET', `/v1/inbox?${query}`)).data.toReversed();
  return {
    service,
    ask,
    targetOf: async (box: string): Promise<string> =>
      (await ask('GET', `/v1/inbox/boxes/${box}`)).target,
    report: async (callId: string) => {
      for (const status of ['CALLING', 'COMPLETED']) {
        const body = { direction: 'OUTBOUND', status };
        await ask('POST', `/v1/calls/${callId}/reports`, body, 202);
      }
    },
    /** Waits for this many answered arrivals; returns them in order. */
    items: (query: string, count: number): Promise<readonly Item[]> =>
      askUntil(
        `${count} items of ${query}`,
        () => list(query),
        (found) =>
          found.length >= count && found.every(({ answer }) => answer.outcome !== 'pending'),
      ),
    whole: (id: string): Promise<Item> => ask('GET', `/v1/inbox/${id}`),
  };
}
