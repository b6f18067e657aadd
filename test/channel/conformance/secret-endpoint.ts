/** A channel that posts to a secret URL, opened on a receiver over HTTP. */
import type { TestContext } from 'node:test';
import type { SecretPostParts } from '../../../src/channel/secret-post.ts';
import type { EndpointKind } from '../../../src/core/endpoint/endpoint.ts';
import { PACING_DEFAULTS } from '../../../src/core/endpoint/endpoint-defaults.ts';
import type { Channel } from '../../../src/engine/ports/channel.ts';
import { TARGET_CONTEXT } from '../../../src/engine/ports/secrets.ts';
import { SECRETS, sealed } from '../custom/given-keys.ts';
import { givenEndpoint, LOOPBACK_GUARD } from '../given.ts';
import type { OpenedChannel } from './channel-under-test.ts';
import { type HttpAnswer, openHttpReceiver } from './http-receiver.ts';

const PATH = 'T0000secret/B0000secret/very-secret-part-4x7z';
const SIGNATURE = 'very-secret-signature-1a2b';

export async function secretEndpoint(
  test: TestContext,
  kind: EndpointKind,
  create: (parts: SecretPostParts) => Channel,
): Promise<OpenedChannel<HttpAnswer>> {
  const { http, origin, ...receiver } = await openHttpReceiver(test);
  const secretTarget = sealed(`${origin}/services/${PATH}?sig=${SIGNATURE}`, TARGET_CONTEXT);
  const parts = { http, secrets: SECRETS, guard: LOOPBACK_GUARD, userAgent: 'Ringpost/test' };
  return {
    ...receiver,
    channel: create(parts),
    secrets: [...PATH.split('/'), SIGNATURE],
    endpoint: givenEndpoint({
      kind,
      target: `${origin}/••••1a2b`,
      secretTarget,
      auth: null,
      pacing: PACING_DEFAULTS[kind],
    }),
  };
}
