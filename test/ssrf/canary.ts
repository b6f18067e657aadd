/**
 * A listener on every address of this machine, IPv4 and IPv6, that only counts connections, and a
 * count of every TCP connection that this process begins, to whatever address.
 */
import diagnostics from 'node:diagnostics_channel';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import type { TestContext } from 'node:test';

export interface Canary {
  readonly port: number;
  readonly reached: number;
  /** Connections that this process has begun. */
  readonly dialled: number;
}

export async function startCanary(test: TestContext): Promise<Canary> {
  let reached = 0;
  let dialled = 0;
  const server = createServer((socket) => {
    reached += 1;
    socket.on('error', () => {});
    socket.destroy();
  });
  const count = () => {
    dialled += 1;
  };
  server.listen(0, '::');
  await once(server, 'listening');
  diagnostics.subscribe('net.client.socket', count);
  test.after(() => {
    diagnostics.unsubscribe('net.client.socket', count);
    server.close();
  });
  return {
    port: (server.address() as AddressInfo).port, // listens on TCP, so it is no pipe name
    get reached() {
      return reached;
    },
    get dialled() {
      return dialled;
    },
  };
}
