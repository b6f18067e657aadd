/**
 * `ringpost migrate`: brings the schema of the configured store up to date and says from which
 * version to which. A start does the same; this is for who wants it done before, once.
 */
import { migrateStore } from '../compose/open-store.ts';
import type { Settings } from '../config/settings.ts';
import { fail } from './fail.ts';

export async function runMigrate(settings: Settings): Promise<void> {
  try {
    const { from, to } = await migrateStore(settings);
    const done = from === to ? `nothing to do, the schema is at ${to}` : `from ${from} to ${to}`;
    process.stdout.write(`ringpost migrate: ${done}\n`);
  } catch (error) {
    fail(error);
  }
}
