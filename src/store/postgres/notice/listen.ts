/**
 * Listens for the notices of other processes (`signal.ts`) on its own connection and reconnects if
 * that breaks. Whenever it starts to listen it reports `all`, because earlier notices are lost.
 * Must never block the process: the listener's owner also polls.
 */
import type { News } from '../../../engine/ports/dispatch-store.ts';
import { Connection, onWritableHost } from '../server/connection.ts';
import { type Hosts, hostsAt } from '../server/hosts.ts';
import { CHANNEL } from './notice.ts';
import { parseSignal } from './signal.ts';

export interface ListenOptions {
  readonly url: string | Hosts;
  /** Shown in pg_stat_activity. */
  readonly name: string;
  /** Notices of this process itself are ignored. */
  readonly from: number;
  readonly onSignal: (signal: News | 'all') => void;
  /** The first and the longest wait before another try to connect. */
  readonly backOffMs?: { readonly first: number; readonly most: number };
}

export interface Listening {
  /** Resolves when it listens for the first time, or was closed before. */
  readonly ready: Promise<void>;
  close(): Promise<void>;
}

/** A restarted server is usually back within seconds. */
const BACK_OFF = { first: 100, most: 5_000 };
/** A dead connection shows only if the server is asked something. */
const PROBE_EVERY_MS = 15_000;
const PROBE_MS = 5_000;

export function listen(options: ListenOptions): Listening {
  const listener = new Listener(options);
  void listener.run();
  return listener;
}

class Listener implements Listening {
  readonly ready: Promise<void>;
  readonly #options: ListenOptions;
  readonly #hosts: Hosts;
  readonly #first = Promise.withResolvers<void>();
  readonly #ended = Promise.withResolvers<void>();
  /** Ends the present wait or connection. */
  #stop: () => void = () => {};
  #closed = false;

  constructor(options: ListenOptions) {
    this.#options = options;
    this.#hosts = hostsAt(options.url);
    this.ready = this.#first.promise;
  }

  async run(): Promise<void> {
    const { first, most } = this.#options.backOffMs ?? BACK_OFF;
    let waitMs = first;
    while (!this.#closed) {
      const listened = await this.#listen();
      waitMs = listened ? first : Math.min(waitMs * 2, most);
      if (!this.#closed) await this.#wait(waitMs);
    }
    this.#first.resolve();
    this.#ended.resolve();
  }

  close(): Promise<void> {
    this.#closed = true;
    this.#stop();
    return this.#ended.promise;
  }

  /** Resolves when the connection is lost; false if it was never made. */
  async #listen(): Promise<boolean> {
    let probes: NodeJS.Timeout | null = null;
    let client: Connection | null = null;
    try {
      client = await onWritableHost(
        this.#hosts,
        () => this.#connect(),
        () => !this.#closed,
      );
      const gone = this.#hear(client);
      await client.query(`listen ${CHANNEL}`);
      if (!this.#closed) this.#options.onSignal('all');
      this.#first.resolve();
      probes = setInterval(() => void probe(client), PROBE_EVERY_MS);
      if (!this.#closed) await gone;
      return true;
    } catch {
      // The server is not there, or not yet: the loop tries again.
      return false;
    } finally {
      if (probes !== null) clearInterval(probes);
      client?.cut();
    }
  }

  #connect(): Promise<Connection> {
    const { name } = this.#options;
    const client = new Connection({ hosts: this.#hosts, name, answerMs: PROBE_MS });
    this.#stop = () => client.cut();
    return client.connect();
  }

  /** Resolves when the connection is lost. */
  #hear(client: Connection): Promise<void> {
    const { from, onSignal } = this.#options;
    client.on('notification', ({ payload = '' }) => {
      const signal = parseSignal(payload);
      if (signal === null || signal.from === from || this.#closed) return;
      const { from: _, ...news } = signal;
      onSignal(news);
    });
    const { promise, resolve } = Promise.withResolvers<void>();
    client.on('end', resolve);
    return promise;
  }

  #wait(waitMs: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, waitMs);
    this.#stop = () => {
      clearTimeout(timer);
      resolve();
    };
    return promise;
  }
}

async function probe(client: Connection | null): Promise<void> {
  await client?.query('select 1').catch(() => client.cut());
}
