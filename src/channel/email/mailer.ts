/**
 * Step 8 for Email: hands mails to one SMTP server over a bounded pool of connections. `send`
 * never rejects and ends by its deadline. It must never write a message whose permit has ended,
 * send in clear where TLS is required, repeat a mail by itself, or take a recipient, a file or an
 * address from a message: envelope and bytes are given, nothing in them is read.
 */

import { Readable } from 'node:stream';
import type { SecureContextOptions } from 'node:tls';
import { createTransport } from 'nodemailer';
import type { SendResult } from '../../core/delivery/outcome.ts';
import { CONNECT_TIMEOUT_MS, TIMEOUT_MS } from '../../core/endpoint/endpoint.ts';
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
   * `wrapped`: from the first byte (smtps). `required`: by STARTTLS, or nothing is sent.
   * `optional`: by STARTTLS if it is offered, with any certificate; else in clear text.
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
  /** Connects and logs in, and sends nothing; null when all is well. */
  check(): Promise<Reply | Failure | null>;
  /** Takes no new mail, waits for those in flight, then drops every connection. */
  close(): Promise<void>;
}

export interface MailerOptions {
  readonly server: MailServer;
  readonly clock: Clock;
  readonly lookup?: NameLookup;
  /** Trusted roots instead of the system's. */
  readonly ca?: SecureContextOptions['ca'];
}

/** Below what servers and routers in between keep an idle connection for. */
const IDLE_MS = 60_000;
/** Of one connection, before a new one is made: servers bound it as well. */
const MESSAGES_MAX = 100;
const GREETING_MS = 10_000;
const ANSWER_BYTES_MAX = 16_384;

export function createMailer(options: MailerOptions): Mailer {
  const { server, clock } = options;
  const pool = createPool(options);
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
        await pool.verify();
        return null;
      } catch (error) {
        return judgeMailError(error, secrets);
      }
    },
    async close() {
      closed = true;
      await Promise.all(inFlight);
      pool.close({ force: true });
    },
  };
}

/** The whole of a mail, given out only while the permit holds, in the turn in which it is asked. */
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

function createPool(options: MailerOptions) {
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
      // If clear text is allowed, a certificate without a trusted authority is no worse.
      rejectUnauthorized: tls !== 'optional',
      ...(options.ca === undefined ? {} : { ca: options.ca }),
    },
    // A login that is set is made even if the server does not offer it: it would else refuse each
    // mail for good instead of us.
    ...(login === null
      ? {}
      : { auth: { user: login.user, pass: login.password }, forceAuth: true }),
    maxConnections: server.connectionsMax,
    maxMessages: MESSAGES_MAX,
    // The schedule is the only place that retries.
    maxRequeues: 0,
    idleTimeout: IDLE_MS,
    connectionTimeout: TIMEOUT_MS.max,
    greetingTimeout: GREETING_MS,
    socketTimeout: TIMEOUT_MS.max,
    // Dropped is dropped: what is still in its buffer does not go out.
    socketCloseTimeout: 0,
    maxResponseSize: ANSWER_BYTES_MAX,
    disableFileAccess: true,
    disableUrlAccess: true,
    getSocket: connectorOf(options),
  });
  // The library would read a message ahead of the server's consent; ours is asked for then.
  transport.use('stream', (mail, done) => {
    const { raw } = mail.data;
    if (mail.message !== null && raw instanceof Readable) mail.message.createReadStream = () => raw;
    done();
  });
  return transport;
}

/** TCP connections as every channel makes them; TLS on them is the mail library's. */
function connectorOf(options: MailerOptions) {
  const { server, clock } = options;
  const connect = createConnector({
    // The operator named this server; it is mostly in his own network.
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
