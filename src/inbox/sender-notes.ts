/**
 * The attempts that this process is making now, so that an item can name its delivery and attempt:
 * Slack, Teams and mails carry no header of ours. A note lives as long as its attempt, and belongs
 * to the message that arrives with the same bytes (webhooks: with the same ids) in its project.
 */
import { createHash } from 'node:crypto';
import type { SendResult } from '../core/delivery/outcome.ts';
import type { EndpointKind } from '../core/endpoint/endpoint.ts';
import type { Channel, SendRequest } from '../engine/ports/channel.ts';
import type { InboxChannel } from '../engine/ports/inbox.ts';
import type { ReadHeader, Reading } from './reading.ts';

export interface Note extends Reading {
  readonly endpointId: string;
  readonly deliveryId: string;
  readonly test: boolean;
}

const CHANNELS: Partial<Readonly<Record<EndpointKind, InboxChannel>>> = {
  custom: 'http',
  'self-provided-agent': 'http',
  slack: 'slack',
  teams: 'teams',
  email: 'email',
};

export class SenderNotes {
  readonly #notes = new Map<string, Note>();

  /**
   * The same channel; `isOurs` tells by the shown target whether the inbox gets the message. `box`:
   * its only box, so that the same bytes in another box are not taken for it.
   */
  watch(channel: Channel, isOurs: (target: string | null) => boolean, box?: string): Channel {
    return {
      ...channel,
      send: (request) => {
        const { target } = request.endpoint;
        const shared = isOurs(target) ? keyOfRequest(channel, request) : null;
        if (shared === null) return channel.send(request);
        return this.#sendNoted(channel, request, box === undefined ? shared : `${shared} ${box}`);
      },
    };
  }

  async #sendNoted(channel: Channel, request: SendRequest, key: string): Promise<SendResult> {
    const note = noteOf(request);
    this.#notes.set(key, note);
    try {
      return await channel.send(request);
    } finally {
      if (this.#notes.get(key) === note) this.#notes.delete(key);
    }
  }

  /** `box`: the box in which it arrived. */
  find(
    projectId: string,
    channel: InboxChannel,
    header: ReadHeader,
    body: Buffer,
    box = '',
  ): Note | null {
    const mark = channel === 'http' ? idsOf(header) : digestOf(body.toString());
    const shared = `${projectId} ${channel} ${mark}`;
    return this.#notes.get(`${shared} ${box}`) ?? this.#notes.get(shared) ?? null;
  }
}

function noteOf(request: SendRequest): Note {
  const { endpoint, deliveryId, trigger, callId, attempt, sequence, test = false } = request;
  return { endpointId: endpoint.id, deliveryId, trigger, callId, attempt, sequence, test };
}

function keyOfRequest(channel: Channel, request: SendRequest): string | null {
  const { endpoint, webhookId, attempt } = request;
  const to = CHANNELS[endpoint.kind];
  if (to === undefined) return null;
  if (to === 'http') {
    const ids: Readonly<Record<string, string>> = {
      'webhook-id': webhookId,
      'webhook-endpoint-id': endpoint.id,
      'webhook-attempt': String(attempt),
    };
    return `${endpoint.projectId} ${to} ${idsOf((name) => ids[name] ?? null)}`;
  }
  const body = channel.show?.(request).body;
  return body === undefined ? null : `${endpoint.projectId} ${to} ${digestOf(body)}`;
}

function idsOf(header: ReadHeader): string {
  const names = ['webhook-id', 'webhook-endpoint-id', 'webhook-attempt'];
  return names.map((name) => header(name)).join(' ');
}

/** SMTP adds a missing line end to a mail. */
function digestOf(body: string): string {
  return createHash('sha256').update(body.trimEnd()).digest('base64');
}
