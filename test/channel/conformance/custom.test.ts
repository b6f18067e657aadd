/** The Custom channel conforms, with a Bearer token and with signatures. */
import { createCustomChannel } from '../../../src/channel/custom/channel.ts';
import { createSigningKeyCache } from '../../../src/channel/custom/signing-keys.ts';
import type { Endpoint } from '../../../src/core/endpoint/endpoint.ts';
import { HEADER_CONTEXT, TOKEN_CONTEXT } from '../../../src/engine/manage/endpoint-seal.ts';
import { systemClock } from '../../../src/system/clock.ts';
import { givenSigningKey, SECRETS } from '../custom/given-keys.ts';
import { givenEndpoint, LOOPBACK_GUARD } from '../given.ts';
import type { ChannelUnderTest } from './channel-under-test.ts';
import { type HttpAnswer, openHttpReceiver } from './http-receiver.ts';
import { conform } from './suite.ts';

const TOKEN = 'very-secret-token-9f3c';
const TENANT = 'tenant-secret-77aa';
const HEADER = { name: 'x-tenant', value: SECRETS.seal(TENANT, HEADER_CONTEXT), hint: '77aa' };

const BEARER: Partial<Endpoint> = {
  auth: { method: 'bearer', token: SECRETS.seal(TOKEN, TOKEN_CONTEXT), tokenHint: '9f3c' },
  headers: [HEADER],
};
const SIGNED: Partial<Endpoint> = { signatureFormat: 'both', headers: [HEADER] };

function custom(
  name: string,
  settings: Partial<Endpoint>,
  secrets: readonly string[],
): ChannelUnderTest<HttpAnswer> {
  return {
    name,
    async open(test) {
      const { http, origin, ...receiver } = await openHttpReceiver(test);
      const load = async () => [givenSigningKey(0, 'active')];
      const channel = createCustomChannel({
        ...{ http, secrets: SECRETS, guard: LOOPBACK_GUARD, clock: systemClock },
        signingKeys: createSigningKeyCache({ load, secrets: SECRETS, clock: systemClock }),
        userAgent: 'Ringpost/test',
      });
      const target = `${origin}/calls`;
      return { ...receiver, channel, secrets, endpoint: givenEndpoint({ target, ...settings }) };
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
        ...{ when: 'slow down, for so long', answer: { status: 429, retryAfter: '30' } },
        ...{ outcome: 'retryable', retryAfterMs: 30_000 },
      },
      { when: 'too late', answer: { status: 408 }, outcome: 'retryable' },
      { when: 'trouble', answer: { status: 500 }, outcome: 'retryable' },
    ],
  };
}

conform(custom('custom with a token', BEARER, [TOKEN, TENANT]));
conform(custom('custom, signed', SIGNED, [TENANT]));
