/**
 * One hostile receiver: a row of docs/reference/hostile-receivers.md, with the code that behaves so
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
  /** What an operator sees: the status of the answer, or the error. */
  readonly shown: number | Exclude<Verdict['error'], null>;
  /** What ends the attempt. */
  readonly end: End;
  /** Its connection takes the next request, because nothing on it was wrong. */
  readonly kept?: true;
  /** The next request follows at once, so that what is left over could be taken for its answer. */
  readonly hasty?: true;
  /** Larger than any buffer of the kernel, where the request itself is to get stuck. */
  readonly requestBytes?: number;
  readonly over: readonly Scheme[];
  readonly act: Act;
}

export type End = 'at once' | 'deadline' | 'connect time' | 'drain' | '16 KiB' | '128 KiB';

/** `connection`: before TLS; `secured`: after it; `request`: when a whole request has come. */
export type Act =
  | { readonly on: 'connection' | 'secured' | 'request'; readonly run: Run }
  /** TLS under other terms; `run` when it begins. */
  | { readonly on: 'handshake'; readonly terms: TlsOptions; readonly run: Run };

/** `raw`: the TCP connection under `socket`, or the same. */
export type Run = (socket: Socket, raw: Socket) => void;

export const BOTH: readonly Scheme[] = ['http', 'https'];
export const silent = (): void => {};

/** Answers a request with this text, byte by byte as it stands. */
export function saying(text: string | Buffer): Act {
  return { on: 'request', run: (socket) => socket.write(text) };
}

export function sayingThen(text: string, then: Run): Act {
  const run: Run = (socket, raw) => {
    socket.write(text, 'latin1', () => then(socket, raw));
  };
  return { on: 'request', run };
}

/** A byte each few milliseconds, without end; the text repeats its last byte. */
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

/** `start`, then `part` again and again, as fast as it is taken. */
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

/** Under TLS as well: there is no reset of a TLS socket. */
export const reset: Run = (_socket, raw) => {
  raw.resetAndDestroy();
};
export const finish = (socket: Socket): void => {
  socket.end();
};
