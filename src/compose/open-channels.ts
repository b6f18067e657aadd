/**
 * Opens the channels of a process on one HTTP client, by the kinds of endpoints to which they send.
 * A kind without a channel is refused at registration.
 */

import {
  createBuiltInAgentChannel,
  createSelfProvidedAgentChannel,
} from '../channel/agent/agent-channel.ts';
import { createCustomChannel } from '../channel/custom/channel.ts';
import { createPullChannel } from '../channel/custom/pull-channel.ts';
import type { SigningKeySource } from '../channel/custom/signing-keys.ts';
import type { Guard } from '../channel/destination-guard.ts';
import { createMailChannel, type MailChannelParts } from '../channel/email/channel.ts';
import type { HttpClient } from '../channel/http-client.ts';
import { createSlackChannel } from '../channel/slack/channel.ts';
import { createTeamsChannel } from '../channel/teams/channel.ts';
import type { EndpointKind } from '../core/endpoint/endpoint.ts';
import type { Channel } from '../engine/ports/channel.ts';
import type { Clock } from '../engine/ports/clock.ts';
import type { Secrets } from '../engine/ports/secrets.ts';

export interface ChannelParts {
  readonly http: HttpClient;
  readonly secrets: Pick<Secrets, 'open'>;
  readonly signingKeys: SigningKeySource;
  readonly guard: Pick<Guard, 'checkTarget'>;
  /** `Ringpost/<version>`. */
  readonly userAgent: string;
  readonly clock: Clock;
  readonly mail: MailChannelParts;
}

export function openChannels(parts: ChannelParts): Map<EndpointKind, Channel> {
  return new Map<EndpointKind, Channel>([
    ['custom', createCustomChannel(parts)],
    ['slack', createSlackChannel(parts)],
    ['teams', createTeamsChannel(parts)],
    ['email', createMailChannel(parts.mail)],
    ['builtin-analyzer', createBuiltInAgentChannel()],
    ['builtin-evaluator', createBuiltInAgentChannel()],
    ['pull', createPullChannel(parts)],
    ['self-provided-agent', createSelfProvidedAgentChannel(parts)],
  ]);
}
