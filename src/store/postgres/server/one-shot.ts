/**
 * Work on a connection of its own, outside of any pool: what a start, a migration or a preflight
 * asks of the server. Every wait has an end and a sentence that says what to do, so nothing hangs
 * silently, whatever the server or the way to it does.
 */
import { Connection, onWritableHost } from './connection.ts';
import { DatabaseError, hostsOf, refusal } from './server-check.ts';

/** A name look-up over a busy network included. */
const CONNECT_MS = 10_000;
/** What a start asks is answered at once; a server that stalls after the login must be told of. */
const ANSWER_MS = 10_000;
/** The driver says it without a code. */
const NO_ANSWER = /^Query read timeout$/;

/**
 * Work on one connection outside of any pool, to the host that takes writes. Every wait ends: a
 * server that does not answer is a `DatabaseError` too.
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

/** For `withOneShotConnection`, or for who ends the connection. Throws `DatabaseError`. */
export async function connectOnce(url: string): Promise<Connection> {
  const hosts = hostsOf(url);
  const bounds = { connectMs: CONNECT_MS, answerMs: ANSWER_MS };
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
