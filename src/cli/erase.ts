/**
 * `ringpost erase`: erases everything of a call, a client or a telephone number through the API of
 * a running service, shows the progress, and prints the receipt. `--receipt` prints that of an
 * earlier erasure.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Settings } from '../config/settings.ts';
import { createServiceClient, type Fields, Refused } from './apply/service-client.ts';
import type { Asked } from './asked.ts';
import { fail } from './fail.ts';

const EVERY_MS = 500;
const WAITS_MS = 24 * 3_600_000;

export async function runErase(settings: Settings, asked: Asked): Promise<void> {
  const { flags } = asked;
  try {
    const client = createServiceClient(settings, asked);
    const { call: callId, client: clientId, number, reason, receipt } = flags;
    if (typeof receipt === 'string') {
      print(await client.get(`/v1/erasures/${encodeURIComponent(receipt)}`));
      return;
    }
    if ([callId, clientId, number].filter((each) => each !== undefined).length !== 1) {
      throw new Error('Name one of --call, --client and --number; --receipt shows an earlier one.');
    }
    let erasure = await client.send('POST', '/v1/erasures', { callId, clientId, number, reason });
    const { id } = erasure;
    process.stderr.write(`ringpost erase: ${String(id)} goes on even if this command ends\n`);
    let said = '';
    const endsAtMs = Date.now() + WAITS_MS;
    while (erasure.endedAt === null) {
      if (Date.now() > endsAtMs) {
        const how = `ringpost erase --receipt ${String(id)} shows it`;
        throw new Error(`The erasure is still under way after a day; ${how}.`);
      }
      await pause(EVERY_MS);
      erasure = await client.get(`/v1/erasures/${String(id)}`);
      const { calls } = erasure.removed as Fields;
      const now = `ringpost erase: calls removed so far: ${String(calls)}`;
      if (now !== said) process.stderr.write(`${now}\n`);
      said = now;
    }
    print(erasure);
    if (erasure.state !== 'done') process.exitCode = 1;
  } catch (error) {
    const fields = error instanceof Refused ? error.fields : [];
    const more = fields.map(({ message }) => ` ${message}`).join('');
    fail(more === '' ? error : new Error(`${String((error as Error).message)}${more}`));
  }
}

function print(erasure: Fields): void {
  process.stdout.write(`${JSON.stringify(erasure, null, 2)}\n`);
}
