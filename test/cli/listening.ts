/** `ringpost listen` as a process that a test talks to, and the receiver to which it forwards. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { API_KEY } from '../support/service-process.ts';
import { MAIN } from './command.ts';

interface Received {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

interface ListeningReceiver {
  readonly url: string;
  count(): number;
  /** Answers all held requests. */
  answer(): void;
  close(): Promise<void>;
  next(): Promise<Received>;
}

export interface Listening {
  readonly child: ChildProcess;
  readonly ended: Promise<number | null>;
  /** Resolves when the output matches. */
  says(text: RegExp): Promise<RegExpMatchArray>;
}

export function listen(t: TestContext, url: string, ...flags: readonly string[]): Listening {
  const child = spawn(process.execPath, [MAIN, 'listen', '--url', url, ...flags], {
    env: { PATH: process.env.PATH, RINGPOST_API_KEY: API_KEY },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  t.after(() => child.kill('SIGKILL'));
  let output = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  let isOver = false;
  const ended = once(child, 'close').then(([code]) => {
    isOver = true;
    return code as number | null;
  });
  return {
    child,
    ended,
    async says(text) {
      for (;;) {
        const found = output.match(text);
        if (found !== null) return found;
        if (isOver) throw new Error(`it ended: ${output}`);
        if (child.stdout !== null) await Promise.race([once(child.stdout, 'data'), ended]);
      }
    },
  };
}

/** `holds`: each request is answered when the test says so. */
export async function startReceiver(
  t: TestContext,
  { status = 200, port = 0, holds = false } = {},
): Promise<ListeningReceiver> {
  const received: Received[] = [];
  const held: (() => void)[] = [];
  let count = 0;
  const arrivals = new EventTarget();
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => {
      body += text;
    });
    request.on('end', () => {
      received.push({ headers: request.headers as Record<string, string>, body });
      count += 1;
      const answer = (): void => void response.writeHead(status).end();
      if (holds) held.push(answer);
      else answer();
      arrivals.dispatchEvent(new Event('got'));
    });
  });
  await once(server.listen(port, '127.0.0.1'), 'listening');
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  const address = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${address.port}`,
    count: () => count,
    answer: () => {
      for (const each of held.splice(0)) each();
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
    async next(): Promise<Received> {
      while (received.length === 0) await once(arrivals, 'got');
      const first = received.shift();
      if (first === undefined) throw new Error('there is one');
      return first;
    },
  };
}
