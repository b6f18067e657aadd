/**
 * Opens embedded stores on real files in temporary directories, removed when they close.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteStore } from '../../../src/store/sqlite/store.ts';
import type { OpenStore } from '../given.ts';

export function temporaryDirectory(): string {
  return mkdtempSync(join(tmpdir(), 'ringpost-store-'));
}

export function openOn(threads: boolean): OpenStore {
  return async (clock) => {
    const directory = temporaryDirectory();
    const store = await openSqliteStore({ directory, clock, threads });
    return {
      store,
      close: async () => {
        await store.close();
        rmSync(directory, { recursive: true });
      },
    };
  };
}
