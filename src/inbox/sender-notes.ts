/**
 * What this process is sending right now, so that an item can say which delivery and which attempt
 * it is: Slack, Teams and mails carry no header of ours. A note lives as long as its attempt, and
 * belongs to what arrives with the same bytes (webhooks: with the same ids) in its project.
 */
import { createHash } from 'node:crypto';
import type { EndpointKind } from '../core/endpoint/endpoint.ts';
import type { Channel, SendRequest } from '../engine/ports/channel.ts';
import type { InboxChannel } from '../engine/ports/inbox.ts';
import type { ReadHeader, Reading } from './reading.ts';

export interface Note extends Reading {
  readonly endpointId: string;
  readonly deliveryId: string;
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

  /** The same channel; `isOurs` tells by the target that may be shown whether the inbox gets it. */
  watch(channel: Channel, isOurs: (target: string | null) => boolean): Channel {
    return {
      ...channel,
      send: async (request) => {
        const { target } = request.endpoint;
        const key = isOurs(target) ? keyOfRequest(channel, request) : null;
        if (key === null) return channel.send(request);
        const note = noteOf(request);
        this.#notes.set(key, note);
        try {
          return await channel.send(request);
        } finally {
          if (this.#notes.get(key) === note) this.#notes.delete(key);
        }
      },
    };
  }

  find(projectId: string, channel: InboxChannel, header: ReadHeader, body: Buffer): Note | null {
    const mark = channel === 'http' ? idsOf(header) : digestOf(body.toString());
    return this.#notes.get(`${projectId} ${channel} ${mark}`) ?? null;
  }
}

function noteOf({ endpoint, deliveryId, trigger, callId, attempt, sequence }: SendRequest): Note {
  return { endpointId: endpoint.id, deliveryId, trigger, callId, attempt, sequence };
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

/** SMTP gives a mail the line end that it may lack. */
function digestOf(body: string): string {
  return createHash('sha256').update(body.trimEnd()).digest('base64');
}
