/**
 * Answers to bytes that are no valid request: broken HTTP, headers beyond their limit, a client
 * that is too slow. The answer is written to the bare socket, as a problem like every other error,
 * and the socket is closed.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { CATALOGUE, type ServiceErrorCode } from '../../core/error/service-error.ts';
import { problemOf } from './problem.ts';
import { API_HEADERS } from './security-headers.ts';

const CODES: Readonly<Record<string, ServiceErrorCode>> = {
  HPE_HEADER_OVERFLOW: 'HEADERS_TOO_LARGE',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'BODY_TOO_LARGE',
  ERR_HTTP_REQUEST_TIMEOUT: 'REQUEST_TIMEOUT',
};

const DETAILS: Partial<Readonly<Record<ServiceErrorCode, string>>> = {
  HEADERS_TOO_LARGE: 'The request line and the headers together are too large.',
  BODY_TOO_LARGE: 'The chunk extensions are too large.',
  REQUEST_TIMEOUT: 'The request did not arrive in time.',
};

const HEADER_LINES = Object.entries(API_HEADERS)
  .map(([name, value]) => `${name}: ${value}\r\n`)
  .join('');

export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const code = CODES[error.code ?? ''] ?? 'MALFORMED_REQUEST';
  if (code === 'REQUEST_TIMEOUT') leaveAfterAnswer(socket);
  refuse(socket, code, DETAILS[code] ?? 'The request could not be read as HTTP/1.1.');
}

/** CONNECT asks for a tunnel; Node would close the connection without an answer. */
export function answerConnect(_request: IncomingMessage, socket: Duplex): void {
  socket.on('error', () => socket.destroy());
  leaveAfterAnswer(socket);
  refuse(socket, 'MALFORMED_REQUEST', 'This is no proxy: there is nothing to CONNECT to.');
}

/**
 * The server no longer reads the socket, so a client that keeps its half open would hold it for
 * ever.
 */
function leaveAfterAnswer(socket: Duplex): void {
  socket.once('finish', () => socket.destroy());
}

function refuse(socket: Duplex, code: ServiceErrorCode, message: string): void {
  const { status, title } = CATALOGUE[code];
  const body = JSON.stringify(problemOf({ code, message, fields: [] }, 'none'));
  socket.end(
    `HTTP/1.1 ${status} ${title}\r\n` +
      'content-type: application/problem+json; charset=utf-8\r\n' +
      HEADER_LINES +
      `content-length: ${Buffer.byteLength(body)}\r\n` +
      `connection: close\r\n\r\n${body}`,
  );
}

/** An `Expect` other than 100-continue, which Node would answer without a body. */
export function answerExpectation(_request: IncomingMessage, response: ServerResponse): void {
  const code = 'EXPECTATION_FAILED';
  const message = 'The only expectation that is met here is 100-continue.';
  response.writeHead(CATALOGUE[code].status, {
    ...API_HEADERS,
    'content-type': 'application/problem+json; charset=utf-8',
    connection: 'close',
  });
  response.end(JSON.stringify(problemOf({ code, message, fields: [] }, 'none')));
}
