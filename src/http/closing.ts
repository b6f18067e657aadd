/**
 * How the server closes its connections: those that never sent anything at once, idle ones by Node
 * itself, those with a request after its answer, and all others after `CLOSE_MS_MAX`, so that no
 * client can delay a stop. Must never cut off a request that can still be answered within that
 * time.
 */
import type { Socket } from 'node:net';
import type { Clock } from '../engine/ports/clock.ts';
import type { App } from './app.ts';

/**
 * A request is answered within the time of its commit; a slow sender gets no more time than this.
 */
export const CLOSE_MS_MAX = 5_000;

export function registerClosing(app: App, clock: Pick<Clock, 'after'>): void {
  const sockets = new Set<Socket>();
  app.server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  app.addHook('preClose', async () => {
    // Node does not count a connection without a first request among the idle ones.
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
    const timer = clock.after(CLOSE_MS_MAX, () => app.server.closeAllConnections());
    app.server.once('close', () => timer.cancel());
  });
}
