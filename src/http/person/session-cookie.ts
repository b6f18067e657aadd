/**
 * The cookies of a signed-in browser: that of the session, and the list of known accounts, by which
 * the next sign-in is not reported as one from a new device; signing out keeps the latter. If the
 * service is reached by https, the name of the former begins with `__Host-`, which browsers accept
 * only with Secure, without a domain and for `/`. Scripts cannot read it, and forms and images of
 * other sites do not send it. Must never hold anything but the token.
 */
import { fastifyCookie } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SESSION_MAX_MS } from '../../core/person/session.ts';
import { DEVICE_MS } from '../../engine/people/known-device.ts';
import type { Client, Entry } from '../../engine/people/session-maker.ts';
import type { App } from '../app.ts';
import type { Service } from '../service.ts';

/** Parses and writes cookies; a request without one costs nothing. */
export function registerCookies(app: App): void {
  app.register(fastifyCookie, { hook: false });
}

export interface SessionCookie {
  readonly name: string;
  read(request: Pick<FastifyRequest, 'headers'>): string | null;
  set(reply: FastifyReply, token: string): void;
  clear(reply: FastifyReply): void;
}

const TOKEN = /^[A-Za-z0-9_-]{20,100}$/;

export function createSessionCookie(publicUrl: string | null): SessionCookie {
  const cookie = createCookie('ringpost', publicUrl);
  return {
    name: cookie.name,
    read(request) {
      const token = cookie.read(request);
      return token !== null && TOKEN.test(token) ? token : null;
    },
    set: (reply, token) => cookie.set(reply, token, SESSION_MAX_MS),
    clear: (reply) => cookie.set(reply, '', 0),
  };
}

/**
 * The unfinished sign-in before the second factor, sealed; for the browser that sent the password.
 */
export function createStepCookie(publicUrl: string | null): Cookie {
  return createCookie('ringpost-step', publicUrl);
}

/** The accounts that have signed in with the browser, sealed. */
export function createDeviceCookie(publicUrl: string | null): Cookie {
  return createCookie('ringpost-device', publicUrl);
}

/** The challenge of a passkey, sealed; for the browser that asked for it. */
export function createPasskeyCookie(publicUrl: string | null): Cookie {
  return createCookie('ringpost-passkey', publicUrl);
}

export interface Cookie {
  readonly name: string;
  read(request: Pick<FastifyRequest, 'headers'>): string | null;
  /** `ageMs` 0: the browser deletes the cookie at once. */
  set(reply: FastifyReply, value: string, ageMs: number): void;
}

export function createCookie(plainName: string, publicUrl: string | null): Cookie {
  const secure = publicUrl?.startsWith('https:') ?? false;
  const name = secure ? `__Host-${plainName}` : plainName;
  return {
    name,
    read: ({ headers }) => fastifyCookie.parse(headers.cookie ?? '')[name] ?? null,
    set(reply, value, ageMs) {
      const maxAge = Math.floor(ageMs / 1_000);
      const rest = { httpOnly: true, sameSite: 'lax', path: '/' } as const;
      reply.header('set-cookie', fastifyCookie.serialize(name, value, { ...rest, secure, maxAge }));
    },
  };
}

export interface EntryCookies {
  /** `client`: the client that signed in. */
  set(reply: FastifyReply, entry: Entry, client: Client): void;
}

export function createEntryCookies({
  people,
  publicUrl,
}: Pick<Service, 'people' | 'publicUrl'>): EntryCookies {
  const session = createSessionCookie(publicUrl);
  const device = createDeviceCookie(publicUrl);
  return {
    set(reply, { token, signedIn }, client) {
      session.set(reply, token);
      device.set(reply, people.devices.remembered(client.device, signedIn.user), DEVICE_MS);
    },
  };
}
