/**
 * How the server lets go of its connections when it closes: those that never said anything at
 * once, the idle ones by Node itself, those with a request after its answer, and whatever is left
 * after `CLOSE_MS_MAX`, so that no client can hold up a stop. Must never cut off a request that
 * can still be answered within that time.
 */
import type { Socket } from 'node:net';
import type { Clock } from '../engine/ports/clock.ts';
import type { App } from './app.ts';

/** A request is answered within the time of its commit; a slow sender is not waited for longer. */
export const CLOSE_MS_MAX = 5_000;

export function registerClosing(app: App, clock: Pick<Clock, 'after'>): void {
  const sockets = new Set<Socket>();
  app.server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  app.addHook('preClose', async () => {
    // Node does not count a connection without a first request among the idle.
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
    const timer = clock.after(CLOSE_MS_MAX, () => app.server.closeAllConnections());
    app.server.once('close', () => timer.cancel());
  });
}
