/**
 * A receiver on a real socket that writes down every webhook that arrives, with a behaviour per
 * path: `good` answers 200, `flaky` fails one in five with 503 (but no delivery more than five
 * times, or one in 78,000 would rightly be given up and look lost), `slow` takes 30 ms.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Arrival {
  readonly path: string;
  readonly webhookId: string;
  readonly callId: string;
  readonly trigger: string;
  readonly sequence: number;
  readonly attempt: number;
  /** What it was answered; null while the answer is not sent. */
  status: number | null;
}

export interface RecordingReceiver {
  readonly url: string;
  readonly arrivals: readonly Arrival[];
  /** From now on every path answers 200 at once. */
  heal(): void;
  close(): Promise<void>;
}

const FLAKY_SHARE = 0.2;
const FLAKY_ATTEMPTS_MAX = 5;
const SLOW_MS = 30;

/** `random` gives numbers in [0, 1): the seed of the run decides which arrivals fail. */
export async function startRecordingReceiver(random: () => number): Promise<RecordingReceiver> {
  const arrivals: Arrival[] = [];
  let healed = false;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const path = request.url ?? '/';
      const body: { data: { callId: string } } = JSON.parse(Buffer.concat(chunks).toString());
      const arrival: Arrival = {
        path,
        webhookId: String(request.headers['webhook-id']),
        callId: body.data.callId,
        trigger: String(request.headers['webhook-event']),
        sequence: Number(request.headers['webhook-sequence']),
        attempt: Number(request.headers['webhook-attempt']),
        status: null,
      };
      arrivals.push(arrival);
      const mayFail = !healed && path === '/flaky' && arrival.attempt <= FLAKY_ATTEMPTS_MAX;
      const fails = mayFail && random() < FLAKY_SHARE;
      const answer = (): void => {
        arrival.status = fails ? 503 : 200;
        response.writeHead(arrival.status).end();
      };
      if (!healed && path === '/slow') setTimeout(answer, SLOW_MS);
      else answer();
    });
  });
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    arrivals,
    heal() {
      healed = true;
    },
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
