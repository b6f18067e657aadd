/**
 * Step 8: opens connections for the HTTP client. A name is resolved once; if any of its addresses
 * is refused, none is used (a mixed answer is an attack or a mistake); the connection goes to an
 * address that was checked, and the peer is checked again. A `lookup` option alone would be no
 * guard: Node does not call it for IP literals, and its block list is ignored under TLS. Every
 * TLS connection verifies the certificate; there is no way to switch that off.
 */
import { constants } from 'node:crypto';
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls, type SecureContextOptions } from 'node:tls';
import type { buildConnector } from 'undici';
import type { Clock } from '../engine/ports/clock.ts';
import { boundAnswers } from './answer-bound.ts';
import type { Guard } from './destination-guard.ts';
import type { NameLookup } from './name-lookup.ts';
import { failure, judgeError, SendFailure } from './send-failure.ts';

export interface ConnectorOptions {
  readonly guard: Pick<Guard, 'refusal'>;
  readonly lookup: NameLookup;
  readonly clock: Clock;
  /** Lookup, TCP and TLS together. */
  readonly connectMs: number;
  /** Trusted roots instead of the system's. */
  readonly ca: SecureContextOptions['ca'];
  /** A failure of a certificate says when that ends. Deliveries save the cost. */
  readonly tellsEnd?: boolean;
}

/** Of the addresses of a name, how many are tried. */
const ADDRESSES_MAX = 8;
/** Before the next address is tried beside one that does not answer (RFC 8305). */
const ATTEMPT_MS = 250;
const PROBE_IDLE_MS = 60_000;

export function createConnector(options: ConnectorOptions): buildConnector.connector {
  return (target, callback) => {
    const attempt = new Attempt(options, target);
    attempt.open().then(
      (socket) => callback(null, socket),
      (error: Error) => callback(error, null),
    );
  };
}

class Attempt {
  readonly #options: ConnectorOptions;
  readonly #target: buildConnector.Options;
  #socket: Socket | null = null;
  #fail: (error: Error) => void = () => {};
  #validTo: string | null = null;

  constructor(options: ConnectorOptions, target: buildConnector.Options) {
    this.#options = options;
    this.#target = target;
  }

  /** Rejects with a `SendFailure`, at the latest after `connectMs`; the socket is then gone. */
  async open(): Promise<Socket> {
    const { clock, connectMs } = this.#options;
    const late = new Promise<never>((_resolve, reject) => {
      this.#fail = reject;
    });
    const detail = `No connection within ${connectMs} ms.`;
    const deadline = clock.after(connectMs, () =>
      this.#fail(new SendFailure(failure('connect-timeout', detail))),
    );
    try {
      const socket = await Promise.race([this.#steps(), late]);
      boundAnswers(socket);
      return socket;
    } catch (error) {
      this.#socket?.destroy();
      throw error;
    } finally {
      // A step that goes on after the deadline finds this, and lets its socket go.
      this.#fail = NOTHING;
      deadline.cancel();
    }
  }

  async #steps(): Promise<Socket> {
    const addresses = await this.#resolve();
    const raw = await this.#connect(addresses);
    const refusal = this.#refusal(raw.remoteAddress ?? '');
    if (refusal !== null) throw new SendFailure({ kind: 'blocked', detail: refusal });
    return this.#target.protocol === 'https:' ? this.#secure(raw) : raw;
  }

  async #resolve(): Promise<readonly string[]> {
    const { hostname } = this.#target;
    const addresses = isIP(hostname) === 0 ? await this.#ask(hostname) : [hostname];
    for (const address of addresses) {
      const refusal = this.#refusal(address);
      if (refusal !== null) throw new SendFailure({ kind: 'blocked', detail: refusal });
    }
    return addresses.slice(0, ADDRESSES_MAX);
  }

  async #ask(hostname: string): Promise<readonly string[]> {
    const found = await this.#options.lookup(hostname).catch((error: unknown) => {
      throw new SendFailure(judgeError(error, 'dns'));
    });
    if (found.length > 0) return found;
    throw new SendFailure(failure('dns', 'The name has no address.'));
  }

  /** The name is passed on with its checked addresses as the only answer of its lookup. */
  #connect(addresses: readonly string[]): Promise<Socket> {
    const { hostname, port, protocol } = this.#target;
    const answers = addresses.map((address) => ({ address, family: isIP(address) }));
    const socket = connectTcp({
      host: hostname,
      port: Number(port || (protocol === 'https:' ? 443 : 80)),
      lookup: (_name, _options, answer) => answer(null, answers),
      autoSelectFamily: true,
      autoSelectFamilyAttemptTimeout: ATTEMPT_MS,
      noDelay: true,
      keepAlive: true,
      keepAliveInitialDelay: PROBE_IDLE_MS,
    });
    return this.#opened(socket, 'connect', 'tcp');
  }

  #secure(raw: Socket): Promise<Socket> {
    const { hostname } = this.#target;
    const socket = connectTls({
      socket: raw,
      // The name that the certificate must be for; a literal is no server name (RFC 6066).
      host: hostname,
      servername: isIP(hostname) === 0 ? hostname : '',
      ALPNProtocols: ['http/1.1'],
      minVersion: 'TLSv1.2',
      // TLS 1.2: a receiver could have us negotiate anew until the deadline, at 2 ms of CPU each.
      secureOptions: constants.SSL_OP_NO_RENEGOTIATION,
      rejectUnauthorized: true,
      ...(this.#options.ca === undefined ? {} : { ca: this.#options.ca }),
    });
    if (this.#options.tellsEnd === true) {
      // Before Node judges the certificate: of a socket that it has destroyed nothing can be read.
      socket.prependOnceListener('secure', () => {
        this.#validTo = socket.getPeerCertificate().valid_to;
      });
    }
    return this.#opened(socket, 'secureConnect', 'tls');
  }

  #opened(socket: Socket, event: 'connect' | 'secureConnect', phase: 'tcp' | 'tls') {
    this.#socket = socket;
    if (this.#fail === NOTHING) socket.destroy();
    return new Promise<Socket>((resolve, reject) => {
      // Stays for the life of the socket, so that a late error is never uncaught. Node keeps a TLS
      // socket open after one: an alert would end an attempt at its deadline only.
      socket.on('error', (error) => {
        reject(new SendFailure(judgeError(error, phase), error, this.#validTo));
        socket.destroy();
      });
      socket.once('close', () => reject(new SendFailure(failure('reset', CLOSED))));
      socket.once(event, () => resolve(socket));
    });
  }

  #refusal(address: string): string | null {
    const { hostname, port } = this.#target;
    const protocol = this.#target.protocol === 'http:' ? 'http:' : 'https:';
    const host = isIP(hostname) === 6 ? `[${hostname}]` : hostname;
    const origin = `${protocol}//${host}:${port || (protocol === 'https:' ? 443 : 80)}`;
    return this.#options.guard.refusal(address, protocol, origin);
  }
}

const NOTHING = () => {};
const CLOSED = 'The connection was closed before it was ready.';
