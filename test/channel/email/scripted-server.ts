/**
 * A mail server that does at each step what a test says: replies, hangs or drops the connection. It
 * keeps the commands and messages, and whether a message came over TLS.
 */
import { createServer, type Server, type Socket } from 'node:net';
import type { TestContext } from 'node:test';
import { TLSSocket } from 'node:tls';
import { readPem } from '../certificates/read.ts';

export type Step =
  | 'CONNECT'
  | 'EHLO'
  | 'STARTTLS'
  | 'AUTH'
  | 'MAIL'
  | 'RCPT'
  | 'DATA'
  /** The end of the message. */
  | 'DONE'
  | 'RSET'
  | 'QUIT';

/** The reply at each step, or HANG or DROP. */
export type Script = Partial<Record<Step, string>>;
export const HANG = 'hang';
export const DROP = 'drop';

const REPLIES: Readonly<Record<Step, string>> = {
  CONNECT: '220 mail.example ESMTP',
  EHLO: '250-mail.example\r\n250-PIPELINING\r\n250-STARTTLS\r\n250 AUTH PLAIN',
  STARTTLS: '220 go ahead',
  AUTH: '235 2.7.0 welcome',
  MAIL: '250 2.1.0 sender ok',
  RCPT: '250 2.1.5 recipient ok',
  DATA: '354 send it',
  DONE: '250 2.0.0 queued as 1',
  RSET: '250 2.0.0 reset',
  QUIT: '221 2.0.0 bye',
};

const NO_RECIPIENT = '503 5.5.1 no valid recipients';

export interface ScriptedServer {
  readonly port: number;
  /** A test may change it while the server runs. */
  readonly script: Script;
  /** The commands of all connections, in their order. */
  readonly lines: string[];
  readonly messages: { readonly source: string; readonly secured: boolean }[];
  readonly connections: number;
  /** Resolves when the step has been reached `count` times. */
  reached(step: Step, count?: number): Promise<void>;
  /** Sends the reply on every open connection, over TLS where TLS has begun. */
  say(reply: string): void;
  /** Resolves when every client has disconnected and all its bytes are read. */
  gone(): Promise<void>;
  /** Closes every connection and the port, and listens again. */
  restart(): Promise<void>;
}

export async function startScripted(test: TestContext, script: Script = {}) {
  const running = new Running(script);
  await running.listen(0);
  test.after(() => running.end());
  return running;
}

class Running implements ScriptedServer {
  readonly script: Script;
  readonly lines: string[] = [];
  readonly messages: { source: string; secured: boolean }[] = [];
  connections = 0;
  port = 0;
  #server: Server | null = null;
  readonly #sockets = new Set<Socket>();
  readonly #speakers = new Set<Socket>();
  readonly #steps = new Map<Step, number>();
  readonly #goneBy: (() => void)[] = [];
  #waiting: { step: Step; count: number; resolve: () => void }[] = [];

  constructor(script: Script) {
    this.script = script;
  }

  async listen(port: number): Promise<void> {
    const server = createServer((socket) => this.#serve(socket));
    this.#server = server;
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    const address = server.address();
    this.port = typeof address === 'object' && address !== null ? address.port : 0;
  }

  async end(): Promise<void> {
    const server = this.#server;
    const closed = new Promise((resolve) => server?.close(resolve));
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  async restart(): Promise<void> {
    await this.end();
    await this.listen(this.port);
  }

  say(reply: string): void {
    for (const socket of this.#speakers) socket.write(`${reply}\r\n`);
  }

  gone(): Promise<void> {
    if (this.#sockets.size === 0) return Promise.resolve();
    return new Promise((resolve) => this.#goneBy.push(resolve));
  }

  reached(step: Step, count = 1): Promise<void> {
    if ((this.#steps.get(step) ?? 0) >= count) return Promise.resolve();
    return new Promise((resolve) => this.#waiting.push({ step, count, resolve }));
  }

  #serve(socket: Socket): void {
    this.connections += 1;
    this.#sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.once('close', () => {
      this.#sockets.delete(socket);
      if (this.#sockets.size > 0) return;
      for (const resolve of this.#goneBy.splice(0)) resolve();
    });
    this.#converse(socket, false);
    this.#step('CONNECT', socket);
  }

  #converse(socket: Socket, secured: boolean): void {
    this.#speakers.add(socket);
    socket.once('close', () => this.#speakers.delete(socket));
    let text = '';
    let inMessage = false;
    let refused = false;
    const onData = (chunk: Buffer): void => {
      text += chunk.toString('latin1');
      for (;;) {
        // A client whose recipient was refused may still end the message that it did not send.
        const end = text.indexOf(inMessage && text !== '.\r\n' ? '\r\n.\r\n' : '\r\n');
        if (end < 0) return;
        const part = text.slice(0, end);
        text = text.slice(end + (inMessage && part !== '.' ? 5 : 2));
        if (inMessage) {
          if (part !== '.') this.messages.push({ source: part, secured });
          inMessage = false;
          this.#step('DONE', socket);
          continue;
        }
        this.lines.push(part);
        const step = stepOf(part);
        if (step === 'STARTTLS' && this.script.STARTTLS === undefined) {
          socket.off('data', onData);
          this.#speakers.delete(socket);
          this.#step(step, socket);
          this.#secure(socket);
          return;
        }
        const isData = step === 'DATA' && this.script.DATA === undefined;
        const reply = this.#step(step, socket, isData && refused ? NO_RECIPIENT : undefined);
        inMessage = step === 'DATA' && reply.startsWith('354');
        refused = step === 'MAIL' || step === 'RCPT' ? refused || !reply.startsWith('2') : false;
      }
    };
    socket.on('data', onData);
  }

  #secure(socket: Socket): void {
    const pem = readPem('receiver');
    const secured = new TLSSocket(socket, { isServer: true, cert: pem, key: pem });
    secured.on('error', () => socket.destroy());
    this.#converse(secured, true);
  }

  #step(step: Step, socket: Socket, instead?: string): string {
    const count = (this.#steps.get(step) ?? 0) + 1;
    this.#steps.set(step, count);
    const reply = instead ?? this.script[step] ?? REPLIES[step];
    if (reply === DROP) socket.destroy();
    else if (reply !== HANG) socket.write(`${reply}\r\n`);
    this.#waiting = this.#waiting.filter((each) => {
      const isDue = each.step === step && count >= each.count;
      if (isDue) each.resolve();
      return !isDue;
    });
    return reply;
  }
}

function stepOf(line: string): Step {
  const verb = line.slice(0, 8).toUpperCase();
  const known: readonly Step[] = ['STARTTLS', 'EHLO', 'AUTH', 'MAIL', 'RCPT', 'DATA', 'RSET'];
  return known.find((step) => verb.startsWith(step)) ?? 'QUIT';
}
