/**
 * One hostile receiver: a row of docs/reference/hostile-receivers.md, with the code that plays it
 * on a socket. The acts know nothing of the client; they only write, wait or close.
 */
import type { Socket } from 'node:net';
import type { TlsOptions } from 'node:tls';
import type { AttemptOutcome, Verdict } from '../../src/core/delivery/outcome.ts';

export type Scheme = 'http' | 'https';

export interface HostileCase {
  /** Completes "A receiver that"; the first column of the page. */
  readonly what: string;
  readonly outcome: AttemptOutcome;
  /** The status or the error that an operator sees. */
  readonly shown: number | Exclude<Verdict['error'], null>;
  /** What ends the attempt. */
  readonly end: End;
  /** The connection is used again, because the answer was valid. */
  readonly kept?: true;
  /** The next request follows at once, so that left-over bytes could seem to be its answer. */
  readonly hasty?: true;
  /** The size of a request that must get stuck: larger than any kernel buffer. */
  readonly requestBytes?: number;
  readonly over: readonly Scheme[];
  readonly act: Act;
}

export type End = 'at once' | 'deadline' | 'connect time' | 'drain' | '16 KiB' | '128 KiB';

/** `connection`: before TLS; `secured`: after it; `request`: after a complete request. */
export type Act =
  | { readonly on: 'connection' | 'secured' | 'request'; readonly run: Run }
  /** TLS with other options; `run` is called when it begins. */
  | { readonly on: 'handshake'; readonly terms: TlsOptions; readonly run: Run };

/** `raw`: the TCP connection below `socket`, or the same without TLS. */
export type Run = (socket: Socket, raw: Socket) => void;

export const BOTH: readonly Scheme[] = ['http', 'https'];
export const silent = (): void => {};

/** Answers a request with exactly these bytes. */
export function saying(text: string | Buffer): Act {
  return { on: 'request', run: (socket) => socket.write(text) };
}

export function sayingThen(text: string, then: Run): Act {
  const run: Run = (socket, raw) => {
    socket.write(text, 'latin1', () => then(socket, raw));
  };
  return { on: 'request', run };
}

/** Sends a byte every few milliseconds, endlessly: at the end it repeats the last byte. */
export function dripping(text: string): Act {
  return { on: 'request', run: (socket) => drip(socket, Buffer.from(text)) };
}

const DRIP_MS = 10;

export function drip(socket: Socket, bytes: Buffer): void {
  let at = 0;
  const timer = setInterval(() => {
    const next = bytes.subarray(at, at + 1);
    if (socket.writable) socket.write(next.length > 0 ? next : bytes.subarray(-1));
    at += 1;
  }, DRIP_MS);
  socket.once('close', () => clearInterval(timer));
}

/** Sends `start`, then `part` endlessly, as fast as the client reads. */
export function pouring(start: string, part: string): Act {
  const block = Buffer.from(part.repeat(Math.ceil(65_536 / part.length)), 'latin1');
  const run = (socket: Socket) => {
    const pour = () => {
      if (socket.writable) socket.write(block, pour);
    };
    socket.write(start, pour);
  };
  return { on: 'request', run };
}

/** Resets the TCP connection, also under TLS, because a TLS socket has no reset. */
export const reset: Run = (_socket, raw) => {
  raw.resetAndDestroy();
};
export const finish = (socket: Socket): void => {
  socket.end();
};
