/**
 * A connection to a server that a test can break: a TCP proxy which cuts its connections, stops
 * answering, refuses new ones, or cuts at the moment when the server says a given word, such as the
 * answer to a commit. Knows nothing of the bytes except that word. Counts the round trips: how
 * often the direction changes.
 */
import { createServer, type Server, type Socket, connect as toServer } from 'node:net';

type Mode = 'open' | 'stalled' | 'refusing';

export class PostgresProxy {
  /** The address of the database, through this proxy. */
  readonly url: string;
  /** How many connections were made, and how many were cut at a word. */
  accepted = 0;
  cuts = 0;
  /** How often a client spoke first, or after its server. */
  roundTrips = 0;
  readonly #server: Server;
  readonly #pairs = new Set<readonly [Socket, Socket]>();
  #mode: Mode = 'open';
  #word: string | null = null;
  #then: 'cut' | 'stall' = 'cut';

  /** `url` must have one host. */
  static async to(url: string): Promise<PostgresProxy> {
    const { hostname, port } = new URL(url);
    const server = createServer({ pauseOnConnect: true });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new PostgresProxy(server, url, { host: hostname, port: Number(port) });
  }

  constructor(server: Server, url: string, target: { host: string; port: number }) {
    this.#server = server;
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('it listens on a port');
    this.url = Object.assign(new URL(url), { host: `127.0.0.1:${address.port}` }).href;
    server.on('connection', (client) => {
      this.accepted += 1;
      client.on('error', () => {});
      if (this.#mode === 'refusing') client.resetAndDestroy();
      else this.#join(client, toServer(target));
    });
  }

  /** Cuts the connection instead of passing on the next answer that contains this word. */
  cutAt(word: string): void {
    this.#word = word;
    this.#then = 'cut';
  }

  /** Withholds the next answer that contains this word, and everything after it. */
  stallAt(word: string): void {
    this.#word = word;
    this.#then = 'stall';
  }

  /** Passes nothing any more, in either direction, on old connections and new ones. */
  stall(): void {
    this.#mode = 'stalled';
    for (const pair of this.#pairs) for (const socket of pair) socket.pause();
  }

  refuse(): void {
    this.#mode = 'refusing';
    this.cut();
  }

  open(): void {
    this.#mode = 'open';
    for (const pair of this.#pairs) for (const socket of pair) socket.resume();
  }

  cut(): void {
    for (const [client, server] of this.#pairs) {
      client.resetAndDestroy();
      server.destroy();
    }
  }

  async close(): Promise<void> {
    this.cut();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #join(client: Socket, server: Socket): void {
    const pair = [client, server] as const;
    this.#pairs.add(pair);
    server.on('error', () => client.destroy());
    let isAsked = false;
    client.on('data', (bytes) => {
      if (!isAsked) this.roundTrips += 1;
      isAsked = true;
      server.write(bytes);
    });
    server.on('data', (bytes) => {
      isAsked = false;
      if (this.#word !== null && bytes.includes(this.#word)) {
        this.#word = null;
        if (this.#then === 'stall') return this.stall();
        this.cuts += 1;
        client.resetAndDestroy();
        server.destroy();
      } else client.write(bytes);
    });
    for (const [one, other] of [pair, [server, client]] as const) {
      one.on('close', () => {
        other.destroy();
        this.#pairs.delete(pair);
      });
    }
    if (this.#mode === 'open') client.resume();
    else server.pause();
  }
}
