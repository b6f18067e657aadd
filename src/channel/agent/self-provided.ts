/**
 * Step 8 for self-provided agents (S4.8): the launch is posted as to a Custom endpoint, with the
 * same credentials, signature and answers, and says in two headers which run it begins. The body
 * comes with `projectId` in its `data` already (acw/run/launch-body.ts).
 */
import { runIdOf } from '../../acw/run/run.ts';
import type { Channel } from '../../engine/ports/channel.ts';
import { type CustomChannelParts, createCustomChannel } from '../custom/channel.ts';

export function createSelfProvidedAgentChannel(parts: CustomChannelParts): Channel {
  return createCustomChannel(parts, ({ deliveryId }) => runIdOf(deliveryId));
}
