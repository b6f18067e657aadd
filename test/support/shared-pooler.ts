/**
 * A pooler that gives each transaction its own connection, like PgBouncer in transaction mode, with
 * just enough of the protocol: it accepts every client, and passes messages on until the server is
 * idle again. It takes the idle connection that was used last.
 */
import { createServer, type Server, type Socket, connect as toServer } from 'node:net';

const READY = 0x5a;
const IDLE = 0x49;
/** AuthenticationOk, a made-up BackendKeyData, ReadyForQuery in no transaction. */
const WELCOME = Buffer.from(
  '520000000800000000' + '4b0000000c0000000100000001' + '5a0000000549',
  'hex',
);

export class SharedPooler {
  readonly url: string;
  readonly #server: Server;
  readonly #backends: Backend[];
  readonly #sockets = new Set<Socket>();
  readonly #waiting: (() => void)[] = [];

  static async before(url: string, size: number): Promise<SharedPooler> {
    const backends = await Promise.all(Array.from({ length: size }, () => Backend.open(url)));
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new SharedPooler(server, url, backends);
  }

  constructor(server: Server, url: string, backends: readonly Backend[]) {
    this.#server = server;
    this.#backends = [...backends];
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('it listens on a port');
    this.url = Object.assign(new URL(url), { host: `127.0.0.1:${address.port}` }).href;
    server.on('connection', (client) => this.#serve(client));
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    for (const backend of this.#backends) backend.socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #serve(client: Socket): void {
    this.#sockets.add(client);
    let backend: Backend | null = null;
    let begun = false;
    client.on('error', () => {});
    client.on('close', () => {
      backend?.socket.destroy();
      this.#sockets.delete(client);
      this.#waiting.shift()?.();
    });
    client.on('data', async (bytes) => {
      if (!begun) {
        begun = true;
        client.write(WELCOME);
        return;
      }
      client.pause();
      backend ??= await this.#take();
      backend.serve(bytes, client, () => {
        if (backend !== null) this.#backends.push(backend);
        backend = null;
        this.#waiting.shift()?.();
      });
      client.resume();
    });
  }

  async #take(): Promise<Backend> {
    for (;;) {
      const backend = this.#backends.pop();
      if (backend !== undefined) return backend;
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#waiting.push(resolve);
      await promise;
    }
  }
}

class Backend {
  readonly socket: Socket;
  #rest = Buffer.alloc(0);
  #client: Socket | null = null;
  #onIdle: () => void = () => {};

  static async open(url: string): Promise<Backend> {
    const { hostname, port, username, pathname } = new URL(url);
    const socket = toServer(Number(port), hostname);
    const words = ['user', username, 'database', pathname.slice(1), ''].join('\0');
    const body = Buffer.from(`\0\x03\0\0${words}\0`, 'latin1');
    const length = Buffer.alloc(4);
    length.writeInt32BE(body.length + 4);
    socket.write(Buffer.concat([length, body]));
    const backend = new Backend(socket);
    await new Promise<void>((resolve) => {
      backend.#onIdle = resolve;
    });
    return backend;
  }

  constructor(socket: Socket) {
    this.socket = socket;
    socket.on('error', () => {});
    socket.on('data', (bytes) => this.#hear(bytes));
  }

  serve(bytes: Buffer, client: Socket, onIdle: () => void): void {
    this.#client = client;
    this.#onIdle = onIdle;
    this.socket.write(bytes);
  }

  #hear(bytes: Buffer): void {
    const client = this.#client;
    client?.write(bytes);
    this.#rest = Buffer.concat([this.#rest, bytes]);
    while (this.#rest.length >= 5) {
      const end = 1 + this.#rest.readInt32BE(1);
      if (this.#rest.length < end) return;
      const [kind, state] = [this.#rest[0], this.#rest[5]];
      this.#rest = this.#rest.subarray(end);
      if (kind === READY && state === IDLE) this.#onIdle();
    }
  }
}
