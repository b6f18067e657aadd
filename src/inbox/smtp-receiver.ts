/**
 * Receives mails on a free loopback port in place of a mail server. The user name of a connection
 * names the project (and a box), and its password is made by this process for itself, so no other
 * program can send a mail here, and mails of two projects never mix, whatever their addresses.
 * Sizes, connections and times are bounded; it must never throw because of a client's bytes.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import {
  SMTPServer,
  type SMTPServerDataStream,
  type SMTPServerOptions,
  type SMTPServerSession,
} from 'smtp-server';
import type { Plan } from './answer.ts';
import type { Came, Desk, Wire } from './desk.ts';
import { HOST } from './http-receiver.ts';
import { readMail } from './mail.ts';

export const MAIL_BYTES_MAX = 256 * 1024;
/** 64 projects keep five each for a minute (mail-by-project.ts, compose/open-inbox.ts). */
const CONNECTIONS_MAX = 512;
const IDLE_MS_MAX = 120_000;
const COMMAND_BYTES_MAX = 4_096;

/**
 * In clear text, because mail never leaves this machine and a client would have to trust a
 * certificate.
 */
export interface InboxMailServer {
  readonly host: string;
  readonly port: number;
  readonly login: { readonly user: string; readonly password: string };
}

export interface SmtpReceiver {
  /** Where the mails of a project go; `box`: to this one, whatever their address. */
  serverFor(projectId: string, box?: string): InboxMailServer;
  close(): Promise<void>;
}

export async function openSmtpReceiver(desk: Desk): Promise<SmtpReceiver> {
  const secret = randomBytes(32);
  const passwordOf = (user: string): string =>
    createHmac('sha256', secret).update(user).digest('base64url');
  const sockets = new Map<string, Socket>();
  const server = new SMTPServer({
    ...BOUNDS,
    onAuth: ({ username = '', password }, _session, callback) => {
      const isRight = isSame(password ?? '', passwordOf(username));
      if (isRight) callback(null, { user: username });
      else callback(null, { message: NOT_YOURS, responseCode: 535 });
    },
    onRcptTo: ({ address }, session, callback) => {
      const wire = wireOf(session, sockets, callback);
      const empty = { headers: [], body: Buffer.alloc(0), text: '' };
      if (!desk.greet({ ...envelopeOf(session, address), ...empty }, wire)) callback();
    },
    onData: (stream, session, callback) => {
      const address = session.envelope.rcptTo[0]?.address ?? '';
      const wire = wireOf(session, sockets, callback);
      takeMail(desk, stream, envelopeOf(session, address), wire).catch(() => wire.drop());
    },
  });
  // Senders notice broken connections themselves.
  server.on('error', () => {});
  server.server.on('connection', (socket: Socket) => {
    const name = `${socket.remotePort}`;
    sockets.set(name, socket);
    socket.once('close', () => sockets.delete(name));
  });
  server.listen(0, HOST);
  await once(server.server, 'listening');
  const address = server.server.address();
  if (address === null || typeof address === 'string') throw new Error('it listens on no port');
  return {
    serverFor: (projectId, box) => {
      const user = box === undefined ? projectId : `${projectId}${BOX_SIGN}${box}`;
      const login = { user, password: passwordOf(user) };
      return { host: HOST, port: address.port, login };
    },
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(resolve));
      for (const socket of sockets.values()) socket.destroy();
      await closed;
    },
  };
}

const NOT_YOURS = 'Only the service itself can log in here';

const BOUNDS: SMTPServerOptions = {
  name: 'inbox.ringpost.invalid',
  banner: 'Ringpost local inbox',
  disabledCommands: ['STARTTLS'],
  authMethods: ['PLAIN', 'LOGIN'],
  allowInsecureAuth: true,
  disableReverseLookup: true,
  size: MAIL_BYTES_MAX,
  rejectOversized: true,
  maxRecipients: 1,
  maxClients: CONNECTIONS_MAX,
  maxCommandLength: COMMAND_BYTES_MAX,
  socketTimeout: IDLE_MS_MAX,
  closeTimeout: 1_000,
  logger: false,
};

type Envelope = Pick<Came, 'projectId' | 'channel' | 'name'>;

function envelopeOf({ user }: SMTPServerSession, address: string): Envelope {
  const [projectId = '', box] = String(user).split(BOX_SIGN);
  return { projectId, channel: 'email', name: box ?? address.toLowerCase() };
}

/** Separates project and box in a user name; neither contains it. */
const BOX_SIGN = ' ';

async function takeMail(
  desk: Desk,
  stream: SMTPServerDataStream,
  envelope: Envelope,
  wire: Wire,
): Promise<void> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    bytes += chunk.length;
    // It will be refused for its size at its end; the rest is not stored.
    if (bytes <= MAIL_BYTES_MAX) chunks.push(chunk);
  }
  const body = Buffer.concat(chunks);
  const { headers, mail } = await readMail(body);
  desk.take({ ...envelope, headers, body, text: mail.text }, wire, () =>
    stream.sizeExceeded ? TOO_LARGE : ACCEPTED,
  );
}

const ACCEPTED = {
  status: 250,
  body: 'OK: in the local inbox',
  retryAfter: null,
  reason: 'A mail server would take it.',
};
const TOO_LARGE = {
  status: 552,
  body: 'The mail is too large',
  retryAfter: null,
  reason: `It has more than ${MAIL_BYTES_MAX} bytes.`,
};

type Callback = (error?: Error | null, message?: string) => void;

function wireOf(
  session: SMTPServerSession,
  sockets: ReadonlyMap<string, Socket>,
  callback: Callback,
): Wire {
  const socket = sockets.get(socketOf(session));
  return {
    send: ({ status, body }: Plan) => {
      const line = replyLine(body === '' ? `Answered ${status} by the local inbox` : body);
      if (status < 400) callback(null, line);
      else callback(Object.assign(new Error(line), { responseCode: status }));
    },
    drop: () => socket?.destroy(),
    gone: (tell) => {
      if (socket === undefined || socket.destroyed) tell();
      else socket.once('close', tell);
      return () => socket?.off('close', tell);
    },
  };
}

function socketOf({ remotePort }: SMTPServerSession): string {
  return `${remotePort}`;
}

/** One line of a reply; nothing in it may begin another one. */
function replyLine(text: string): string {
  return text.replace(/[^\x20-\x7e]+/g, ' ').slice(0, 400);
}

function isSame(given: string, right: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
}
