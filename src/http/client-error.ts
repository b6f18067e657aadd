/**
 * What is so wrong that no request came of it: broken HTTP, headers beyond their bound, a client
 * that is too slow. Answered on the bare socket, as a problem like every other error, and closed.
 */
import type { Socket } from 'node:net';
import { CATALOGUE, type ServiceErrorCode } from '../core/error/catalogue.ts';
import { problemOf } from './problem.ts';

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

export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const code = CODES[error.code ?? ''] ?? 'MALFORMED_REQUEST';
  const { status, title } = CATALOGUE[code];
  const message = DETAILS[code] ?? 'The request could not be read as HTTP/1.1.';
  const body = JSON.stringify(problemOf({ code, message, fields: [] }, 'none'));
  socket.end(
    `HTTP/1.1 ${status} ${title}\r\n` +
      'content-type: application/problem+json; charset=utf-8\r\n' +
      `content-length: ${Buffer.byteLength(body)}\r\n` +
      `connection: close\r\n\r\n${body}`,
  );
}
