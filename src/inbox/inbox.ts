/**
 * The local inbox for the API, and the two receivers that fill it. Everything is in memory: a
 * restart empties it, and a process shows only messages that it received itself.
 */
import type { PublicJwk } from '../../receiver/src/index.ts';
import type { EndpointKind } from '../core/endpoint/endpoint.ts';
import { ServiceError } from '../core/error/service-error.ts';
import type { Channel } from '../engine/ports/channel.ts';
import type { Clock } from '../engine/ports/clock.ts';
import type {
  Inbox,
  InboxBox,
  InboxBoxName,
  InboxItem,
  InboxItemDetail,
} from '../engine/ports/inbox.ts';
import { type Box, BoxBook } from './box-book.ts';
import { createDesk, type DeskParts } from './desk.ts';
import { readerOf, shownHeaders } from './header-list.ts';
import { openHttpReceiver } from './http-receiver.ts';
import { readJson } from './json.ts';
import { type Held, Kept } from './kept.ts';
import { readMail } from './mail.ts';
import { assertSensible } from './programme-check.ts';
import { createProjectMemory } from './project-memory.ts';
import { SenderNotes } from './sender-notes.ts';
import { type InboxMailServer, openSmtpReceiver } from './smtp-receiver.ts';
import { isProven, OrderWatch, type Proofs, verificationOf } from './verification.ts';

export interface OpenInbox extends Inbox {
  /** `http://127.0.0.1:<port>`, which the destination guard allows. */
  readonly origin: string;
  /**
   * Where a mail channel sends the mails of a project; `box`: to this box, whatever the address.
   */
  mailServerFor(projectId: string, box?: string): InboxMailServer;
  /**
   * The same channel; the inbox can then identify its deliveries. `box`: the only box in which to
   * look for them.
   */
  watched(kind: EndpointKind, channel: Channel, box?: string): Channel;
  close(): Promise<void>;
}

export interface InboxParts {
  readonly clock: Clock;
  /** 0 takes a free one. */
  readonly port: number;
  /** The published keys of a project; rejects with NOT_FOUND if there is no such project. */
  readonly keysOf: (projectId: string) => Promise<readonly PublicJwk[]>;
  /** The secrets with which an endpoint of the project signs; empty if it has none. */
  readonly secretsOf: (projectId: string, endpointId: string) => Promise<readonly string[]>;
  /** Called when a message arrived or was answered; the caller does not wait for it. */
  readonly onChange?: DeskParts['onChange'];
}

/** Rejects if the port is taken; then nothing is left open. */
export async function openInbox(parts: InboxParts): Promise<OpenInbox> {
  const { clock, port, keysOf, onChange = () => {} } = parts;
  const proofs = createProofs(parts);
  const monoMs = () => clock.monoMs();
  const kept = new Kept();
  const boxes = new BoxBook(monoMs);
  const notes = new SenderNotes();
  const proves: DeskParts['proves'] = async (held) =>
    isProven(held, readerOf(held.headers), await proofs(held, () => keysOf(held.projectId)));
  const orders = new OrderWatch();
  const desk = createDesk({ kept, boxes, notes, orders, proves, clock, onChange });
  const isProject = createProjectMemory(keysOf);
  const http = await openHttpReceiver({ desk, port, monoMs, isProject });
  const smtp = await openSmtpReceiver(desk).catch(async (error: unknown) => {
    await http.close();
    throw error;
  });
  let closing: Promise<void> | null = null;
  return {
    ...createReading(kept, clock, keysOf, proofs),
    ...createBoxes(boxes, http.origin),
    origin: http.origin,
    mailServerFor: smtp.serverFor,
    watched: (kind, channel, box) =>
      notes.watch(
        channel,
        (target) => kind === 'email' || (target?.startsWith(`${http.origin}/`) ?? false),
        box,
      ),
    close: () => {
      desk.close();
      closing ??= Promise.all([http.close(), smtp.close()]).then(() => {});
      return closing;
    },
  };
}

function createReading(
  kept: Kept,
  clock: Clock,
  keysOf: InboxParts['keysOf'],
  proofs: ReturnType<typeof createProofs>,
): Pick<Inbox, 'list' | 'get' | 'clear' | 'forgetCalls'> {
  const itemOf = async (held: Held, keys: () => Promise<readonly PublicJwk[]>) => {
    const { key, id, channel, name, receivedAtMs, trigger, callId, attempt, sequence } = held;
    if (channel === 'http' && held.answer.outcome !== 'pending' && held.verification === null) {
      const found = await proofs(held, keys);
      await held.ordered;
      held.verification ??= await verificationOf(held, readerOf(held.headers), found);
    }
    const { answer, verification, endpointId, deliveryId, test } = held;
    const facts = { key, id, channel, name, receivedAtMs, trigger, callId, attempt, sequence };
    return {
      ...facts,
      endpointId,
      deliveryId,
      test,
      bytes: held.body.length,
      answer,
      verification,
    } satisfies InboxItem;
  };
  return {
    async list(projectId, filter, before, limit) {
      const found = kept.list(projectId, filter, { before, limit, nowMs: clock.wallMs() });
      let asked: Promise<readonly PublicJwk[]> | null = null;
      const keys = () => {
        asked ??= keysOf(projectId);
        return asked;
      };
      return Promise.all(found.map((held) => itemOf(held, keys)));
    },
    async get(projectId, id) {
      const held = kept.get(projectId, id, clock.wallMs());
      if (held === null) {
        const detail = 'The local inbox has no such item; it keeps the last ones for a day.';
        throw new ServiceError('NOT_FOUND', detail);
      }
      const item = await itemOf(held, () => keysOf(projectId));
      return { ...item, ...(await contentOf(held)) };
    },
    clear: (projectId) => kept.clear(projectId),
    forgetCalls: (projectId, callIds) => kept.forgetCalls(projectId, callIds),
  };
}

/** The public keys or secrets that verify an item's signatures; only the needed kind is read. */
function createProofs({ secretsOf }: Pick<InboxParts, 'secretsOf'>) {
  return async (held: Held, keys: () => Promise<readonly PublicJwk[]>): Promise<Proofs> => {
    const header = readerOf(held.headers);
    const endpointId = header('webhook-endpoint-id');
    const byKey = ['webhook-key-id', 'signature-input'].some((name) => header(name) !== null);
    if (byKey || header('webhook-signature') === null || endpointId === null) {
      return { keys: await keys(), secrets: [] };
    }
    return { keys: await keys(), secrets: await secretsOf(held.projectId, endpointId) };
  };
}

async function contentOf(
  held: Held,
): Promise<Pick<InboxItemDetail, 'headers' | 'body' | 'json' | 'mail'>> {
  const body = held.body.toString();
  const headers = shownHeaders(held.channel, held.headers);
  if (held.channel !== 'email') return { headers, body, json: readJson(body) ?? null, mail: null };
  const { mail } = await readMail(held.body);
  return { headers, body, json: null, mail };
}

/** Always shown, so that a new user has an address. */
const FIRST_BOXES: readonly InboxBoxName[] = [
  { channel: 'http', name: 'default' },
  { channel: 'slack', name: 'default' },
  { channel: 'teams', name: 'default' },
];

function createBoxes(boxes: BoxBook, origin: string): Pick<Inbox, 'boxes' | 'box' | 'program'> {
  const shown = ({ projectId, channel, name, received, programme }: Box): InboxBox => ({
    channel,
    name,
    received,
    target: channel === 'email' ? name : `${origin}/${projectId}/${channel}/${name}`,
    behaviour: programme?.behaviour ?? null,
  });
  return {
    boxes(projectId) {
      const used = boxes.of(projectId);
      const unused = FIRST_BOXES.filter(
        ({ channel, name }) => !used.some((box) => box.channel === channel && box.name === name),
      );
      return [...unused.map((box) => boxes.look(projectId, box)), ...used].map(shown);
    },
    box: (projectId, name) => shown(boxes.look(projectId, name)),
    program(projectId, name, behaviour) {
      if (behaviour !== null) assertSensible(name, behaviour);
      return shown(boxes.program(projectId, name, behaviour));
    },
  };
}
