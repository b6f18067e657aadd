/**
 * Creates a link for a new password in the store while the service may be running, for an operator
 * of the host who may run commands on its data. As with the link of the first owner, this is one
 * short write on its own connection if a service runs on the embedded store; the service has no
 * cache of it.
 */
import { randomBytes } from 'node:crypto';
import type { Settings } from '../config/settings.ts';
import { normalEmail } from '../core/person/email.ts';
import { auditEntry, SYSTEM_AUTHOR } from '../engine/manage/author.ts';
import type { NewReset } from '../engine/ports/people-store.ts';
import { isDirectoryInUse } from '../store/sqlite/lock.ts';
import { createHostResetBeside } from '../store/sqlite/setup-beside.ts';
import { systemClock as clock } from '../system/clock.ts';
import { createSecretBox } from '../system/secret-box.ts';
import { openStoreBriefly } from './open-store.ts';

const TOKEN_BYTES = 32;
/** Short, because the operator who runs the command is present. */
export const HOST_RESET_MS = 3_600_000;

/** Returns null if no account has this address. */
export async function createHostReset(settings: Settings, typed: string): Promise<string | null> {
  // No secret is opened or sealed here, so any key will do.
  const secrets = createSecretBox(randomBytes(32));
  const token = secrets.token(TOKEN_BYTES);
  const email = normalEmail(typed);
  const nowMs = clock.wallMs();
  const reset: NewReset = {
    way: 'host',
    madeBy: null,
    hash: secrets.sha256Hex(token),
    expiresAtMs: nowMs + HOST_RESET_MS,
    unlessSinceMs: null,
  };
  const change = { before: null, after: { way: 'host' } };
  const audit = auditEntry(SYSTEM_AUTHOR, nowMs, 'password-reset.created', null, change);
  const { databaseUrl, dataDir } = settings;
  if (databaseUrl === null && isDirectoryInUse(dataDir)) {
    return createHostResetBeside(dataDir, { email, reset, audit }) ? token : null;
  }
  const store = await openStoreBriefly(settings);
  try {
    return (await store.createHostReset({ email, reset, audit })) === null ? null : token;
  } finally {
    await store.close();
  }
}
