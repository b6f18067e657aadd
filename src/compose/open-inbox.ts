/**
 * Decides whether this process has a local inbox, and opens it. By default there is one if the
 * service listens only on this machine, and its failure does not prevent a start; if the operator
 * demands one, its failure does.
 */

import { openedSecrets } from '../channel/custom/opened-endpoint.ts';
import { createMailChannel } from '../channel/email/channel.ts';
import type { MailServer } from '../channel/email/mailer.ts';
import type { Settings } from '../config/settings.ts';
import type { EndpointKind } from '../core/endpoint/endpoint.ts';
import { asKey, type EndpointKey, type ProjectKey, parseId } from '../core/id.ts';
import { COPY_MAIL_BOX } from '../engine/delivery/delivery-copy.ts';
import type { SigningKeyService } from '../engine/key/signing-key-service.ts';
import type { LiveHub } from '../engine/live/live-hub.ts';
import type { Channel } from '../engine/ports/channel.ts';
import type { Clock } from '../engine/ports/clock.ts';
import type { InboxAccess } from '../engine/ports/inbox.ts';
import { liveEvent } from '../engine/ports/live-event.ts';
import type { EndpointStore } from '../engine/ports/manage-store.ts';
import { recordPlace, type Secrets } from '../engine/ports/secrets.ts';
import { type InboxParts, type OpenInbox, openInbox } from '../inbox/inbox.ts';
import { createMailByProject } from '../inbox/mail-by-project.ts';
import type { OpenedMail } from './open-mail.ts';

export type LocalInbox = InboxAccess & {
  /** The origin at which it listens; null: there is no inbox. */
  readonly origin: string | null;
  readonly open: OpenInbox | null;
  close(): Promise<void>;
};

export type InboxSettings = Pick<
  Settings,
  'inbox' | 'inboxPort' | 'port' | 'host' | 'roles' | 'databaseUrl'
>;

/** Rejects with a sentence if the inbox is demanded and cannot be opened. */
export async function openLocalInbox(
  settings: InboxSettings,
  parts: {
    readonly clock: Clock;
    readonly signingKeys: Pick<SigningKeyService, 'jwks'>;
    readonly store: Pick<EndpointStore, 'endpoint'>;
    readonly secrets: Pick<Secrets, 'open'>;
    readonly live: Pick<LiveHub, 'note' | 'isWanted'>;
  },
): Promise<LocalInbox> {
  const planned = plannedInbox(settings);
  if ('off' in planned) return off(planned.off);
  const { port, must } = planned;
  const keysOf = async (projectId: string) =>
    (await parts.signingKeys.jwks(projectId)).keys.map(publicJwk);
  const onChange: InboxParts['onChange'] = ({ projectId, id, callId }) => {
    const project = parts.live.isWanted() ? parseId('prj', projectId) : null;
    if (project === null) return;
    const about = { id, callId: callId ?? '' };
    parts.live.note(asKey<ProjectKey>(project.key), liveEvent('inbox', about));
  };
  try {
    const secretsOf = (projectId: string, endpointId: string) =>
      signingSecretsOf(parts, projectId, endpointId);
    const inbox = await openInbox({ clock: parts.clock, port, keysOf, secretsOf, onChange });
    return { kind: 'on', inbox, origin: inbox.origin, open: inbox, close: () => inbox.close() };
  } catch (error) {
    const busy = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
    if (!busy) throw error;
    const choose = `port ${port} is in use; choose another with RINGPOST_INBOX_PORT.`;
    if (must) {
      throw new Error(`the local inbox cannot start: ${choose}`, { cause: error });
    }
    return off(choose);
  }
}

/**
 * What a start would do: no inbox and why, or its port (0: a free one), and whether the service
 * starts without it.
 */
export function plannedInbox(
  settings: InboxSettings,
): { readonly off: string } | { readonly port: number; readonly must: boolean } {
  const reason = offReason(settings);
  if (reason !== null) return { off: reason };
  const must = settings.inbox === 'on' || settings.inboxPort !== null;
  return { port: portOf(settings), must };
}

/** Null: no inbox is planned, or on a port that only its start knows. */
export function plannedOrigin(settings: InboxSettings): string | null {
  const planned = plannedInbox(settings);
  return 'off' in planned || planned.port === 0 ? null : `http://127.0.0.1:${planned.port}`;
}

/** The channels of a process, and how to end the connections that were made for them here. */
export interface InboxChannels {
  readonly channels: Map<EndpointKind, Channel>;
  /** Mail to the box of copies; null: there is no inbox. */
  readonly mailForCopies: Channel | null;
  /** Where mail goes without a mail server; undefined: a server is configured. */
  readonly mailWithoutServer: 'inbox' | 'nowhere' | undefined;
  close(): Promise<void>;
}

/**
 * Connects the channels with the inbox, which knows the delivery of each message that it gets.
 * Without a mail server, mail goes to the inbox; `openMail` connects to a server.
 */
export function throughInbox(
  { open }: LocalInbox,
  channels: ReadonlyMap<EndpointKind, Channel>,
  mail: { readonly hasServer: boolean; openMail(server: MailServer): OpenedMail },
): InboxChannels {
  const all = new Map(channels);
  const mailWithoutServer = mail.hasServer ? undefined : open === null ? 'nowhere' : 'inbox';
  if (open === null) {
    return { channels: all, mailForCopies: null, mailWithoutServer, close: async () => {} };
  }
  const mailTo = (box?: string) =>
    createMailByProject((projectId) => {
      const opened = mail.openMail({ ...open.mailServerFor(projectId, box), ...MAIL_SERVER });
      return { channel: createMailChannel(opened), close: async () => opened.mailer?.close() };
    });
  const local = mailTo();
  const copies = mailTo(COPY_MAIL_BOX);
  if (!mail.hasServer) all.set('email', local.channel);
  for (const [kind, channel] of all) {
    if (kind !== 'email' || !mail.hasServer) all.set(kind, open.watched(kind, channel));
  }
  const close = async () => {
    await Promise.all([local.close(), copies.close()]);
  };
  return { channels: all, mailForCopies: copies.channel, mailWithoutServer, close };
}

/** In clear text, within this process. An endpoint sends at most five at once. */
const MAIL_SERVER = { tls: 'optional', connectionsMax: 5 } as const;

/** The secrets of an existing endpoint; a secret that cannot be unsealed is left out. */
async function signingSecretsOf(
  {
    store,
    secrets,
  }: { readonly store: Pick<EndpointStore, 'endpoint'> } & {
    readonly secrets: Pick<Secrets, 'open'>;
  },
  projectId: string,
  endpointId: string,
): Promise<readonly string[]> {
  const project = parseId('prj', projectId);
  const named = parseId('ep', endpointId);
  if (project === null || named === null) return [];
  const key = asKey<EndpointKey>(named.key);
  const endpoint = await store.endpoint({ projectKey: asKey<ProjectKey>(project.key), key });
  if (endpoint?.id !== endpointId || endpoint.auth?.method !== 'hmac-sha256') return [];
  return (openedSecrets(endpoint.auth, secrets, recordPlace(endpoint)) ?? []).map(
    ({ text }) => text,
  );
}

function off(reason: string): LocalInbox {
  const detail = `The local inbox is off: ${reason}`;
  return { kind: 'off', reason: detail, origin: null, open: null, close: async () => {} };
}

function offReason({ inbox, host, roles, databaseUrl }: InboxSettings): string | null {
  if (inbox === 'off') return 'RINGPOST_INBOX=off.';
  const whole = roles.includes('api') && roles.includes('worker');
  if (!whole) return 'an inbox is one process that both sends and answers (RINGPOST_ROLES).';
  if (inbox === 'on') return null;
  if (!isLoopback(host)) {
    return 'the service listens beyond this machine; RINGPOST_INBOX=on has it all the same.';
  }
  if (databaseUrl === null) return null;
  return 'with PostgreSQL another process may send; RINGPOST_INBOX=on is for one that is alone.';
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host);
}

/** 0 takes a free one. */
function portOf({ inboxPort, port }: InboxSettings): number {
  if (inboxPort !== null) return inboxPort;
  return port >= 1_024 && port < 65_535 ? port + 1 : 0;
}

type PublicJwk = Awaited<ReturnType<InboxParts['keysOf']>>[number];

function publicJwk(jwk: Readonly<Record<string, string>>): PublicJwk {
  const { kid = '', kty = '', n = '', e = '' } = jwk;
  return { kid, kty, n, e };
}
