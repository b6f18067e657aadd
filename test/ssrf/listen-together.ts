/**
 * One port for several listeners, each on its own address. If the port that the system picks for
 * the first is taken on another address, another port is tried.
 */
import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';
import type { TestContext } from 'node:test';

export interface Place {
  readonly host: string;
  readonly make: () => Server;
}

const TRIES_MAX = 50;

/** Returns the port. */
export async function listenTogether(test: TestContext, places: readonly Place[]): Promise<number> {
  for (let count = 0; count < TRIES_MAX; count += 1) {
    const servers: Server[] = [];
    let port = 0;
    let taken = false;
    for (const { host, make } of places) {
      const server = make();
      if (!(await listens(server, port, host))) {
        taken = true;
        break;
      }
      servers.push(server);
      port = (server.address() as AddressInfo).port; // listens on TCP, so it is no pipe name
    }
    if (!taken) {
      test.after(() => {
        for (const server of servers) server.close();
      });
      return port;
    }
    for (const server of servers) server.close();
  }
  throw new Error('no port is free on all addresses');
}

/** False if the port is taken. */
async function listens(server: Server, port: number, host: string): Promise<boolean> {
  server.listen(port, host);
  try {
    await once(server, 'listening');
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') return false;
    throw error;
  }
}
