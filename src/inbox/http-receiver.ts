/**
 * Receives on loopback the requests to endpoints of kind custom, slack and teams, at
 * `/{projectId}/{http|slack|teams}/{name}`. Any program on this machine can reach it, browsers
 * included. It answers no script of a page, keeps nothing for a project that does not exist, and
 * bounds bodies, headers, connections and times. It must never throw because of a client's bytes.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type NaturalAnswer, type Plan, TAKEN } from './answer.ts';
import type { Box } from './box-book.ts';
import type { Desk, Wire } from './desk.ts';
import type { HeaderList } from './header-list.ts';
import { slackAnswer } from './slack-answer.ts';
import { teamsAnswer } from './teams-answer.ts';

export const BODY_BYTES_MAX = 256 * 1024;
const HEADER_BYTES_MAX = 16 * 1024;
const HEADERS_MS = 10_000;
const REQUEST_MS = 30_000;
const CHECK_MS = 5_000;
const KEEP_ALIVE_MS = 72_000;
const CONNECTIONS_MAX = 512;

export const HOST = '127.0.0.1';
const PATH = /^\/(prj_[0-9A-Z]{19})\/(http|slack|teams)\/([A-Za-z0-9][A-Za-z0-9._-]{0,63})$/;

export interface HttpReceiver {
  /** `http://127.0.0.1:<port>`. */
  readonly origin: string;
  close(): Promise<void>;
}

export interface HttpReceiverParts {
  readonly desk: Desk;
  /** 0 takes a free one. */
  readonly port: number;
  readonly monoMs: () => number;
  readonly isProject: (projectId: string) => Promise<boolean>;
}

/** Rejects if the port is taken. */
export async function openHttpReceiver(parts: HttpReceiverParts): Promise<HttpReceiver> {
  const server = createServer({
    maxHeaderSize: HEADER_BYTES_MAX,
    headersTimeout: HEADERS_MS,
    requestTimeout: REQUEST_MS,
    connectionsCheckingInterval: CHECK_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
  });
  server.maxConnections = CONNECTIONS_MAX;
  server.listen(parts.port, HOST);
  await once(server, 'listening');
  const origin = `http://${HOST}:${portOf(server)}`;
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    response.on('error', () => {});
    serve(parts, origin, request, response).catch(() => response.destroy());
  });
  return {
    origin,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function serve(
  parts: HttpReceiverParts,
  origin: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const place = placeOf(request, origin);
  if (place.kind === 'refused') return refuse(response, place.status, place.reason);
  const { projectId, channel, name } = place;
  if (!(await parts.isProject(projectId))) return refuse(response, 404, 'No such project.');
  const body = await readBody(request);
  if (body === 'left') return;
  if (body === 'too-large') {
    return refuse(response, 413, `A body may have at most ${BODY_BYTES_MAX} bytes here.`);
  }
  const text = body.toString();
  const headers = headersOf(request);
  const natural = (box: Box): NaturalAnswer => {
    if (channel === 'slack') return slackAnswer(text, box.allowance, parts.monoMs());
    return channel === 'teams' ? teamsAnswer(text) : TAKEN;
  };
  parts.desk.take({ projectId, channel, name, headers, body, text }, wireOf(response), natural);
}

type Place =
  | { readonly kind: 'refused'; readonly status: number; readonly reason: string }
  | {
      readonly kind: 'box';
      readonly projectId: string;
      readonly channel: 'http' | 'slack' | 'teams';
      readonly name: string;
    };

/** Refuses foreign pages, which could post here through the browser of a user of this machine. */
function placeOf({ method, url = '', headers }: IncomingMessage, origin: string): Place {
  if (headers.host !== new URL(origin).host || headers.origin !== undefined) {
    return refusedPlace(403, 'This is for the service that runs here, not for browsers.');
  }
  const [, projectId = '', channel = '', name = ''] = PATH.exec(url) ?? [];
  if (channel !== 'http' && channel !== 'slack' && channel !== 'teams') {
    return refusedPlace(404, 'Boxes are at /{projectId}/{http|slack|teams}/{name}.');
  }
  if (method !== 'POST') return refusedPlace(405, 'Boxes take POST.');
  return { kind: 'box', projectId, channel, name };
}

function refusedPlace(status: number, reason: string): Place {
  return { kind: 'refused', status, reason };
}

/** Reads nothing after a refusal: the connection ends with it. */
function refuse(response: ServerResponse, status: number, reason: string): void {
  const allow = status === 405 ? { allow: 'POST' } : {};
  response.writeHead(status, { 'content-type': TEXT, connection: 'close', ...allow });
  response.end(`${reason}\n`, () => response.socket?.destroySoon());
}

const TEXT = 'text/plain; charset=utf-8';

async function readBody(request: IncomingMessage): Promise<Buffer | 'left' | 'too-large'> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      bytes += chunk.length;
      if (bytes > BODY_BYTES_MAX) return 'too-large';
      chunks.push(chunk);
    }
  } catch {
    return 'left';
  }
  return Buffer.concat(chunks, bytes);
}

function headersOf({ rawHeaders }: IncomingMessage): HeaderList {
  return Array.from({ length: rawHeaders.length / 2 }, (_none, at) => [
    rawHeaders[2 * at] ?? '',
    rawHeaders[2 * at + 1] ?? '',
  ]);
}

/** Answers with these statuses have no body and must not state a length. */
const BODILESS = new Set([204, 205, 304]);

function wireOf(response: ServerResponse): Wire {
  return {
    send: ({ status, body, retryAfter }: Plan) => {
      const headers: Record<string, string> =
        retryAfter === null ? {} : { 'retry-after': retryAfter };
      if (body !== '') headers['content-type'] = TEXT;
      response.writeHead(status, headers);
      response.end(BODILESS.has(status) ? undefined : body);
    },
    drop: () => response.socket?.destroy(),
    gone: (tell) => {
      if (response.closed || response.socket?.destroyed === true) tell();
      else response.once('close', tell);
      return () => response.off('close', tell);
    },
  };
}

function portOf(server: Server): number {
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === 'string') throw new Error('it listens on no port');
  return address.port;
}
