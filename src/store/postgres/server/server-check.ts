/**
 * Checks at the start, before anything is written, whether a server can keep Ringpost's promises:
 * it is reachable and accepts the login, is new enough, takes writes, and confirms a commit only
 * once it is on disk. Each fault is a `DatabaseError`, whose message says what to do.
 */
import { ConnectError, type Connection, codeOf } from './connection.ts';
import { AddressError, Hosts } from './hosts.ts';
import { sharesSessions } from './pooler.ts';

export const POSTGRES_OLDEST = 15;

export type DatabaseErrorCode =
  | 'DATABASE_URL'
  | 'DATABASE_UNREACHABLE'
  | 'DATABASE_LOGIN'
  | 'DATABASE_TLS'
  | 'DATABASE_POOLER'
  | 'DATABASE_MISSING'
  | 'DATABASE_TOO_OLD'
  | 'DATABASE_ENCODING'
  | 'DATABASE_PRIVILEGES'
  | 'DATABASE_STANDBY'
  | 'DATABASE_UNSAFE'
  | 'DATABASE_BUSY';

/** Its message says what an operator should do; it never contains the password. */
export class DatabaseError extends Error {
  readonly code: DatabaseErrorCode;

  constructor(code: DatabaseErrorCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'DatabaseError';
    this.code = code;
  }
}

/** Throws `DatabaseError`. */
export function hostsOf(url: string): Hosts {
  try {
    return new Hosts(url);
  } catch (error) {
    throw badUrl(error);
  }
}

function badUrl(cause: unknown): DatabaseError {
  const said = cause instanceof AddressError ? ` (${cause.message})` : '';
  return new DatabaseError(
    'DATABASE_URL',
    `The address of the database is not one${said}. Write it as ` +
      'postgres://user:password@host:5432/database, several hosts separated by commas, with ' +
      'special characters of the password percent-encoded.',
    cause,
  );
}

interface Advice {
  readonly code: DatabaseErrorCode;
  /** The texts before and after the place and the server's message. */
  readonly fault: string;
  readonly advice: string;
}

const LOGIN: Advice = {
  code: 'DATABASE_LOGIN',
  fault: 'PostgreSQL does not let this user in at',
  advice: 'Check user and password, and pg_hba.conf.',
};
const TLS: Advice = {
  code: 'DATABASE_TLS',
  fault: 'No secure connection can be made to',
  advice:
    'Name the certificate authority with sslrootcert=, use the name in the certificate as host, ' +
    'or turn TLS on at the server.',
};
const POOLER: Advice = {
  code: 'DATABASE_POOLER',
  fault: 'A pooler stands in front of PostgreSQL and refuses this connection at',
  advice:
    'Leave options= out of the address, give the address of PostgreSQL itself, or use PgBouncer ' +
    'with pool_mode = session and ignore_startup_parameters = options.',
};
const AWAY: Advice = {
  code: 'DATABASE_UNREACHABLE',
  fault: 'PostgreSQL does not answer at',
  advice: 'Check host and port, and that it runs.',
};
const STARTING: Advice = {
  code: 'DATABASE_UNREACHABLE',
  fault: 'PostgreSQL takes no connections at',
  advice: 'It is starting or stopping: start again when it is up.',
};

/** By SQLSTATE, or by the code of the network or TLS error. */
const ADVICE: Readonly<Record<string, Advice>> = {
  '28P01': LOGIN,
  '28000': LOGIN,
  '3D000': {
    code: 'DATABASE_MISSING',
    fault: 'There is no such database at',
    advice: 'Make it with CREATE DATABASE, or correct the address.',
  },
  '42501': {
    code: 'DATABASE_PRIVILEGES',
    fault: 'This user may not connect to',
    advice: 'Grant it CONNECT on the database.',
  },
  '53300': {
    code: 'DATABASE_BUSY',
    fault: 'PostgreSQL has no connection left at',
    advice: 'A Ringpost process uses up to 15: raise max_connections, or run fewer processes.',
  },
  '08P01': POOLER,
  '25006': {
    code: 'DATABASE_STANDBY',
    fault: 'No server takes writes at',
    advice: 'Give the address of the primary, or of all hosts separated by commas.',
  },
  '57P03': STARTING,
  '57P01': STARTING,
  ENOTFOUND: {
    code: 'DATABASE_UNREACHABLE',
    fault: 'No name server knows the host of',
    advice: 'Check how the host is written, and the name servers of this machine.',
  },
  EAI_AGAIN: {
    code: 'DATABASE_UNREACHABLE',
    fault: 'The name servers do not answer for the host of',
    advice: 'Check the network of this machine.',
  },
  ETIMEDOUT: {
    code: 'DATABASE_UNREACHABLE',
    fault: 'PostgreSQL does not answer at',
    advice: 'Check host and port, firewalls on the way, and that the server is not overloaded.',
  },
  DEPTH_ZERO_SELF_SIGNED_CERT: TLS,
  SELF_SIGNED_CERT_IN_CHAIN: TLS,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: TLS,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: TLS,
  CERT_HAS_EXPIRED: TLS,
  ERR_TLS_CERT_ALTNAME_INVALID: TLS,
};

/** The driver's error has this message and no code. */
const NO_TLS = /server does not support SSL|error establishing an SSL connection/;

/** The cause of a failed connection, and what to do about it. */
export function refusal(error: unknown, places: string): DatabaseError {
  const cause = error instanceof ConnectError ? error.cause : error;
  const said = error instanceof Error && error.message !== '' ? error.message : codeOf(error);
  const listed = ADVICE[codeOf(error)] ?? (NO_TLS.test(said) ? TLS : AWAY);
  const shown = error instanceof ConnectError ? said : `${places}: ${said}`;
  return new DatabaseError(listed.code, `${listed.fault} ${shown}. ${listed.advice}`, cause);
}

interface Facts {
  readonly version: number;
  readonly encoding: string;
  readonly fsync: string;
  readonly full_page_writes: string;
  readonly synchronous_commit: string;
  /** Locks per transaction, and the factor by which the server multiplies them. */
  readonly locks: number;
  readonly connections: number;
}

const FACTS = `select current_setting('server_version_num')::int as version,
  current_setting('server_encoding') as encoding,
  current_setting('fsync') as fsync, current_setting('full_page_writes') as full_page_writes,
  current_setting('synchronous_commit') as synchronous_commit,
  current_setting('max_locks_per_transaction')::int as locks,
  current_setting('max_connections')::int as connections`;

/**
 * `unsafe`: for a test server that runs without fsync. Throws `DatabaseError`; returns warnings
 * about settings that could be better.
 */
export async function assertServer(
  connection: Connection,
  unsafe: boolean,
): Promise<readonly string[]> {
  const { rows } = await connection.query<Facts>(FACTS);
  const [facts] = rows;
  if (facts === undefined) throw new Error('a select without from has one row');
  assertFacts(facts, unsafe);
  if (await hasNoSession(connection)) throw sharedSessions(connection.address.place);
  return warningsOf(facts);
}

async function hasNoSession(connection: Connection): Promise<boolean> {
  try {
    return await sharesSessions(connection);
  } catch (error) {
    throw error instanceof ConnectError ? refusal(error, connection.address.place) : error;
  }
}

function sharedSessions(place: string): DatabaseError {
  return new DatabaseError(
    'DATABASE_POOLER',
    `The pooler at ${place} gives every transaction another connection, and Ringpost needs ` +
      'sessions: it prepares statements and listens. Set pool_mode = session for this database, ' +
      'or give the address of PostgreSQL itself: each process keeps a handful of connections ' +
      'open and needs no pooler.',
  );
}

export function assertFacts(facts: Facts, unsafe: boolean): void {
  const major = Math.floor(facts.version / 10_000);
  if (major < POSTGRES_OLDEST) {
    throw new DatabaseError(
      'DATABASE_TOO_OLD',
      `PostgreSQL ${major} is too old: ${POSTGRES_OLDEST} or newer is needed. Upgrade the server.`,
    );
  }
  if (facts.encoding !== 'UTF8') {
    throw new DatabaseError(
      'DATABASE_ENCODING',
      `The database keeps text as ${facts.encoding}, which cannot hold every text. ` +
        'Make one with ENCODING UTF8.',
    );
  }
  const fault = unsafe ? null : unsafeSetting(facts);
  if (fault !== null) {
    throw new DatabaseError(
      'DATABASE_UNSAFE',
      `PostgreSQL runs with ${fault}: it would lose reports it has confirmed when the power ` +
        'fails. Set fsync and full_page_writes to on, and synchronous_commit to on.',
    );
  }
}

/** `local` waits only for this disk, although a standby was configured. */
function unsafeSetting(facts: Facts): string | null {
  if (facts.fsync !== 'on') return `fsync = ${facts.fsync}`;
  if (facts.full_page_writes !== 'on') return `full_page_writes = ${facts.full_page_writes}`;
  const commit = facts.synchronous_commit;
  return commit === 'off' || commit === 'local' ? `synchronous_commit = ${commit}` : null;
}

/** The most connections of one process; `store.ts` opens its pools with these. */
export const CONNECTIONS = 15;
/**
 * The most locks at once: a batch of 200 reports of 200 calls and projects (400), 500 settlements
 * in 64 shards (64), and tables and indexes of both and of other operations.
 */
const LOCKS = 600;
/** An API and a worker, or an old process and the new one that takes over. */
const PROCESSES = 2;

/** The locks must suffice for as many processes as the connections do. */
export function warningsOf({ locks, connections }: Facts): readonly string[] {
  const warnings: string[] = [];
  const needed = Math.ceil(LOCKS / CONNECTIONS);
  if (locks < needed) {
    warnings.push(
      `PostgreSQL runs with max_locks_per_transaction = ${locks}: large batches of several ` +
        `processes may fail for want of locks. Set it to ${needed} or more; its default is 64.`,
    );
  }
  if (connections < PROCESSES * CONNECTIONS) {
    warnings.push(
      `PostgreSQL runs with max_connections = ${connections}, and a Ringpost process uses up to ` +
        `${CONNECTIONS}. Set it to ${CONNECTIONS} for each process, and some more.`,
    );
  }
  return warnings;
}
