/** Describes to the suite the channels that post the JSON payload itself. */
import type { CustomChannelParts } from '../../../src/channel/custom/channel.ts';
import { createSigningKeyCache } from '../../../src/channel/custom/signing-keys.ts';
import type { Endpoint } from '../../../src/core/endpoint/endpoint.ts';
import type { Channel } from '../../../src/engine/ports/channel.ts';
import {
  HEADER_CONTEXT,
  SECRET_CONTEXT,
  TOKEN_CONTEXT,
} from '../../../src/engine/ports/secrets.ts';
import { systemClock } from '../../../src/system/clock.ts';
import { givenSigningKey, SECRETS, sealed } from '../custom/given-keys.ts';
import { givenEndpoint, LOOPBACK_GUARD } from '../given.ts';
import type { ChannelUnderTest } from './channel-under-test.ts';
import { type HttpAnswer, openHttpReceiver } from './http-receiver.ts';

const TOKEN = 'very-secret-token-9f3c';
const WHSEC = `whsec_${Buffer.from('very-secret-bytes-of-hmac-77').toString('base64')}`;
const OLD_WHSEC = `whsec_${Buffer.from('those-that-were-before-it-42').toString('base64')}`;
const TENANT = 'tenant-secret-77aa';
const HEADER = {
  name: 'x-tenant',
  value: sealed(TENANT, HEADER_CONTEXT, 'x-tenant'),
  hint: '77aa',
};

/** Settings of an endpoint, and the secrets in them. */
export const BEARER = {
  settings: {
    auth: { method: 'bearer', token: sealed(TOKEN, TOKEN_CONTEXT), tokenHint: '9f3c' },
    headers: [HEADER],
  },
  secrets: [TOKEN, TENANT],
} as const;
/** During the rotation of a secret. */
export const KEYED = {
  settings: {
    auth: {
      method: 'hmac-sha256',
      secret: sealed(WHSEC, SECRET_CONTEXT),
      secretHint: '',
      retiring: [
        {
          secret: sealed(OLD_WHSEC, SECRET_CONTEXT),
          secretHint: '',
          untilMs: Number.MAX_SAFE_INTEGER,
        },
      ],
    },
    headers: [HEADER],
  },
  // Secrets for signatures do not leave the service.
  secrets: [TENANT],
} as const;
export const SIGNED = {
  settings: { signatureFormat: 'both', headers: [HEADER] },
  secrets: [TENANT],
} as const;

export function payloadChannel(
  name: string,
  create: (parts: CustomChannelParts) => Channel,
  { settings, secrets }: typeof BEARER | typeof SIGNED | typeof KEYED,
  kind: Partial<Endpoint> = {},
): ChannelUnderTest<HttpAnswer> {
  return {
    name,
    async open(test) {
      const { http, origin, ...receiver } = await openHttpReceiver(test);
      const load = async () => [givenSigningKey(0, 'active')];
      const channel = create({
        http,
        secrets: SECRETS,
        guard: LOOPBACK_GUARD,
        clock: systemClock,
        signingKeys: createSigningKeyCache({ load, secrets: SECRETS, clock: systemClock }),
        userAgent: 'Ringpost/test',
      });
      const target = `${origin}/calls`;
      const endpoint = givenEndpoint({ target, ...settings, ...kind });
      return { ...receiver, channel, secrets, endpoint };
    },
    accept: { status: 204 },
    notNow: { status: 503 },
    hang: 'hang',
    echo: 'echo',
    meanings: [
      { when: '2xx', answer: { status: 201, body: 'no matter' }, outcome: 'delivered' },
      { when: 'moved', answer: { status: 307 }, outcome: 'rejected' },
      { when: 'refused', answer: { status: 422 }, outcome: 'rejected' },
      { when: 'gone', answer: { status: 410 }, outcome: 'gone' },
      { when: 'slow down', answer: { status: 429 }, outcome: 'retryable' },
      {
        when: 'slow down, for so long',
        answer: { status: 429, retryAfter: '30' },
        outcome: 'retryable',
        retryAfterMs: 30_000,
      },
      { when: 'too late', answer: { status: 408 }, outcome: 'retryable' },
      { when: 'trouble', answer: { status: 500 }, outcome: 'retryable' },
    ],
  };
}
