/**
 * `ringpost instance-key create <name>`, `list` and `revoke <id>`: the keys by which a platform
 * makes a project for each of its customers, also while the service runs. A new key is printed
 * once, alone on standard output, so that a script can keep it.
 */
import {
  createHostInstanceKey,
  hostInstanceKeys,
  revokeHostInstanceKey,
} from '../compose/host-instance-key.ts';
import type { Settings } from '../config/settings.ts';
import { NAME_BOUNDS } from '../core/endpoint/endpoint-rules.ts';
import { lineFault } from '../core/text.ts';
import { isoTime } from '../core/time.ts';
import type { InstanceKey } from '../engine/ports/instance-store.ts';
import type { Asked } from './asked.ts';
import { fail } from './fail.ts';

export async function runInstanceKey(settings: Settings, { words }: Asked): Promise<void> {
  const [action = '', subject = ''] = words;
  try {
    if (action === 'create') await create(settings, subject);
    else if (action === 'list') await list(settings);
    else if (action === 'revoke') await revoke(settings, subject);
    else throw new Error(`"${action}" is not an action; use create, list or revoke`);
  } catch (error) {
    fail(error);
  }
}

async function create(settings: Settings, name: string): Promise<void> {
  const fault = lineFault(name, NAME_BOUNDS);
  if (fault !== null)
    throw new Error(`Name the key, as in instance-key create "billing": ${fault}`);
  const { id, token } = await createHostInstanceKey(settings, name);
  process.stderr.write(`ringpost instance-key: ${id}, shown this once; keep it secret\n`);
  process.stdout.write(`${token}\n`);
}

async function list(settings: Settings): Promise<void> {
  const keys = await hostInstanceKeys(settings);
  if (keys.length === 0) process.stderr.write('ringpost instance-key: there is none yet\n');
  for (const key of keys) process.stdout.write(`${lineOf(key)}\n`);
}

async function revoke(settings: Settings, id: string): Promise<void> {
  if (!(await revokeHostInstanceKey(settings, id))) {
    throw new Error(
      `no instance key has the id "${id}", or it is revoked; instance-key list shows all`,
    );
  }
  process.stdout.write(`${id} is revoked\n`);
}

function lineOf({ id, name, hint, createdAtMs, lastUsedAtMs, revokedAtMs }: InstanceKey): string {
  const used = lastUsedAtMs === null ? 'never used' : `used ${isoTime(lastUsedAtMs)}`;
  const revoked = revokedAtMs === null ? [] : [`revoked ${isoTime(revokedAtMs)}`];
  return [id, name, `ends in ${hint}`, `made ${isoTime(createdAtMs)}`, used, ...revoked].join('\t');
}
