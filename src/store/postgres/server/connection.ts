/**
 * One connection to the server that takes writes, for the pools, for listening and for the start.
 * Session settings are sent by statements, not in the start-up packet, which poolers refuse.
 * Everything is bounded: connecting, each wait for an answer, and closing. `cut` ends the
 * connection at once; requests that wait on it are rejected, and no answer can come late.
 */
import pg from 'pg';
import type { Address, Hosts } from './hosts.ts';

/** For one host, name look-up, TLS and login included; a pool gives up after two hosts. */
export const CONNECT_MS = 2_000;
/** How long it waits for the server's answer when closing. */
const END_MS = 1_000;
/** An idle connection whose peer has failed is noticed after this time and ten more seconds. */
const KEEP_ALIVE_MS = 10_000;

export interface ConnectionOptions {
  readonly hosts: Hosts;
  /** Shown in pg_stat_activity. */
  readonly name: string;
  /** Session settings, by name. */
  readonly settings?: Readonly<Record<string, string>>;
  readonly connectMs?: number;
  /** The longest wait for the answer to one statement, if no operation as a whole is bounded. */
  readonly answerMs?: number;
  /** Whether statements are sent without waiting for the previous answer. */
  readonly pipeline?: boolean;
}

/** Why there is no connection: `cause` is the error of the server, the driver or the network. */
export class ConnectError extends Error {
  readonly code: string;

  constructor(places: string, cause: unknown) {
    const said = cause instanceof Error && cause.message !== '' ? cause.message : codeOf(cause);
    super(`${places}: ${said}`, { cause });
    this.code = codeOf(cause);
  }
}

/** The server is a standby, or read-only by a setting; the same code as its own refusal. */
class NotWritable extends Error {
  readonly code = '25006';
}

interface Session {
  readonly standby: boolean;
  readonly read_only: string;
}

/** Parameters: names and values of settings. The same round trip reads what must be known. */
const BEGIN = `select pg_is_in_recovery() as standby,
  current_setting('transaction_read_only') as read_only,
  (select count(set_config(name, value, false))
    from unnest($1::text[], $2::text[]) as s (name, value)) as settings`;

/** int8 and numeric: keys, times and sums stay far below 2^53. */
const NUMBERS: ReadonlySet<number> = new Set([20, 1700]);

const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    NUMBERS.has(oid) && format !== 'binary'
      ? Number
      : pg.types.getTypeParser(
          oid,
          format === 'binary' ? 'binary' : 'text',
        )) as typeof pg.types.getTypeParser,
};

export class Connection extends pg.Client {
  readonly address: Address;
  readonly #options: ConnectionOptions;

  constructor(options: ConnectionOptions) {
    const { hosts, name, answerMs, pipeline = false } = options;
    const address = hosts.current;
    super({
      connectionString: address.url,
      application_name: name,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
      pipeline,
      types,
      ...(answerMs === undefined ? {} : { query_timeout: answerMs }),
    });
    this.address = address;
    this.#options = options;
    // A connection that breaks, idle or in use, must not end the process.
    this.on('error', () => {});
  }

  override connect(): Promise<this>;
  override connect(callback: (error: Error | null, client?: this) => void): void;
  override connect(callback?: (error: Error | null, client?: this) => void): unknown {
    const opened = this.#open();
    if (callback === undefined) return opened;
    opened.then((client) => callback(null, client), callback);
    return undefined;
  }

  /** Bounded, whatever the server does. */
  override end(): Promise<void>;
  override end(callback: (error: Error) => void): void;
  override end(callback?: (error: Error) => void): unknown {
    const timer = setTimeout(() => this.cut(), END_MS);
    this.once('end', () => clearTimeout(timer));
    if (callback === undefined) return super.end().finally(() => clearTimeout(timer));
    return super.end(callback);
  }

  /** Ends the connection at once and for good. */
  cut(): void {
    this.connection.stream.destroy();
  }

  /** The next connection begins with another host, because this server cannot be used. */
  leave(): void {
    this.#options.hosts.leave(this.address);
  }

  /** Another connection with the same options, not yet open. */
  sibling(): Connection {
    return new Connection(this.#options);
  }

  async #open(): Promise<this> {
    const { connectMs = CONNECT_MS } = this.#options;
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      this.cut();
    }, connectMs);
    try {
      await super.connect();
      await this.#begin();
      return this;
    } catch (error) {
      this.leave();
      this.cut();
      throw new ConnectError(this.address.place, late ? new NoAnswer(connectMs) : error);
    } finally {
      clearTimeout(timer);
    }
  }

  async #begin(): Promise<void> {
    const { settings = {} } = this.#options;
    const values = [Object.keys(settings), Object.values(settings)];
    const { rows } = await this.query<Session>(BEGIN, values);
    const [session] = rows;
    if (session === undefined) throw new Error('a select without from has one row');
    if (session.standby) throw new NotWritable('it is a standby');
    if (session.read_only === 'on') throw new NotWritable('it is read-only');
  }
}

class NoAnswer extends Error {
  readonly code = 'ETIMEDOUT';

  constructor(waitedMs: number) {
    super(`no answer within ${waitedMs} ms`);
  }
}

/**
 * Calls `open` on the first host that takes writes; each host is tried once, and none after
 * `patience` is over. Throws the last `ConnectError`; with several hosts, its message names all.
 */
export async function onWritableHost<Value>(
  hosts: Hosts,
  open: () => Promise<Value>,
  patience: () => boolean = () => true,
): Promise<Value> {
  const failures: ConnectError[] = [];
  for (;;) {
    try {
      return await open();
    } catch (error) {
      if (!(error instanceof ConnectError)) throw error;
      failures.push(error);
      if (failures.length >= hosts.count || !patience()) throw worst(failures);
    }
  }
}

/**
 * The most useful of several errors: that a standby takes no writes says less than why another host
 * failed.
 */
function worst(failures: readonly ConnectError[]): ConnectError {
  const telling = failures.filter(({ code }) => code !== '25006');
  const [first] = telling.length === 0 ? failures : telling;
  if (first === undefined) throw new Error('there is a failure');
  if (failures.length === 1) return first;
  first.message = failures.map(({ message }) => message).join('; ');
  return first;
}

export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
