/**
 * A receiver on loopback that is hostile to its first connection and honest to later ones, so that
 * left-over bytes of a case would show in the next answer; or hostile to `hostileMax` connections.
 */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { TLSSocket, type TlsOptions } from 'node:tls';
import { readPem } from './certificates/read.ts';
import type { Act, Scheme } from './hostile-case.ts';

export interface HostileServer {
  readonly port: number;
  /** Complete requests on the hostile connections. */
  readonly requests: number;
}

const HONEST = 'HTTP/1.1 200 OK\r\ncontent-length: 6\r\n\r\nhonest';

export async function startHostile(
  test: { after(end: () => void): void },
  scheme: Scheme,
  act: Act,
  hostileMax = 1,
): Promise<HostileServer> {
  const sockets = new Set<Socket>();
  let requests = 0;
  let met = 0;
  const meet = (raw: Socket) => {
    sockets.add(raw);
    raw.once('close', () => sockets.delete(raw));
    raw.on('error', () => {});
    met += 1;
    if (met > hostileMax) return onRequest(secure(raw, scheme), (it) => it.write(HONEST));
    if (act.on === 'connection') return act.run(raw, raw);
    const terms = act.on === 'handshake' ? act.terms : null;
    const socket = secure(raw, scheme, terms);
    const count = () => {
      requests += 1;
    };
    if (act.on === 'handshake') return act.run(socket, raw);
    if (act.on === 'request') {
      return onRequest(socket, () => {
        count();
        act.run(socket, raw);
      });
    }
    const run = () => act.run(socket, raw);
    return scheme === 'https' ? void socket.once('secure', run) : run();
  };
  const server = createServer(meet).listen(0, '127.0.0.1');
  await once(server, 'listening');
  test.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return {
    port: (server.address() as AddressInfo).port, // listens on TCP, so it is no pipe name
    get requests() {
      return requests;
    },
  };
}

const PEM = readPem('receiver');

function secure(raw: Socket, scheme: Scheme, terms: TlsOptions | null = null): Socket {
  if (scheme === 'http') return raw;
  // TLS is not on the handle of `raw`, so that a case can write to `raw` or reset it. Cases with
  // other TLS options need the handle, to negotiate anew.
  const below = terms === null ? Duplex.from({ readable: raw, writable: raw }) : raw;
  const socket = new TLSSocket(below, { isServer: true, ...(terms ?? { cert: PEM, key: PEM }) });
  below.on('error', () => {});
  raw.once('close', () => socket.destroy());
  return socket.on('error', () => raw.end());
}

function onRequest(socket: Socket, run: (socket: Socket) => void): void {
  let text = '';
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString('latin1');
    const end = text.indexOf('\r\n\r\n');
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(text)?.[1] ?? 0);
    if (end < 0 || text.length < end + 4 + length) return;
    text = '';
    run(socket);
  });
}
