/**
 * Before a connection with an unfinished request is closed, the rest of the request is read and
 * discarded. Otherwise the kernel resets the connection, and a client that sends everything before
 * it reads (Python, a proxy) sees a broken pipe and never the answer. Bounded in bytes and time, so
 * that no client is read for ever. Must never delay an answer after which the connection stays
 * open.
 */
import type { IncomingMessage } from 'node:http';
import type { Clock } from '../../engine/ports/clock.ts';
import type { App } from '../app.ts';

/** More than the largest body that any address accepts. */
export const DRAIN_BYTES_MAX = 32 * 1024 * 1024;
const DRAIN_MS_MAX = 10_000;

export function registerDraining(app: App, clock: Pick<Clock, 'after'>): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    // The service closes, or the client asked for it.
    const closes = reply.getHeader('connection') === 'close' || !reply.raw.shouldKeepAlive;
    if (!closes) done(null, payload);
    else drained(request.raw, clock, () => done(null, payload));
  });
}

/** `then` is called when all was read, when the bound is reached, or when the client has left. */
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
