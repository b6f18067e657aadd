/**
 * The embedded store for `ringpost export` and `ringpost import`. An export reads beside a running
 * service, on a connection that cannot write, and the log of the file grows meanwhile. An import
 * owns the directory as a service does.
 */
import type { Loader, Snapshot } from '../operation/transfer/transfer-session.ts';
import { lockDirectory } from './lock.ts';
import { openReader, openWriter } from './open.ts';

export function openSqliteSnapshot(directory: string): Snapshot {
  const reader = openReader(directory);
  reader.database.exec('begin');
  return {
    perform: async (operation) => reader.do(operation),
    close: async () => {
      reader.database.exec('commit');
      reader.close();
    },
  };
}

export function openSqliteLoader(directory: string): Loader {
  const lock = lockDirectory(directory);
  try {
    const writer = openWriter(directory, null);
    const { database } = writer;
    return {
      perform: async (operation) => {
        database.exec('begin immediate');
        try {
          const value = writer.do(operation);
          database.exec('commit');
          return value;
        } catch (error) {
          if (database.isTransaction) database.exec('rollback');
          throw error;
        }
      },
      // SQLite takes the key after the largest one that is there.
      adoptKeys: async () => {},
      close: async () => {
        writer.close();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}
