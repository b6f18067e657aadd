/**
 * A loopback port on which no server listens, for a program that must be told a port, or that
 * closes its port while clients still call it. It lies below the ports that a system gives out by
 * itself, so only another caller of this could draw it.
 */
import { createServer } from 'node:net';

/** Linux gives ports from 32,768 on, others from 49,152. */
const PORTS = { from: 20_000, below: 32_000 };

export async function freePort(): Promise<number> {
  for (;;) {
    const port = PORTS.from + Math.floor(Math.random() * (PORTS.below - PORTS.from));
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(false);
      else reject(error);
    });
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
