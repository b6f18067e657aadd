/**
 * Refuses requests by their head, before any route or key is read: heads that a proxy could read
 * differently from this service, and content types that no route reads. Must never read a body.
 */
import type { FastifyRequest } from 'fastify';
import { ServiceError } from '../../core/error/service-error.ts';

const URL_LENGTH_MAX = 8_192;
const CHARSET = /;\s*charset\s*=\s*"?([^";\s]*)/i;

/** Returns null if the request may go on. */
export function headRefusal(
  request: Pick<FastifyRequest, 'url' | 'headers'> & {
    readonly raw: { readonly httpVersion: string; readonly rawHeaders: readonly string[] };
  },
): ServiceError | null {
  const { url, headers, raw } = request;
  if (headers.host === undefined && raw.httpVersion === '1.1') {
    return new ServiceError('MALFORMED_REQUEST', 'A request of HTTP/1.1 names its Host.');
  }
  if (raw.rawHeaders.filter(isHost).length > 1) {
    return new ServiceError('MALFORMED_REQUEST', 'A request names one Host.');
  }
  if (url.includes('#')) {
    // This router ends a path there, others may not, so the address has two readings.
    return new ServiceError('MALFORMED_REQUEST', 'Escape # as %23: a fragment is never sent.');
  }
  if (url.length > URL_LENGTH_MAX) {
    return new ServiceError('URI_TOO_LONG', `An address may have ${URL_LENGTH_MAX} characters.`);
  }
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
    return new ServiceError('MEDIA_TYPE', 'Send the body without a Content-Encoding.');
  }
  const charset = CHARSET.exec(headers['content-type'] ?? '')?.[1];
  if (charset !== undefined && !/^utf-?8$/i.test(charset)) {
    return new ServiceError('MEDIA_TYPE', 'Send the body as UTF-8, the only charset here.');
  }
  return null;
}

/**
 * The list holds names and values in turn. Of several Host headers Node keeps the first and ignores
 * the rest.
 */
function isHost(name: string, index: number): boolean {
  return index % 2 === 0 && name.length === 4 && name.toLowerCase() === 'host';
}
