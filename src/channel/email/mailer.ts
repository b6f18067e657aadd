/**
 * Step 8 for Email: sends mails to one SMTP server over a bounded pool of connections. `send` never
 * rejects and ends by its deadline. It must never write a message whose permit has ended, send in
 * clear text if TLS is required, repeat a mail by itself, or take a recipient, a file or an address
 * from a message: envelope and bytes are given, and their content is not read.
 */

import { Readable } from 'node:stream';
import type { SecureContextOptions } from 'node:tls';
import type { SendResult } from '../../core/delivery/outcome.ts';
import { CONNECT_TIMEOUT_MS, TIMEOUT_MS } from '../../core/endpoint/endpoint-defaults.ts';
import type { Permit } from '../../engine/ports/channel.ts';
import type { Clock } from '../../engine/ports/clock.ts';
import { PERMIT_ENDED } from '../exchange.ts';
import { createConnector } from '../guarded-connector.ts';
import { createNameLookup, type NameLookup } from '../name-lookup.ts';
import { type Failure, failure, SendFailure } from '../send-failure.ts';
import { judgeMailError, type Reply, replyOf } from './mail-failure.ts';

/** The server that takes the mail: the one of `RINGPOST_SMTP_URL`, or the inbox. */
export interface MailServer {
  readonly host: string;
  readonly port: number;
  /**
   * `wrapped`: TLS from the first byte (smtps). `required`: by STARTTLS, or nothing is sent.
   * `optional`: by STARTTLS if the server offers it, with any certificate; else in clear text.
   */
  readonly tls: 'wrapped' | 'required' | 'optional';
  readonly login: { readonly user: string; readonly password: string } | null;
  readonly connectionsMax: number;
}

export interface OutgoingMail {
  readonly from: string;
  /** The one recipient. */
  readonly to: string;
  readonly source: string;
  /** From the call to the server's answer, waiting for a connection included. */
  readonly timeoutMs: number;
  readonly permit: Permit;
}

export interface Mailer {
  send(mail: OutgoingMail): Promise<SendResult>;
  /** Connects and logs in, and sends nothing; null if there is no fault. */
  check(): Promise<Reply | Failure | null>;
  /** Takes no new mail, waits for those in flight, then drops every connection. */
  close(): Promise<void>;
}

export interface MailerOptions {
  readonly server: MailServer;
  readonly clock: Clock;
  readonly lookup?: NameLookup;
  /** Trusted root certificates instead of the system's. */
  readonly ca?: SecureContextOptions['ca'];
}

/** Less than servers and routers usually keep an idle connection. */
const IDLE_MS = 60_000;
/** The most mails of one connection, since servers limit them too. */
const MESSAGES_MAX = 100;
const GREETING_MS = 10_000;
const ANSWER_BYTES_MAX = 16_384;

export function createMailer(options: MailerOptions): Mailer {
  const { server, clock } = options;
  let opened: ReturnType<typeof createPool> | null = null;
  const open = () => (opened ??= createPool(options));
  const secrets = server.login === null ? [] : [server.login.password];
  const inFlight = new Set<Promise<SendResult>>();
  let closed = false;

  const hand = async (mail: OutgoingMail): Promise<SendResult> => {
    const startedMs = clock.monoMs();
    const ended = (how: Reply | Failure): SendResult => ({
      ...how,
      durationMs: Math.round(clock.monoMs() - startedMs),
    });
    if (!mail.permit.holds()) return ended(PERMIT_ENDED);
    if (closed) return ended(failure('network', 'The service is shutting down.'));
    const abort = new AbortController();
    let why: Failure | null = null;
    const drop = (reason: Failure) => {
      why ??= reason;
      abort.abort();
    };
    const late = failure('timeout', `The mail server took longer than ${mail.timeoutMs} ms.`);
    const deadline = clock.after(mail.timeoutMs, () => drop(late));
    const unhear = mail.permit.onEnd(() => drop(PERMIT_ENDED));
    try {
      const envelope = { from: mail.from, to: [mail.to] };
      const raw = guarded(mail.source, mail.permit);
      const pool = await open();
      const { response } = await pool.sendMail({ envelope, raw, signal: abort.signal });
      return ended(replyOf(response, secrets));
    } catch (error) {
      return ended(why ?? judgeMailError(error, secrets));
    } finally {
      deadline.cancel();
      unhear();
    }
  };

  return {
    send(mail) {
      const sent = hand(mail).finally(() => inFlight.delete(sent));
      inFlight.add(sent);
      return sent;
    },
    async check() {
      try {
        await (await open()).verify();
        return null;
      } catch (error) {
        return judgeMailError(error, secrets);
      }
    },
    async close() {
      closed = true;
      await Promise.all(inFlight);
      (await opened)?.close({ force: true });
    },
  };
}

/**
 * The whole mail; it is released only while the permit holds, in the same turn in which the permit
 * is asked.
 */
function guarded(source: string, permit: Permit): Readable {
  return new Readable({
    read() {
      if (!permit.holds()) {
        this.destroy(new SendFailure(PERMIT_ENDED));
        return;
      }
      this.push(Buffer.from(source));
      this.push(null);
    },
  });
}

/** Loads the library, which most services never use: without a server, or before a first mail. */
async function createPool(options: MailerOptions) {
  const { createTransport } = await import('nodemailer');
  const { server } = options;
  const { host, port, tls, login } = server;
  const isWrapped = tls === 'wrapped';
  const transport = createTransport({
    pool: true,
    host,
    port,
    secure: isWrapped,
    requireTLS: tls === 'required',
    opportunisticTLS: tls === 'optional',
    tls: {
      minVersion: 'TLSv1.2',
      // If clear text is allowed, an untrusted certificate is no worse.
      rejectUnauthorized: tls !== 'optional',
      ...(options.ca === undefined ? {} : { ca: options.ca }),
    },
    // A configured login is made even if the server does not offer it. Otherwise the server would
    // refuse each mail for good, and not the login.
    ...(login === null
      ? {}
      : { auth: { user: login.user, pass: login.password }, forceAuth: true }),
    maxConnections: server.connectionsMax,
    maxMessages: MESSAGES_MAX,
    // Only the retry schedule repeats mails.
    maxRequeues: 0,
    idleTimeout: IDLE_MS,
    connectionTimeout: TIMEOUT_MS.max,
    greetingTimeout: GREETING_MS,
    socketTimeout: TIMEOUT_MS.max,
    // Drops the bytes that are still in the buffer, too.
    socketCloseTimeout: 0,
    maxResponseSize: ANSWER_BYTES_MAX,
    disableFileAccess: true,
    disableUrlAccess: true,
    getSocket: connectorOf(options),
  });
  // The library would read a message before the server agrees; ours is released then.
  transport.use('stream', (mail, done) => {
    const { raw } = mail.data;
    if (mail.message !== null && raw instanceof Readable) mail.message.createReadStream = () => raw;
    done();
  });
  return transport;
}

/** TCP connections are made as in every channel; the mail library adds TLS. */
function connectorOf(options: MailerOptions) {
  const { server, clock } = options;
  const connect = createConnector({
    // The operator named this server, which is usually in the operator's own network.
    guard: { refusal: () => null },
    lookup: createNameLookup(clock, options.lookup),
    clock,
    connectMs: CONNECT_TIMEOUT_MS,
    ca: undefined,
  });
  const target = { hostname: server.host, port: String(server.port), protocol: 'http:' };
  return (_options: unknown, done: (error: Error | null, socket?: object) => void) => {
    connect(target, (error, connection) => {
      if (error === null) done(null, { connection });
      else done(error);
    });
  };
}
