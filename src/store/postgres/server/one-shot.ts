/**
 * Work on its own connection, outside any pool: for a start, a migration or a preflight. Every wait
 * is bounded and ends with a message that says what to do, so that nothing hangs silently.
 */
import { Connection, onWritableHost } from './connection.ts';
import { DatabaseError, hostsOf, refusal } from './server-check.ts';

/** Includes a name look-up over a busy network. */
const CONNECT_MS = 10_000;
/** The statements of a start are quick, so a server that stalls after the login is reported. */
const ANSWER_MS = 10_000;
/** The driver's error has this message and no code. */
const NO_ANSWER = /^Query read timeout$/;

/**
 * Works on one connection to the host that takes writes. Every wait ends: a server that does not
 * answer causes a `DatabaseError`.
 */
export async function withOneShotConnection<Value>(
  url: string,
  work: (connection: Connection) => Promise<Value>,
): Promise<Value> {
  const connection = await connectOnce(url);
  try {
    return await work(connection);
  } catch (error) {
    if (!(error instanceof Error && NO_ANSWER.test(error.message))) throw error;
    throw stalled(connection.address.place, error);
  } finally {
    await connection.end();
  }
}

/** The caller must end the connection. `answerMs` of one statement. Throws `DatabaseError`. */
export async function connectOnce(url: string, answerMs = ANSWER_MS): Promise<Connection> {
  const hosts = hostsOf(url);
  const bounds = { connectMs: CONNECT_MS, answerMs };
  try {
    return await onWritableHost(hosts, () =>
      new Connection({ hosts, name: 'ringpost start', ...bounds }).connect(),
    );
  } catch (error) {
    throw refusal(error, hosts.places);
  }
}

function stalled(place: string, cause: unknown): DatabaseError {
  return new DatabaseError(
    'DATABASE_UNREACHABLE',
    `PostgreSQL let us in at ${place} and then did not answer in time. Check that the server is ` +
      'not overloaded or stopped, and that nothing on the way drops what passes.',
    cause,
  );
}
