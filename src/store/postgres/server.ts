/**
 * Finds out at the start whether a server can keep what Ringpost promises, before anything is
 * written: that it is there and lets us in, is new enough, takes writes, and answers a commit only
 * when it is on disk. What is wrong is a `DatabaseError`, whose sentence says what to do.
 */
import pg from 'pg';

export const POSTGRES_OLDEST = 15;

export type DatabaseErrorCode =
  | 'DATABASE_URL'
  | 'DATABASE_UNREACHABLE'
  | 'DATABASE_LOGIN'
  | 'DATABASE_MISSING'
  | 'DATABASE_TOO_OLD'
  | 'DATABASE_ENCODING'
  | 'DATABASE_PRIVILEGES'
  | 'DATABASE_STANDBY'
  | 'DATABASE_UNSAFE'
  | 'DATABASE_BUSY';

/** Says in its message what an operator should do; never holds the password. */
export class DatabaseError extends Error {
  readonly code: DatabaseErrorCode;

  constructor(code: DatabaseErrorCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'DatabaseError';
    this.code = code;
  }
}

const CONNECT_MS = 10_000;

/** One connection outside of any pool. Throws `DatabaseError`. */
export async function connectOnce(url: string): Promise<pg.Client> {
  const where = placeOf(url);
  try {
    const client = new pg.Client({
      connectionString: url,
      application_name: 'ringpost start',
      connectionTimeoutMillis: CONNECT_MS,
    });
    client.on('error', () => {});
    await client.connect();
    return client;
  } catch (error) {
    throw refusal(error, where);
  }
}

/** Host and database, for sentences: an address without its password. */
function placeOf(url: string): string {
  let address: URL;
  try {
    address = new URL(url);
  } catch (error) {
    throw badUrl(error);
  }
  if (address.protocol !== 'postgres:' && address.protocol !== 'postgresql:') throw badUrl();
  return `${address.host}${address.pathname}`;
}

function badUrl(cause?: unknown): DatabaseError {
  return new DatabaseError(
    'DATABASE_URL',
    'The address of the database is not one. Write it as ' +
      'postgres://user:password@host:5432/database, with special characters of the password ' +
      'percent-encoded.',
    cause,
  );
}

function refusal(error: unknown, where: string): DatabaseError {
  const code = codeOf(error);
  const said = error instanceof Error && error.message !== '' ? error.message : code;
  if (code === '28P01' || code === '28000') {
    const detail = `PostgreSQL at ${where} does not let this user in (${said}). Check user and`;
    return new DatabaseError('DATABASE_LOGIN', `${detail} password, and pg_hba.conf.`, error);
  }
  if (code === '3D000') {
    const detail = `There is no such database at ${where} (${said}). Make it with CREATE DATABASE`;
    return new DatabaseError('DATABASE_MISSING', `${detail}, or correct the address.`, error);
  }
  if (code === '42501') {
    const detail = `This user may not connect to ${where} (${said}). Grant it CONNECT on the`;
    return new DatabaseError('DATABASE_PRIVILEGES', `${detail} database.`, error);
  }
  return new DatabaseError(
    'DATABASE_UNREACHABLE',
    `PostgreSQL does not answer at ${where} (${said}). Check host and port, and that it runs.`,
    error,
  );
}

interface Facts {
  readonly version: number;
  readonly encoding: string;
  readonly standby: boolean;
  readonly read_only: string;
  readonly fsync: string;
  readonly full_page_writes: string;
  readonly synchronous_commit: string;
}

const FACTS = `select current_setting('server_version_num')::int as version,
  current_setting('server_encoding') as encoding, pg_is_in_recovery() as standby,
  current_setting('default_transaction_read_only') as read_only,
  current_setting('fsync') as fsync, current_setting('full_page_writes') as full_page_writes,
  current_setting('synchronous_commit') as synchronous_commit`;

/** `unsafe`: for a test server that runs without fsync. Throws `DatabaseError`. */
export async function assertServer(client: pg.Client, unsafe: boolean): Promise<void> {
  const { rows } = await client.query<Facts>(FACTS);
  const [facts] = rows;
  if (facts !== undefined) assertFacts(facts, unsafe);
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
  if (facts.standby || facts.read_only === 'on') {
    throw new DatabaseError(
      'DATABASE_STANDBY',
      'This server takes no writes: it is a standby, or read-only by default. Give the address ' +
        'of the primary, or add target_session_attrs=read-write with all hosts.',
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

/** `local` waits for this disk only although a standby was asked for. */
function unsafeSetting(facts: Facts): string | null {
  if (facts.fsync !== 'on') return `fsync = ${facts.fsync}`;
  if (facts.full_page_writes !== 'on') return `full_page_writes = ${facts.full_page_writes}`;
  const commit = facts.synchronous_commit;
  return commit === 'off' || commit === 'local' ? `synchronous_commit = ${commit}` : null;
}

export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
