/**
 * Step 8: POSTs over HTTP for every channel that needs it: one undici pool per origin, long
 * keep-alive, one request at a time on a connection, a total deadline, guarded connections. `send`
 * never rejects. It must never follow a redirect, inflate an answer, use a proxy from the
 * environment, or repeat a request by itself. Rules: S6.8 to S6.10, S7.22.
 */
/// <reference path="./undici-pool.d.ts" />
import type { Socket } from 'node:net';
import type { SecureContextOptions } from 'node:tls';
import type { buildConnector } from 'undici';
import Pool from 'undici/lib/dispatcher/pool.js';
import type { SendResult } from '../core/delivery/outcome.ts';
import { CONNECT_TIMEOUT_MS } from '../core/endpoint/endpoint-defaults.ts';
import type { Permit } from '../engine/ports/channel.ts';
import type { Clock } from '../engine/ports/clock.ts';
import type { Guard } from './destination-guard.ts';
import { Exchange, PERMIT_ENDED } from './exchange.ts';
import { createConnector } from './guarded-connector.ts';
import { createNameLookup, type NameLookup } from './name-lookup.ts';
import { failure } from './send-failure.ts';

export interface HttpRequest {
  readonly url: string;
  /** Name, value, name, value, ...; names in lower case. */
  readonly headers: string[];
  readonly body: string | Uint8Array;
  /** From the call to the end of the answer's body. */
  readonly timeoutMs: number;
  readonly permit: Permit;
}

export interface HttpClient {
  send(request: HttpRequest): Promise<SendResult>;
  /**
   * Opens a connection as `send` does, with nothing written on it except the TLS handshake; the
   * caller destroys it. Rejects with a `SendFailure`, at the latest after `connectMs`.
   */
  connect(url: URL): Promise<Socket>;
  /** Takes no new request, waits for those in flight, then drops every connection. */
  close(): Promise<void>;
}

export interface HttpClientOptions {
  readonly clock: Clock;
  readonly guard: Pick<Guard, 'refusal'>;
  readonly lookup?: NameLookup;
  /**
   * Trusted root certificates instead of the system's, for receivers with a private authority and
   * for tests.
   */
  readonly ca?: SecureContextOptions['ca'];
  readonly connectMs?: number;
  readonly originsMax?: number;
  readonly openMax?: number;
}

/** The most pools that are kept; one more drops the one that was unused longest. */
const ORIGINS_MAX = 2_000;
/**
 * Above this number of open connections, idle ones are closed. Without it, 2,000 origins with 20
 * connections each could stay open for `KEEP_ALIVE_MS`: 40,000 files, and some 50 KiB of memory
 * each under TLS.
 */
const OPEN_MAX = 4_096;
/** How many pools are searched for an idle connection before a new one is opened. */
const LOOKS_MAX = 64;
/**
 * Only a ceiling. A pool opens a connection if all others are busy, so it has as many as the
 * dispatcher has attempts in flight there, which each endpoint's concurrency limits.
 */
const CONNECTIONS_MAX = 1_024;
/**
 * Unless the receiver announces less. A new TLS connection costs 30 times as much as a kept one.
 */
const KEEP_ALIVE_MS = 30_000;
const HEADER_BYTES_MAX = 16_384;

export function createHttpClient(options: HttpClientOptions): HttpClient {
  const { clock, guard } = options;
  const originsMax = options.originsMax ?? ORIGINS_MAX;
  const openMax = options.openMax ?? OPEN_MAX;
  let open = 0;
  const connecting = {
    guard,
    clock,
    lookup: createNameLookup(clock, options.lookup),
    connectMs: options.connectMs ?? CONNECT_TIMEOUT_MS,
    ca: options.ca,
  };
  const counted =
    (connector: buildConnector.connector): buildConnector.connector =>
    (target, callback) => {
      connector(target, (...answer) => {
        const [, socket] = answer;
        if (socket !== null) {
          open += 1;
          socket.once('close', () => {
            open -= 1;
          });
        }
        callback(...answer);
      });
    };
  const connect = counted(createConnector(connecting));
  const look = counted(createConnector({ ...connecting, tellsEnd: true }));
  /** In the order of their last use. */
  const kept = new Map<string, Pool>();
  const leaving = new Set<Promise<void>>();
  let closed = false;

  const release = (origin: string, pool: Pool) => {
    kept.delete(origin);
    const gone = pool.close().finally(() => leaving.delete(gone));
    leaving.add(gone);
  };
  const poolOf = (origin: string): Pool => {
    const pool = kept.get(origin) ?? createPool(origin, connect);
    kept.delete(origin);
    if (kept.size >= originsMax) releaseFirst(kept, release, () => true);
    if (open >= openMax) releaseFirst(kept, release, ({ stats }) => stats.free > 0);
    kept.set(origin, pool);
    return pool;
  };

  return {
    send: (request) =>
      new Promise((settle) => {
        const { timeoutMs, permit } = request;
        const exchange = new Exchange({ clock, timeoutMs, permit, settle });
        // The permit may have ended while the request was signed; then no connection is opened.
        if (!permit.holds()) return exchange.fail(PERMIT_ENDED);
        if (closed) return exchange.fail(failure('network', 'The service is shutting down.'));
        const url = parseUrl(request.url);
        if (url === null) return exchange.fail(failure('configuration', 'The target is no URL.'));
        poolOf(url.origin).dispatch(
          {
            method: 'POST',
            path: url.pathname + url.search,
            headers: request.headers,
            body: request.body,
          },
          exchange,
        );
      }),
    connect: ({ protocol, hostname, port }) =>
      new Promise((resolve, reject) => {
        // The form of the pools' names: an IPv6 address without the brackets of a URL.
        look({ protocol, hostname: hostname.replace(/^\[|\]$/g, ''), port }, (error, socket) =>
          socket === null ? reject(error) : resolve(socket),
        );
      }),
    async close() {
      closed = true;
      for (const [origin, pool] of kept) release(origin, pool);
      await Promise.all(leaving);
    },
  };
}

function createPool(origin: string, connect: buildConnector.connector): Pool {
  return new Pool(origin, {
    connect,
    connections: CONNECTIONS_MAX,
    pipelining: 1,
    // HTTP/2 was tried against the same receivers. Every attempt ended, but all deliveries share a
    // session, so one answer with too many headers (NGHTTP2_FRAME_SIZE_ERROR) closed it under all
    // of them, and a deadline could end only a stream, never the connection that a bad peer holds.
    allowH2: false,
    keepAliveTimeout: KEEP_ALIVE_MS,
    keepAliveMaxTimeout: KEEP_ALIVE_MS,
    maxHeaderSize: HEADER_BYTES_MAX,
    // The exchange has a total deadline; undici's own ones are per part and coarse, and a receiver
    // that sends a byte now and then outlives them.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
}

/** Releases the first suitable one of the longest unused pools, and those without a connection. */
function releaseFirst(
  kept: ReadonlyMap<string, Pool>,
  release: (origin: string, pool: Pool) => void,
  isFit: (pool: Pool) => boolean,
): void {
  let looks = 0;
  for (const [origin, pool] of kept) {
    const fit = isFit(pool);
    if (fit || pool.stats.size + pool.stats.connected === 0) release(origin, pool);
    looks += 1;
    if (fit || looks >= LOOKS_MAX) return;
  }
}

function parseUrl(text: string): URL | null {
  const url = URL.parse(text);
  return url !== null && (url.protocol === 'https:' || url.protocol === 'http:') ? url : null;
}
