/**
 * The condition of the embedded store, for health, metrics and the doctor. Does not touch the disk
 * while writes succeed; after a failed one, a probe finds out whether there is space again.
 */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { StoreCondition } from '../../engine/ports/store.ts';
import { DATABASE_FILE } from './open.ts';

export async function conditionOf(
  writer: { readonly failing: boolean; readonly dead: boolean },
  probe: () => Promise<unknown>,
  directory: string,
  schema: number,
): Promise<StoreCondition> {
  let writable = !writer.failing;
  if (!writable && !writer.dead) {
    writable = await probe().then(
      () => true,
      () => false,
    );
  }
  return { engine: 'sqlite', writable, schemaVersion: schema, bytes: bytesOf(directory) };
}

function bytesOf(directory: string): number {
  const files = [DATABASE_FILE, `${DATABASE_FILE}-wal`];
  return files
    .map((name) => statSync(join(directory, name), { throwIfNoEntry: false })?.size ?? 0)
    .reduce((sum, size) => sum + size, 0);
}
