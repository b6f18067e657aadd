/**
 * Step 8: opens connections for the HTTP client. A name is resolved once; if any of its addresses
 * is refused, none is used (a mixed answer is an attack or an error). The connection goes to an
 * address that was checked, and the peer's address is checked again. A `lookup` option alone would
 * be no guard: Node does not call it for IP literals, and ignores its block list under TLS. Every
 * TLS connection verifies the certificate; this cannot be switched off.
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
  /** For lookup, TCP and TLS together. */
  readonly connectMs: number;
  /** Trusted root certificates instead of the system's. */
  readonly ca: SecureContextOptions['ca'];
  /** Whether the failure of a certificate includes its end; deliveries save the cost. */
  readonly tellsEnd?: boolean;
}

/** How many addresses of a name are tried. */
const ADDRESSES_MAX = 8;
/** How long one address is tried before the next is tried in parallel (RFC 8305). */
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

  /**
   * Rejects with a `SendFailure`, at the latest after `connectMs`; the socket is destroyed then.
   */
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
      // A step that continues after the deadline calls this, and destroys its socket.
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

  /** Passes on the name, with its checked addresses as the only answer of its lookup. */
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
      // The name for which the certificate must be valid; a literal is no server name (RFC 6066).
      host: hostname,
      servername: isIP(hostname) === 0 ? hostname : '',
      ALPNProtocols: ['http/1.1'],
      minVersion: 'TLSv1.2',
      // TLS 1.2: otherwise a receiver could demand renegotiations until the deadline, at 2 ms of
      // CPU each.
      secureOptions: constants.SSL_OP_NO_RENEGOTIATION,
      rejectUnauthorized: true,
      ...(this.#options.ca === undefined ? {} : { ca: this.#options.ca }),
    });
    if (this.#options.tellsEnd === true) {
      // Runs before Node judges the certificate, because nothing can be read from a socket that
      // Node destroyed.
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
      // Stays for the life of the socket, so that no late error is uncaught. Node keeps a TLS
      // socket open after an error: without this, an alert would end an attempt only at its
      // deadline.
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
