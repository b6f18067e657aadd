/**
 * The PostgreSQL of one run and every fault that is played on it: the server is restarted, crashed,
 * killed or frozen, its connections are cut or all taken, its hot tables locked, a standby takes
 * its place. What a fault takes away it gives back before it resolves.
 */
import { readFileSync } from 'node:fs';
import pg from 'pg';
import { pause } from '../crash/pause.ts';
import { type PostgresServer, startOwnPostgres } from '../support/postgres.ts';

/** Room for six processes with some thirteen connections each, and for the run itself. */
const CONNECTIONS = 120;
const FOLLOWS_MS = 30_000;
/** Ends every session of the service on the server. */
const CUT = `select pg_terminate_backend(pid) from pg_stat_activity
  where application_name like 'ringpost%'`;

const SESSIONS = `select 1 from pg_stat_activity where application_name like 'ringpost%'`;

export class Database {
  readonly #server: PostgresServer;
  readonly #url: URL;
  #standby: PostgresServer | null = null;
  #primaryPort: string;
  /** Stops the server if the run itself is ended. */
  readonly #onExit = () => {
    this.#server.process?.kill('SIGQUIT');
    this.#standby?.process?.kill('SIGQUIT');
  };

  static async open(): Promise<Database> {
    const settings = [`max_connections=${CONNECTIONS}`, 'wal_keep_size=256MB'];
    const server = await startOwnPostgres(settings);
    try {
      return new Database(server, await server.newDatabase());
    } catch (error) {
      await server.close();
      throw error;
    }
  }

  private constructor(server: PostgresServer, url: string) {
    this.#server = server;
    this.#url = new URL(url);
    this.#primaryPort = this.#url.port;
    process.once('exit', this.#onExit);
  }

  /** The address for the service: with a standby it has both hosts, the standby first. */
  get url(): string {
    if (this.#standby === null) return this.#url.href;
    const { username, host, pathname } = this.#url;
    return `postgres://${username}@${new URL(this.#standby.url).host},${host}${pathname}`;
  }

  /** A connection of the run itself, to the server that takes writes now. */
  async connect(): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: this.#primary() });
    client.on('error', () => {});
    await client.connect();
    return client;
  }

  async with<Value>(work: (client: pg.Client) => Promise<Value>): Promise<Value> {
    const client = await this.connect();
    try {
      return await work(client);
    } finally {
      await client.end().catch(() => {});
    }
  }

  /** A second server that answers every commit, so nothing acknowledged is lost with the first. */
  async addStandby(): Promise<void> {
    this.#standby = await this.#server.standby();
    await this.with(async (client) => {
      await client.query(`alter system set synchronous_standby_names = 'standby'`);
      await client.query('select pg_reload_conf()');
      const followers = `select 1 from pg_stat_replication where sync_state = 'sync'`;
      const deadline = performance.now() + FOLLOWS_MS;
      while ((await client.query(followers)).rows.length === 0) {
        if (performance.now() > deadline) throw new Error('the standby does not follow');
        await pause(50);
      }
    });
  }

  /** `kill`: ends every process of the server at once, by SIGKILL. */
  async restart(how: 'fast' | 'immediate' | 'kill', awayMs: number): Promise<void> {
    await this.#end(how);
    await pause(awayMs);
    await this.#server.start();
  }

  async freeze(forMs: number): Promise<void> {
    const pids = this.#signal('SIGSTOP');
    await pause(forMs);
    for (const pid of pids) signal(pid, 'SIGCONT');
  }

  /** Counts the service's sessions on the standby: what they read could be old. */
  async readersOfStandby(): Promise<number> {
    const client = new pg.Client({ connectionString: this.#standby?.url });
    await client.connect();
    const { rows } = await client.query(SESSIONS);
    await client.end();
    return rows.length;
  }

  /** The primary dies, and a little later an operator promotes the standby. */
  async failOver(afterMs: number): Promise<void> {
    if (this.#standby === null) throw new Error('there is no standby');
    await this.#end('kill');
    await pause(afterMs);
    await this.#standby.promote();
    this.#primaryPort = new URL(this.#standby.url).port;
  }

  /** Cuts every connection of the service, once. */
  async cutConnections(): Promise<void> {
    await this.with((client) => client.query(CUT));
  }

  /**
   * Sessions of the run take every connection that the server allows, also those of the service.
   */
  async exhaust(forMs: number): Promise<void> {
    const taken: pg.Client[] = [];
    await this.with(async (client) => {
      let endMs = Number.POSITIVE_INFINITY;
      while (performance.now() < endMs) {
        await client.query(CUT);
        taken.push(...(await this.#takeAll(CONNECTIONS - taken.length)));
        const left = (await client.query(SESSIONS)).rows.length;
        if (left === 0) endMs = Math.min(endMs, performance.now() + forMs);
      }
    });
    await Promise.all(taken.map((each) => each.end()));
  }

  /** An open transaction locks the tables that every worker and every report needs. */
  async lock(tables: string, forMs: number): Promise<void> {
    await this.with(async (client) => {
      await client.query('begin');
      await client.query(`lock table ${tables} in access exclusive mode`);
      await pause(forMs);
      await client.query('rollback');
    });
  }

  async close(): Promise<void> {
    process.off('exit', this.#onExit);
    await this.#standby?.close();
    await this.#server.close();
  }

  /** Connects many times at once: one after the other, the service would be faster. */
  async #takeAll(most: number): Promise<readonly pg.Client[]> {
    const asked = Array.from({ length: most }, () => this.connect().catch(() => null));
    return (await Promise.all(asked)).filter((client) => client !== null);
  }

  async #end(how: 'fast' | 'immediate' | 'kill'): Promise<void> {
    if (how !== 'kill') {
      await this.#server.stop(how);
      return;
    }
    const child = this.#server.process;
    const ended = new Promise((resolve) => child?.once('exit', resolve));
    this.#signal('SIGKILL');
    await ended;
  }

  /** Signals the server and each process that it has started; returns their pids. */
  #signal(name: NodeJS.Signals): readonly number[] {
    const pid = this.#server.process?.pid;
    if (pid === undefined) throw new Error('this server is not ours');
    // First the one that would start others.
    signal(pid, name);
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
    const pids = [pid, ...children.trim().split(/\s+/).filter(Boolean).map(Number)];
    for (const each of pids.slice(1)) signal(each, name);
    return pids;
  }

  #primary(): string {
    const url = new URL(this.#url);
    url.port = this.#primaryPort;
    return url.href;
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // A session that was just ending.
  }
}
