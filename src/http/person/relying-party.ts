/**
 * The relying party of passkeys: host name and origin of the dashboard, from the public URL or, if
 * none is set and the browser is on this machine, from the Host of the request. Browsers allow
 * passkeys only on https or localhost, and only for names.
 */
import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { ServiceError } from '../../core/error/service-error.ts';
import type { RelyingParty } from '../../engine/ports/passkey-verifier.ts';

/** Returns null if passkeys cannot be used here. */
export function relyingPartyOf(
  { headers }: Pick<FastifyRequest, 'headers'>,
  publicUrl: string | null,
): RelyingParty | null {
  const text = publicUrl ?? `http://${headers.host ?? ''}`;
  if (!URL.canParse(text)) return null;
  const { protocol, hostname, origin } = new URL(text);
  const isLocal = hostname === 'localhost';
  if (publicUrl === null && !isLocal) return null;
  const isName = isIP(hostname) === 0 && !hostname.startsWith('[');
  return isName && (isLocal || protocol === 'https:') ? { id: hostname, origin } : null;
}

/** Throws PASSKEYS_UNAVAILABLE, also for a page of this service under another address. */
export function assertRelyingParty(
  request: Pick<FastifyRequest, 'headers'>,
  publicUrl: string | null,
): RelyingParty {
  const party = relyingPartyOf(request, publicUrl);
  if (party === null) {
    throw new ServiceError(
      'PASSKEYS_UNAVAILABLE',
      'Passkeys need https and a host name, or localhost. Set RINGPOST_PUBLIC_URL to the https ' +
        'address of this service, or open its pages as http://localhost on its own machine.',
    );
  }
  const { origin } = request.headers;
  if (origin === undefined || origin === party.origin) return party;
  throw new ServiceError(
    'PASSKEYS_UNAVAILABLE',
    `Passkeys of this service belong to ${party.origin}. Open its pages there.`,
  );
}
