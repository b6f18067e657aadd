/**
 * Before a connection is closed with a request still coming in, what comes is read and thrown
 * away: else the kernel resets the connection, and a client that sends all before it reads (Python,
 * a proxy) sees a broken pipe and never the answer. Bounded in bytes and time, so that no client
 * is read for ever. Must never hold up an answer after which the connection stays open.
 */
import type { IncomingMessage } from 'node:http';
import type { Clock } from '../../engine/ports/clock.ts';
import type { App } from '../app.ts';

/** Six times the largest body that any address takes. */
export const DRAIN_BYTES_MAX = 32 * 1024 * 1024;
const DRAIN_MS_MAX = 10_000;

export function registerDraining(app: App, clock: Pick<Clock, 'after'>): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (reply.getHeader('connection') !== 'close') done(null, payload);
    else drained(request.raw, clock, () => done(null, payload));
  });
}

/** `then`: all was read, or as much as will be, or the client has left. */
function drained(request: IncomingMessage, clock: Pick<Clock, 'after'>, then: () => void): void {
  if (request.complete || request.destroyed) {
    then();
    return;
  }
  let bytes = 0;
  const timer = clock.after(DRAIN_MS_MAX, end);
  function read(piece: Buffer): void {
    bytes += piece.length;
    if (bytes > DRAIN_BYTES_MAX) end();
  }
  function end(): void {
    timer.cancel();
    request.off('data', read).off('end', end).off('close', end).off('error', end);
    then();
  }
  request.on('data', read).on('end', end).on('close', end).on('error', end);
  request.resume();
}
