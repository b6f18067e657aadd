/**
 * A receiver on a real socket for journeys: keeps each request with its raw body and answers by
 * path, as the journey says. `until` waits for the requests themselves, not for time to pass.
 */
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly atMs: number;
}

export interface Receiver {
  readonly url: string;
  readonly received: readonly Received[];
  /** The status for a path, by how many requests came before; null never answers. */
  answer(path: string, status: (earlier: number) => number | null): void;
  until(enough: (received: readonly Received[]) => boolean): Promise<void>;
  close(): Promise<void>;
}

export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  const answers = new Map<string, (earlier: number) => number | null>();
  const waiting = new Set<() => void>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const path = request.url ?? '/';
      const earlier = received.filter((each) => each.path === path).length;
      const body = Buffer.concat(chunks).toString();
      received.push({ path, headers: request.headers, body, atMs: performance.now() });
      const answer = answers.get(path);
      const status = answer === undefined ? 200 : answer(earlier);
      if (status !== null) response.writeHead(status).end();
      for (const look of waiting) look();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    answer(path, status) {
      answers.set(path, status);
    },
    until(enough) {
      return new Promise((resolve) => {
        const look = (): void => {
          if (!enough(received)) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      });
    },
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
