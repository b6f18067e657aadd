/**
 * Adds a token that creates the first owner to the store, even while the service runs. On the
 * embedded store it is one short write on its own connection, which waits for those of the service;
 * the service has no cache of it.
 */
import { randomBytes } from 'node:crypto';
import type { Settings } from '../config/settings.ts';
import { isDirectoryInUse } from '../store/sqlite/lock.ts';
import { addSetupTokenBeside } from '../store/sqlite/setup-beside.ts';
import { systemClock as clock } from '../system/clock.ts';
import { createSecretBox } from '../system/secret-box.ts';
import { openStoreBriefly } from './open-store.ts';

const TOKEN_BYTES = 32;

/** Null when there is an owner already. */
export async function addSetupToken(settings: Settings): Promise<string | null> {
  // No secret is opened or sealed here: any key will do.
  const secrets = createSecretBox(randomBytes(32));
  const token = secrets.token(TOKEN_BYTES);
  const hash = secrets.sha256Hex(token);
  const { databaseUrl, dataDir } = settings;
  if (databaseUrl === null && isDirectoryInUse(dataDir)) {
    return addSetupTokenBeside(dataDir, hash, clock.wallMs()) ? token : null;
  }
  const store = await openStoreBriefly(settings);
  try {
    return (await store.addSetupToken({ hash, nowMs: clock.wallMs() })) ? token : null;
  } finally {
    await store.close();
  }
}
