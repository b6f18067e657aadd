/**
 * The shared store for `ringpost export` and `ringpost import`, each on one connection of its own.
 * An export is one transaction that only reads, so it may stay idle between two pages.
 */
import type { Loader, Snapshot } from '../../operation/transfer/transfer-session.ts';
import { connectOnce } from './one-shot.ts';
import { perform } from './pool.ts';

const STAY = 'set idle_in_transaction_session_timeout = 0';

/** Puts the counter of each table's keys behind its largest key. */
const ADOPT_KEYS = `select setval(s.name, s.newest) from (
  select pg_get_serial_sequence('projects', 'key') name, (select max(key) from projects) newest
  union all select pg_get_serial_sequence('users', 'key'), (select max(key) from users)
  union all select pg_get_serial_sequence('passkeys', 'key'), (select max(key) from passkeys)
  union all select pg_get_serial_sequence('invitations', 'key'),
    (select max(key) from invitations)
  union all select pg_get_serial_sequence('api_keys', 'key'), (select max(key) from api_keys)
  union all select pg_get_serial_sequence('sources', 'key'), (select max(key) from sources)
  union all select pg_get_serial_sequence('scorecards', 'key'), (select max(key) from scorecards)
  union all select pg_get_serial_sequence('endpoints', 'key'), (select max(key) from endpoints)
  union all select pg_get_serial_sequence('removed_calls', 'key'),
    (select max(key) from removed_calls)
  union all select pg_get_serial_sequence('audit', 'key'), (select max(key) from audit)
  union all select pg_get_serial_sequence('calls', 'key'), (select max(key) from calls)
  union all select pg_get_serial_sequence('firings', 'key'), (select max(key) from firings)
  union all select pg_get_serial_sequence('call_logs', 'key'), (select max(key) from call_logs)
  union all select pg_get_serial_sequence('deliveries', 'key'), (select max(key) from deliveries)
  union all select pg_get_serial_sequence('bulk_jobs', 'key'), (select max(key) from bulk_jobs)
  union all select pg_get_serial_sequence('acw_results', 'key'),
    (select max(key) from acw_results)
) s where s.newest is not null and s.name is not null`;

export async function openPostgresSnapshot(url: string): Promise<Snapshot> {
  const connection = await connectOnce(url);
  await connection.query(STAY);
  await connection.query('begin isolation level repeatable read read only');
  return {
    perform: (operation) => perform(connection, operation),
    close: () => connection.end(),
  };
}

export async function openPostgresLoader(url: string): Promise<Loader> {
  const connection = await connectOnce(url);
  return {
    perform: async (operation) => {
      await connection.query('begin');
      try {
        const value = await perform(connection, operation);
        await connection.query('commit');
        return value;
      } catch (error) {
        await connection.query('rollback');
        throw error;
      }
    },
    adoptKeys: async () => {
      await connection.query(ADOPT_KEYS);
    },
    close: () => connection.end(),
  };
}
