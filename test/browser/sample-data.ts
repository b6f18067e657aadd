/**
 * Data that makes every page show something: endpoints that answer well and badly, calls with every
 * end, deliveries delivered, retrying, rejected and waiting. The receiver is a real socket.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fillWithSource } from './sample-source.ts';
import type { BrowserSetup } from './setup.ts';

export interface SampleData {
  readonly callId: string;
  readonly deliveryId: string;
  readonly endpointId: string;
  readonly sourceId: string;
}

const CALLS = 14;
const TRIGGERS = ['OUTBOUND_CALL_CALLING', 'OUTBOUND_CALL_COMPLETED', 'OUTBOUND_CALL_BUSY'];

export async function fillWithSamples(
  setup: Pick<BrowserSetup, 'call' | 'service'>,
): Promise<SampleData> {
  const receiver = await startReceiver();
  const endpoint = (name: string, path: string) =>
    setup.call('POST', '/v1/endpoints', {
      name,
      kind: 'custom',
      target: `${receiver}${path}`,
      auth: { method: 'rsa-sha256' },
      triggers: TRIGGERS,
    });
  const good = idOf(await endpoint('Billing', '/200'));
  await endpoint('CRM of the north-east', '/503');
  await endpoint('Old ticket system', '/404');
  for (let number = 0; number < CALLS; number += 1) {
    const callId = `call_sample_${String(number).padStart(4, '0')}`;
    for (const status of ['CALLING', number % 3 === 0 ? 'BUSY' : 'COMPLETED']) {
      await setup.call('POST', `/v1/calls/${callId}/reports`, {
        status,
        direction: 'OUTBOUND',
        callSid: `CA${number}`,
        clientId: 'order_4712',
      });
    }
  }
  const deliveryId = await firstAttempted(setup);
  const sourceId = await fillWithSource(setup);
  return { callId: 'call_sample_0001', deliveryId, endpointId: good, sourceId };
}

async function startReceiver(): Promise<string> {
  const server = createServer((request, response) => {
    request.resume();
    response.statusCode = Number(request.url?.slice(1)) || 200;
    response.end(response.statusCode === 503 ? 'Down for maintenance until 12:00.' : 'ok');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // It runs as long as the process of the tests, and keeps no process alive.
  server.unref();
  // A server that listens on a port has an address of this form.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const ASKS_MAX = 3_000;

/** Polls until a delivery is retrying: it has the most to show. */
async function firstAttempted(setup: Pick<BrowserSetup, 'call'>): Promise<string> {
  for (let asks = 0; asks < ASKS_MAX; asks += 1) {
    const page = await setup.call('GET', '/v1/deliveries?state=retrying&limit=1');
    const id = /"id":"(dlv_[^"]+)"/.exec(JSON.stringify(page))?.[1];
    if (id !== undefined) return id;
  }
  throw new Error('no delivery was tried');
}

function idOf(answer: unknown): string {
  return /"id":"(ep_[^"]+)"/.exec(JSON.stringify(answer))?.[1] ?? '';
}
