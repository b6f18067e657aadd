/**
 * A receiver that sends any bytes that a test wants, over TCP or TLS on loopback. It counts
 * connections and keeps requests, so that a test can wait for the request itself.
 */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import type { TestContext } from 'node:test';
import { createServer as createTlsServer } from 'node:tls';

export interface RawReceiver {
  readonly port: number;
  readonly connections: readonly Socket[];
  /** TCP connections, also those without a completed TLS handshake. */
  readonly reached: number;
  /** All requests, as text, in order of arrival. */
  readonly requests: readonly string[];
  /** Resolves when that many requests have arrived, headers and body. */
  arrived(count: number): Promise<void>;
  stop(): Promise<void>;
}

/** Called for each complete request. `number` counts from 1 over all connections. */
export type Behaviour = (socket: Socket, request: string, number: number) => void;

export const OK = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok';

export async function startReceiver(
  test: TestContext,
  behaviour: Behaviour,
  options: { readonly pem?: string; readonly onConnection?: (socket: Socket) => void } = {},
): Promise<RawReceiver> {
  const connections: Socket[] = [];
  const requests: string[] = [];
  const waiting: { readonly count: number; readonly resolve: () => void }[] = [];
  const serve = (socket: Socket) => {
    connections.push(socket);
    socket.on('error', () => {});
    options.onConnection?.(socket);
    let text = '';
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1');
      if (!isWhole(text)) return;
      const request = text;
      text = '';
      requests.push(request);
      for (const { count, resolve } of waiting) if (requests.length >= count) resolve();
      behaviour(socket, request, requests.length);
    });
  };
  const { pem } = options;
  const server: Server =
    pem === undefined
      ? createServer(serve)
      : createTlsServer({ cert: pem, key: pem }, serve).on('tlsClientError', () => {});
  let reached = 0;
  server.on('connection', () => {
    reached += 1;
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const stop = async () => {
    for (const socket of connections) socket.destroy();
    if (!server.listening) return;
    server.close();
    await once(server, 'close');
  };
  test.after(stop);
  return {
    port: (server.address() as AddressInfo).port, // listens on TCP, so it is no pipe name
    connections,
    requests,
    get reached() {
      return reached;
    },
    arrived: (count) =>
      requests.length >= count
        ? Promise.resolve()
        : new Promise((resolve) => waiting.push({ count, resolve })),
    stop,
  };
}

function isWhole(text: string): boolean {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return false;
  const length = /\r\ncontent-length: (\d+)/i.exec(text.slice(0, end))?.[1] ?? '0';
  return text.length >= end + 4 + Number(length);
}
