/**
 * What a process that does not own the embedded store does with it while the service runs: a setup
 * token, a link for a new password, instance keys. Writes take SQLite's own write lock for a moment
 * and migrate nothing. No other operation may run this way, because the owner's caches would not
 * notice it.
 */
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { InstanceStore } from '../../engine/ports/instance-store.ts';
import { createHostReset } from '../operation/people/password-reset.ts';
import { addSetupToken } from '../operation/people/setup.ts';
import {
  createInstanceKey,
  instanceKeys,
  revokeInstanceKey,
} from '../operation/project/instance-key.ts';
import type { Operation } from '../statement.ts';
import { Connection } from './connection.ts';
import { DATABASE_FILE } from './open.ts';

/** The owner's commits take only milliseconds. */
const WAIT_MS = 5_000;

/** Returns false if there is an owner already. */
export function addSetupTokenBeside(directory: string, hash: string, nowMs: number): boolean {
  return beside(directory, addSetupToken({ hash, nowMs }));
}

/** Returns false if no account has this address. */
export function createHostResetBeside(
  directory: string,
  wanted: Parameters<typeof createHostReset>[0],
): boolean {
  return beside(directory, createHostReset(wanted)) !== null;
}

export function instanceKeysBeside(
  directory: string,
): Pick<InstanceStore, 'createInstanceKey' | 'instanceKeys' | 'revokeInstanceKey'> {
  return {
    createInstanceKey: async (wanted) => beside(directory, createInstanceKey(wanted)),
    instanceKeys: async () => beside(directory, instanceKeys()),
    revokeInstanceKey: async (wanted) => beside(directory, revokeInstanceKey(wanted)),
  };
}

function beside<Value>(directory: string, operation: Operation<Value>): Value {
  const path = join(resolve(directory), DATABASE_FILE);
  const connection = new Connection(new DatabaseSync(path, { timeout: WAIT_MS }));
  const { database } = connection;
  try {
    database.exec('pragma synchronous = full');
    database.exec('begin immediate');
    const value = connection.do(operation);
    database.exec('commit');
    return value;
  } finally {
    connection.close();
  }
}
