/**
 * Whether a changing request comes from a page of this service: by `Sec-Fetch-Site`, or, if a
 * browser does not send it (plain http), by `Origin`. Browsers send a cookie by themselves, so a
 * request with one must show its origin; a program without cookies sends neither and is let through
 * if `strict` is false. Source: S13.8.
 */
import type { FastifyRequest } from 'fastify';
import { ServiceError } from '../../core/error/service-error.ts';

const SAFE = ['GET', 'HEAD', 'OPTIONS'];

/** Throws NOT_SAME_ORIGIN. */
export function assertSameOrigin(
  request: Pick<FastifyRequest, 'method' | 'headers'>,
  publicUrl: string | null,
  strict: boolean,
): void {
  if (SAFE.includes(request.method)) return;
  const { origin, host } = request.headers;
  const site = request.headers['sec-fetch-site'];
  if (site === 'same-origin') return;
  if (site === undefined && origin === undefined && !strict) return;
  if (site === undefined && origin !== undefined && isOurs(origin, host, publicUrl)) return;
  throw new ServiceError(
    'NOT_SAME_ORIGIN',
    'With a session, a change must come from a page of this service: send Sec-Fetch-Site: ' +
      'same-origin, or its own Origin. Programs use an API key instead.',
  );
}

function isOurs(origin: string, host: string | undefined, publicUrl: string | null): boolean {
  if (!URL.canParse(origin)) return false;
  const url = new URL(origin);
  if (publicUrl !== null && url.origin === new URL(publicUrl).origin) return true;
  return /^https?:$/.test(url.protocol) && host !== undefined && url.host === hostOf(host, url);
}

/** The host as a URL writes it: without the default port. */
function hostOf(host: string, { protocol }: URL): string | null {
  const text = `${protocol}//${host}`;
  return URL.canParse(text) ? new URL(text).host : null;
}
