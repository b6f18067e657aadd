/** The receiver of all endpoints of a run, which answers in every usual way, by path. */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const ANSWERS: Readonly<Record<string, { status: number; headers?: Record<string, string> }>> = {
  '/ok': { status: 204 },
  '/fail': { status: 500 },
  '/no': { status: 404 },
  '/gone': { status: 410 },
  '/later': { status: 429, headers: { 'retry-after': '1' } },
};

export interface Receiver {
  readonly url: string;
  readonly requests: () => number;
  /** Answers the requests that wait at `/wait`, and later ones at once. */
  release(): void;
  close(): Promise<void>;
}

export async function startReceiver(): Promise<Receiver> {
  let requests = 0;
  let released = false;
  const waiting: ServerResponse[] = [];
  const server = createServer((request, response) => {
    requests += 1;
    request.resume();
    if (request.url === '/wait' && !released) {
      waiting.push(response);
      return;
    }
    const { status, headers = {} } = ANSWERS[request.url ?? ''] ?? { status: 200 };
    response.writeHead(status, headers).end(status === 204 ? undefined : 'an answer');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests: () => requests,
    release: () => {
      released = true;
      for (const response of waiting.splice(0)) response.writeHead(204).end();
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
