/**
 * A real HTTP server in the role of a model server: each request gets the behaviour that the test
 * gives it, good or bad. It keeps the requests, and is closed after the test.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';

export interface AskedRequest {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
  readonly body: ChatBody;
  /** Its number among all requests, from 1. */
  readonly number: number;
}

export interface ChatBody {
  readonly model: string;
  readonly temperature?: number;
  readonly max_tokens?: number;
  readonly max_completion_tokens?: number;
  readonly stream: boolean;
  readonly response_format?: {
    readonly type: string;
    readonly json_schema?: { readonly name: string; readonly strict: boolean };
  };
  readonly messages: readonly { readonly role: string; readonly content: string }[];
}

export type Behaviour = (request: AskedRequest, answer: ServerResponse) => void;

export interface ModelServer {
  readonly baseUrl: string;
  readonly port: number;
  readonly requests: readonly AskedRequest[];
  /** Resolves when this many requests came. */
  asked(count: number): Promise<void>;
  /** The number of connections. */
  readonly connections: number;
}

export async function startModelServer(test: TestContext, behave: Behaviour): Promise<ModelServer> {
  const requests: AskedRequest[] = [];
  const waiting: { readonly count: number; readonly wake: () => void }[] = [];
  let connections = 0;
  const server = createServer((incoming, answer) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const text = Buffer.concat(chunks).toString('utf8');
      const request: AskedRequest = {
        path: incoming.url ?? '',
        headers: incoming.headers,
        text,
        // Sent by our client; a test that reads more would get undefined.
        body: JSON.parse(text) as ChatBody,
        number: requests.length + 1,
      };
      requests.push(request);
      behave(request, answer);
      for (const { count, wake } of waiting) if (requests.length >= count) wake();
    });
  });
  server.on('connection', () => {
    connections += 1;
  });
  await new Promise<void>((ready) => {
    server.listen(0, '127.0.0.1', ready);
  });
  test.after(() => {
    server.closeAllConnections();
    server.close();
  });
  // A server that listens on TCP has an address of this shape.
  const { port } = server.address() as AddressInfo;
  return {
    port,
    baseUrl: `http://127.0.0.1:${port}/v1`,
    requests,
    asked: (count) =>
      new Promise((wake) => {
        if (requests.length >= count) wake();
        else waiting.push({ count, wake });
      }),
    get connections() {
      return connections;
    },
  };
}

export function json(
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): Behaviour {
  return (_request, answer) => {
    answer.writeHead(status, { 'content-type': 'application/json', ...headers });
    answer.end(JSON.stringify(body));
  };
}

const USAGE = { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 };

/** A good answer with this text. */
export function saying(text: string, more: Record<string, unknown> = {}): Behaviour {
  const choice = { index: 0, finish_reason: 'stop', message: { role: 'assistant', content: text } };
  return json(200, { object: 'chat.completion', choices: [choice], usage: USAGE, ...more });
}

/** The behaviours of requests in turn; the last repeats. */
export function inTurn(...behaviours: readonly [Behaviour, ...Behaviour[]]): Behaviour {
  return (request, answer) => {
    const behave = behaviours[request.number - 1] ?? behaviours.at(-1) ?? behaviours[0];
    behave(request, answer);
  };
}

export const refusal = (param: string, message: string): Behaviour =>
  json(400, { error: { message, type: 'invalid_request_error', param, code: null } });

/** Never answers. */
export const silent: Behaviour = () => {};

/** Sends a header, and then nothing. */
export const dripping: Behaviour = (_request, answer) => {
  answer.writeHead(200, { 'content-type': 'application/json' });
  answer.write('{"choices"');
};
