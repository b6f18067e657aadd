/**
 * What a browser gets when somebody has signed in with it: the cookie of the session, and after it
 * the one by which their next sign-in here is none from a new device. Signing out leaves that one.
 */
import type { FastifyReply } from 'fastify';
import { DEVICE_MS } from '../../engine/people/known-device.ts';
import type { Client, Entry } from '../../engine/people/session-maker.ts';
import type { Service } from '../service.ts';
import { createDeviceCookie, createSessionCookie } from './session-cookie.ts';

export interface EntryCookies {
  /** `client`: the one that signed in. */
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
