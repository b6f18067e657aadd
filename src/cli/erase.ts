/**
 * `ringpost erase`: erases everything of a call, a client or a telephone number through the API of
 * a running service, shows the progress, and prints the receipt. `--receipt` prints that of an
 * earlier erasure.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { ApiError, type Erasure, type ErasureRequest } from '../../receiver/client/src/index.ts';
import type { Settings } from '../config/settings.ts';
import type { Asked } from './asked.ts';
import { fail } from './fail.ts';
import { openServiceClient } from './service-client.ts';

const EVERY_MS = 500;
const WAITS_MS = 24 * 3_600_000;

export async function runErase(settings: Settings, asked: Asked): Promise<void> {
  const { flags } = asked;
  try {
    const { client } = openServiceClient(settings, asked);
    const { receipt } = flags;
    if (typeof receipt === 'string') {
      print(await client.getErasure({ path: { id: receipt } }));
      return;
    }
    let erasure = await client.createErasure({ body: wishOf(asked) });
    const { id } = erasure;
    process.stderr.write(`ringpost erase: ${id} goes on even if this command ends\n`);
    let said = '';
    const endsAtMs = Date.now() + WAITS_MS;
    while (erasure.endedAt === null) {
      if (Date.now() > endsAtMs) {
        const how = `ringpost erase --receipt ${id} shows it`;
        throw new Error(`The erasure is still under way after a day; ${how}.`);
      }
      await pause(EVERY_MS);
      erasure = await client.getErasure({ path: { id } });
      const now = `ringpost erase: calls removed so far: ${erasure.removed.calls}`;
      if (now !== said) process.stderr.write(`${now}\n`);
      said = now;
    }
    print(erasure);
    if (erasure.state !== 'done') process.exitCode = 1;
  } catch (error) {
    const fields = error instanceof ApiError ? error.errors : [];
    const more = fields.map(({ message }) => ` ${message}`).join('');
    fail(more === '' ? error : new Error(`${String((error as Error).message)}${more}`));
  }
}

function wishOf({ flags: { call, client, number, reason } }: Asked): ErasureRequest {
  const whom: ErasureRequest[] = [];
  if (typeof call === 'string') whom.push({ callId: call });
  if (typeof client === 'string') whom.push({ clientId: client });
  if (typeof number === 'string') whom.push({ number });
  const [only, ...others] = whom;
  if (only === undefined || others.length > 0) {
    throw new Error('Name one of --call, --client and --number; --receipt shows an earlier one.');
  }
  return typeof reason === 'string' ? { ...only, reason } : only;
}

function print(erasure: Erasure): void {
  process.stdout.write(`${JSON.stringify(erasure, null, 2)}\n`);
}
