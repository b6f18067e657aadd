/** A receiver over HTTP on loopback for channels under test: it records and gives set answers. */
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { createHttpClient } from '../../../src/channel/http-client.ts';
import { systemClock } from '../../../src/system/clock.ts';
import { LOOPBACK_GUARD } from '../given.ts';
import { Arrivals, type Received } from './channel-under-test.ts';

export type HttpAnswer =
  | { readonly status: number; readonly body?: string; readonly retryAfter?: string }
  | 'hang'
  | 'echo';

export async function openHttpReceiver(test: TestContext) {
  const arrivals = new Arrivals<Received>();
  let answer: HttpAnswer = { status: 200, body: 'ok' };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const beside = besideOf(request);
    // The test may change the answer as soon as the message counts as arrived.
    const chosen = answer;
    arrivals.push({ body: Buffer.concat(chunks).toString(), beside });
    if (chosen === 'hang') return;
    if (chosen === 'echo') {
      response.writeHead(400).end(`cannot take ${beside}`);
      return;
    }
    const { status, body = '', retryAfter } = chosen;
    response.writeHead(status, retryAfter === undefined ? {} : { 'retry-after': retryAfter });
    response.end(body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const http = createHttpClient({ clock: systemClock, guard: LOOPBACK_GUARD });
  test.after(async () => {
    server.closeAllConnections();
    server.close();
    await http.close();
  });
  const { port } = server.address() as AddressInfo; // listens on TCP, so it is no pipe name
  return {
    http,
    origin: `http://127.0.0.1:${port}`,
    received: arrivals.items,
    arrived: (count: number) => arrivals.reach(count),
    answer(next: HttpAnswer) {
      answer = next;
    },
  };
}

function besideOf({ url, rawHeaders }: IncomingMessage): string {
  return [url, ...rawHeaders].join(' ');
}
