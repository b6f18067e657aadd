/**
 * The person behind a request, by the cookie of their session and nothing else (no token in an
 * address or a body), and the author of a change for the services, with the address from which the
 * request came. The author is stored in the audit entry of the change.
 */

import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { plainAddress } from '../../core/person/network.ts';
import type { Author } from '../../engine/manage/author.ts';
import type { Client } from '../../engine/people/session-maker.ts';
import type { SignedIn } from '../../engine/ports/people-store.ts';
import { assertSameOrigin } from '../request/same-origin.ts';
import type { Service } from '../service.ts';
import { createDeviceCookie, createSessionCookie } from './session-cookie.ts';

type Asked = Pick<FastifyRequest, 'method' | 'headers'>;

/** Returns null if not signed in. Throws NOT_SAME_ORIGIN for a change from another site. */
export async function personOf(
  request: Asked,
  { people, publicUrl }: Pick<Service, 'people' | 'publicUrl'>,
): Promise<SignedIn | null> {
  const token = createSessionCookie(publicUrl).read(request);
  if (token === null) return null;
  assertSameOrigin(request, publicUrl, true);
  return people.signIn.find(token);
}

export function clientOf(
  request: Pick<FastifyRequest, 'headers' | 'id' | 'ip' | 'ips'>,
  { publicUrl }: Pick<Service, 'publicUrl'>,
): Client {
  return {
    address: clientAddress(request),
    userAgent: request.headers['user-agent'] ?? '',
    requestId: request.id,
    token: createSessionCookie(publicUrl).read(request),
    device: createDeviceCookie(publicUrl).read(request),
  };
}

/** The first language that a page asks for, as BCP 47 text; null if it names none. */
export function languageOf({ headers }: Pick<FastifyRequest, 'headers'>): string | null {
  return (
    /^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3}/.exec(headers['accept-language'] ?? '')?.[0] ?? null
  );
}

export function authorOf(request: Pick<FastifyRequest, 'actor' | 'id' | 'ip' | 'ips'>): Author {
  return { actor: request.actor.id, requestId: request.id, address: clientAddress(request) };
}

interface Addressed {
  /** Undefined if the connection ended before the request is handled. */
  readonly ip?: FastifyRequest['ip'] | undefined;
  /** From the connection's address to the first one that is no trusted proxy. */
  readonly ips?: FastifyRequest['ips'];
}

/**
 * The client's address for the audit trail and the limits of each network. Behind trusted proxies
 * it comes from `X-Forwarded-For`; a text there that is no IP address is ignored, so that no client
 * is counted under a name that it chose.
 */
export function clientAddress({ ip, ips }: Addressed): string {
  return plainAddress(ips?.findLast((each) => isIP(each ?? '') !== 0) ?? ip ?? '');
}
