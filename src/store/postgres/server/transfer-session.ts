/**
 * The shared store for `ringpost export` and `ringpost import`, each on one connection of its own.
 * An export is one transaction that only reads, so it may stay idle between two pages.
 */
import { TABLES } from '../../operation/transfer/table.ts';
import type { Loader, Snapshot } from '../../operation/transfer/transfer-session.ts';
import { connectOnce } from './one-shot.ts';
import { perform } from './pool.ts';

/** One page of a large project, or the end of an import, which counts every backlog. */
const ANSWER_MS = 600_000;
const STAY = 'set idle_in_transaction_session_timeout = 0';

/** Puts the counter of each table's keys behind its largest key; runs have no counter. */
const ADOPT_KEYS = `select setval(s.name, s.newest) from (
  ${TABLES.filter(({ insert }) => insert !== null)
    .map(
      ({ name }) =>
        `select pg_get_serial_sequence('${name}', 'key') name,
          (select max(key) from ${name}) newest`,
    )
    .join(' union all ')}
) s where s.newest is not null and s.name is not null`;

export async function openPostgresSnapshot(url: string): Promise<Snapshot> {
  const connection = await connectOnce(url, ANSWER_MS);
  await connection.query(STAY);
  await connection.query('begin isolation level repeatable read read only');
  return {
    perform: (operation) => perform(connection, operation),
    close: () => connection.end(),
  };
}

export async function openPostgresLoader(url: string): Promise<Loader> {
  const connection = await connectOnce(url, ANSWER_MS);
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
