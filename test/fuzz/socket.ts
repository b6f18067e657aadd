/**
 * An HTTP/1.1 client on bare sockets: it sends requests that a proper client cannot, and reads
 * answers strictly, so that an extra byte on the connection is noticed. One request at a time.
 */
import { connect, type Socket } from 'node:net';
import type { Pair, Wire } from './draft.ts';
import { type Message, readMessages } from './message.ts';

export interface Exchange {
  /** In order; more than one only if the bytes hold more than one request. */
  readonly answers: readonly Message[];
  /** The received bytes that are no complete answer. */
  readonly rest: Buffer;
  /** `hang`: neither an answer nor a close came within the bound. */
  readonly end: 'answered' | 'closed' | 'hang';
  readonly durationMs: number;
}

/** Longer than any documented wait: an endpoint's timeout is at most 30 s. */
export const ANSWER_MS_MAX = 35_000;

export class Line {
  readonly #host: string;
  readonly #port: number;
  #socket: Socket | null = null;

  constructor(url: string) {
    const { hostname, port } = new URL(url);
    this.#host = hostname;
    this.#port = Number(port);
  }

  close(): void {
    this.#socket?.destroy();
    this.#socket = null;
  }

  #connect(): Socket {
    const [host, port] = [this.#host, this.#port];
    return connect({ host, port, noDelay: true, timeout: ANSWER_MS_MAX });
  }

  /** Only a well-framed request leaves the connection open for the next one. */
  async send(wire: Wire): Promise<Exchange> {
    const bytes = framed(wire);
    const plain = wire.framing === 'length' || wire.framing === 'chunked';
    // A header about the framing may make the server close the connection.
    const keeps = plain && !wire.changes.includes('header');
    if (!keeps) this.close();
    const socket = this.#socket ?? this.#connect();
    this.#socket = keeps ? socket : null;
    const exchange = await exchanged(socket, bytes, {
      isHead: wire.method === 'HEAD',
      cutOff: wire.framing === 'cut-off',
      leaves: isIncomplete(wire),
      untilClosed: !keeps,
    });
    const [answer] = exchange.answers;
    const goesOn = keeps && exchange.end === 'answered' && answer?.header('connection') !== 'close';
    if (!goesOn || exchange.rest.length > 0) {
      socket.destroy();
      this.#socket = null;
    }
    return exchange;
  }
}

function exchanged(
  socket: Socket,
  bytes: Buffer,
  how: {
    readonly isHead: boolean;
    readonly cutOff: boolean;
    readonly leaves: boolean;
    readonly untilClosed: boolean;
  },
): Promise<Exchange> {
  const startMs = performance.now();
  return new Promise((resolve) => {
    let got: Buffer = Buffer.alloc(0);
    const finish = (end: Exchange['end']): void => {
      for (const name of ['data', 'close', 'error', 'timeout']) socket.removeAllListeners(name);
      socket.on('error', () => undefined);
      const { messages, rest } = readMessages(got, how.isHead);
      if (end !== 'answered') socket.destroy();
      resolve({ answers: messages, rest, end, durationMs: performance.now() - startMs });
    };
    socket.on('timeout', () => finish('hang'));
    socket.on('error', () => undefined);
    socket.on('close', () => finish('closed'));
    socket.on('data', (chunk: Buffer) => {
      got = Buffer.concat([got, chunk]);
      if (!how.untilClosed && readMessages(got, how.isHead).messages.length > 0) finish('answered');
    });
    socket.write(bytes, () => {
      if (how.cutOff) socket.destroy();
      else if (how.leaves) socket.end();
    });
  });
}

/**
 * Whether the service waits for bytes that do not come. The client then ends its half of the
 * connection, which may end without an answer, because the service would wait 30 s.
 */
export function isIncomplete({ framing, headers, changes }: Wire): boolean {
  if (framing === 'cut-off' || framing === 'long-length') return true;
  if (framing === 'unfinished-chunks') return true;
  const framed = headers.some(([name]) => /^(?:content-length|transfer-encoding)$/.test(name));
  return framed && changes.includes('header');
}

/** The bytes of a request, with the fault that its framing names. */
function framed(wire: Wire): Buffer {
  const { body, framing } = wire;
  const version = framing === 'bad-version' ? 'HTTP/9.7' : 'HTTP/1.1';
  const head = (more: readonly Pair[], ending = endingOf(wire)): Buffer => {
    const line = framing === 'bare-newlines' ? '\n' : '\r\n';
    const lines = [...wire.headers, ...more, ...ending].map(([name, value]) => `${name}: ${value}`);
    const start = `${wire.method} ${wire.target} ${version}`;
    return Buffer.from([start, ...lines, '', ''].join(line), 'latin1');
  };
  const whole = (): Buffer => Buffer.concat([head(lengthOf(wire)), body]);
  const chunk = `${body.length.toString(16)}\r\n`;
  const chunked = Buffer.concat([Buffer.from(chunk), body, Buffer.from('\r\n')]);
  const length = (value: number | string): Pair => ['content-length', String(value)];
  const asChunks: Pair = ['transfer-encoding', 'chunked'];
  switch (framing) {
    case 'length':
    case 'bare-newlines':
    case 'bad-version':
      return whole();
    case 'chunked': {
      const chunks = body.length === 0 ? [] : [chunked];
      return Buffer.concat([head([asChunks]), ...chunks, Buffer.from('0\r\n\r\n')]);
    }
    case 'short-length':
      return Buffer.concat([head([length(Math.max(0, body.length - 1))]), body]);
    case 'long-length':
      return Buffer.concat([head([length(body.length + 10)]), body]);
    case 'two-lengths':
      return Buffer.concat([head([length(body.length), length(body.length + 1)]), body]);
    case 'length-and-chunked':
      return Buffer.concat([head([length(3), asChunks]), chunked, Buffer.from('0\r\n\r\n')]);
    case 'bad-length':
      return Buffer.concat([head([length('0x1f')]), body]);
    case 'negative-length':
      return Buffer.concat([head([length(-1)]), body]);
    case 'bad-chunk':
      return Buffer.concat([head([asChunks]), Buffer.from('zz\r\n'), body]);
    case 'unfinished-chunks':
      return Buffer.concat([head([asChunks]), chunked]);
    case 'cut-off':
      return whole().subarray(0, -5);
    case 'pipelined':
      return Buffer.concat([Buffer.concat([head(lengthOf(wire), []), body]), whole()]);
    case 'garbage-after':
      return Buffer.concat([
        head(lengthOf(wire), []),
        body,
        Buffer.from('\0\xff garbage \r\n\r\n', 'latin1'),
      ]);
  }
}

/** Whether the server keeps the connection open, so that the client cannot see its end. */
function endingOf({ framing, changes }: Wire): readonly Pair[] {
  const keeps = framing === 'length' || framing === 'chunked';
  return keeps && !changes.includes('header') ? [] : [['connection', 'close']];
}

function lengthOf({ body, method }: Wire): readonly Pair[] {
  const silent = body.length === 0 && (method === 'GET' || method === 'HEAD');
  return silent ? [] : [['content-length', String(body.length)]];
}
