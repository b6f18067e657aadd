/**
 * The person behind a request, by the cookie of their session, and what the services want to know
 * of whoever signs in. Never by anything else: no token in an address or a body.
 */

import type { FastifyRequest } from 'fastify';
import type { Client } from '../../engine/people/session-maker.ts';
import type { SignedIn } from '../../engine/ports/people-store.ts';
import { clientAddress } from '../request/client-address.ts';
import { assertSameOrigin } from '../request/same-origin.ts';
import type { Service } from '../service.ts';
import { createDeviceCookie, createSessionCookie } from './session-cookie.ts';

type Asked = Pick<FastifyRequest, 'method' | 'headers'>;

/** Null: nobody is signed in. Throws NOT_SAME_ORIGIN for a change from another site. */
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

/** The first language that a page asks for, as BCP 47 text; null when it says none. */
export function languageOf({ headers }: Pick<FastifyRequest, 'headers'>): string | null {
  return (
    /^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3}/.exec(headers['accept-language'] ?? '')?.[0] ?? null
  );
}
