/** An inbox with both receivers on real sockets, two projects, and time that stands still. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { TestContext } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import type { PublicJwk } from '../../receiver/src/index.ts';
import { ServiceError } from '../../src/core/error/service-error.ts';
import type { InboxBehaviour, InboxFilter, InboxItem } from '../../src/engine/ports/inbox.ts';
import { openInbox } from '../../src/inbox/inbox.ts';
import { createSteppedClock } from '../channel/stepped-clock.ts';

export const ONE = 'prj_01M7ZTB1MY000000001';
export const TWO = 'prj_01M7ZTB1MY000000002';
export const ALL: InboxFilter = {
  channel: null,
  name: null,
  callId: null,
  text: null,
  fromMs: null,
  toMs: null,
};

/** A behaviour with these changes; everything else is the usual answer. */
export function told(change: Partial<InboxBehaviour>): InboxBehaviour {
  return {
    action: 'answer',
    status: null,
    body: null,
    retryAfter: null,
    delayMs: 0,
    at: 'data',
    first: null,
    callId: null,
    ...change,
  };
}

/** Waits turn by turn of the event loop until `isSo` is true. */
export async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await turn();
}

export async function givenInbox(t: TestContext, keys: readonly PublicJwk[] = []) {
  const clock = createSteppedClock();
  const inbox = await openInbox({
    clock,
    port: 0,
    keysOf: async (projectId) => {
      if (projectId === ONE || projectId === TWO) return keys;
      throw new ServiceError('NOT_FOUND', 'There is no such project.');
    },
    secretsOf: async () => [],
  });
  t.after(() => inbox.close());
  return {
    clock,
    inbox,
    items: (projectId = ONE, filter: Partial<InboxFilter> = {}): Promise<readonly InboxItem[]> =>
      inbox.list(projectId, { ...ALL, ...filter }, null, 500),
    /** Posts to a box; rejects if the connection ends without an answer. */
    post: (
      box: string,
      body: string,
      headers: Readonly<Record<string, string>> = {},
      more: { readonly projectId?: string; readonly signal?: AbortSignal } = {},
    ) => {
      const url = `${inbox.origin}/${more.projectId ?? ONE}/${box}`;
      const { signal = null } = more;
      return fetch(url, { method: 'POST', redirect: 'manual', body, headers, signal });
    },
    /** A bare connection to the HTTP receiver. */
    raw: () => rawTo(t, Number(new URL(inbox.origin).port)),
  };
}

export interface RawConnection {
  readonly socket: Socket;
  send(text: string): void;
  /** All bytes received so far. */
  heard(): string;
  until(isThere: (text: string) => boolean): Promise<string>;
  /** Resolves with all received bytes when the other side has closed. */
  ended(): Promise<string>;
}

export function rawTo(t: TestContext, port: number): RawConnection {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  let isClosed = false;
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString('latin1');
  });
  socket.on('error', () => {});
  socket.once('close', () => {
    isClosed = true;
  });
  t.after(() => socket.destroy());
  return {
    socket,
    send: (bytes) => void socket.write(bytes, 'latin1'),
    heard: () => text,
    until: async (isThere) => {
      while (!isThere(text)) {
        if (isClosed) throw new Error(`the connection ended with: ${text}`);
        await Promise.race([once(socket, 'data'), once(socket, 'close')]);
      }
      return text;
    },
    ended: async () => {
      if (!isClosed) await once(socket, 'close');
      return text;
    },
  };
}

/** The headers of an unsigned request to a Custom endpoint. */
export function webhook(
  more: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> {
  return {
    'content-type': 'application/json',
    'webhook-id': 'msg_01',
    'webhook-event': 'OUTBOUND_CALL_COMPLETED',
    'webhook-endpoint-id': 'ep_01',
    'webhook-attempt': '1',
    'webhook-sequence': '1',
    ...more,
  };
}

export function payloadOf(callId: string): string {
  const data = { callId, callStatus: 'COMPLETED', callSid: '', clientId: '' };
  return JSON.stringify({ message: '[Ringpost] OUTBOUND_CALL_COMPLETED', data });
}
