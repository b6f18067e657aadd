/**
 * `ringpost migrate`: migrates the schema of the configured store and prints both versions and
 * which store it is, since a missing address means the embedded one. A start does the same; this
 * command is for operators who want it done before, once.
 */
import { migrateStore, placeOf } from '../compose/open-store.ts';
import type { Settings } from '../config/settings.ts';
import { fail } from './fail.ts';

export async function runMigrate(settings: Settings): Promise<void> {
  try {
    const { from, to } = await migrateStore(settings);
    const done = from === to ? `nothing to do, the schema is at ${to}` : `from ${from} to ${to}`;
    process.stdout.write(`ringpost migrate: ${done} (${placeOf(settings)})\n`);
  } catch (error) {
    fail(error);
  }
}
