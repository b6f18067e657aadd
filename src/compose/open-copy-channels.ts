/**
 * Opens the channels by which copies of deliveries reach the local inbox. They share nothing with
 * the channels of deliveries: they have their own caches, connections and guard, and this guard
 * allows only the inbox. They must never be given to a dispatcher.
 */
import { createSelfProvidedAgentChannel } from '../channel/agent/agent-channel.ts';
import { createCustomChannel } from '../channel/custom/channel.ts';
import { createGuard } from '../channel/destination-guard.ts';
import { createHttpClient } from '../channel/http-client.ts';
import { createSlackChannel } from '../channel/slack/channel.ts';
import { createTeamsChannel } from '../channel/teams/channel.ts';
import type { EndpointKind } from '../core/endpoint/endpoint.ts';
import { COPY_BOX, COPY_MAIL_BOX } from '../engine/delivery/delivery-copy.ts';
import type { Channel } from '../engine/ports/channel.ts';
import type { OpenInbox } from '../inbox/inbox.ts';
import type { ChannelParts } from './open-channels.ts';

const ELSEWHERE = 'A copy goes to the local inbox only.';

export interface CopyChannels {
  readonly channels: ReadonlyMap<EndpointKind, Channel>;
  close(): Promise<void>;
}

/**
 * `open` null: there is no inbox. `mail`: the channel to the box of copies; null: mail has no
 * copies.
 */
export function openCopyChannels(
  open: OpenInbox | null,
  parts: Omit<ChannelParts, 'http' | 'guard' | 'mail'>,
  mail: Channel | null,
): CopyChannels {
  if (open === null) return { channels: new Map(), close: async () => {} };
  const { origin } = open;
  const own = createGuard({ allow: [], own: origin });
  const guard: typeof own = {
    refusal: (address, protocol, to) =>
      to === origin ? own.refusal(address, protocol, to) : ELSEWHERE,
    checkTarget: (target) =>
      target.startsWith(`${origin}/`) ? own.checkTarget(target) : ELSEWHERE,
  };
  const http = createHttpClient({ clock: parts.clock, guard });
  const sending = { ...parts, http, guard };
  const all = new Map<EndpointKind, Channel>([
    ['custom', createCustomChannel(sending)],
    ['slack', createSlackChannel(sending)],
    ['teams', createTeamsChannel(sending)],
    ['self-provided-agent', createSelfProvidedAgentChannel(sending)],
  ]);
  for (const [kind, channel] of all) all.set(kind, open.watched(kind, channel, COPY_BOX));
  if (mail !== null) all.set('email', open.watched('email', mail, COPY_MAIL_BOX));
  return { channels: all, close: () => http.close() };
}
