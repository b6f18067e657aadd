/**
 * `ringpost restore FILE DIR`: makes the data directory DIR of a backup, checked byte by byte.
 * Never writes over anything. Says which master key the data needs, and whether it is there.
 */
import type { Settings } from '../config/settings.ts';
import { restoreBackup } from '../store/sqlite/backup.ts';
import { readMasterKey } from '../system/master-key.ts';
import { keyIdOf } from '../system/secret-box.ts';
import type { Asked } from './asked.ts';
import { shown } from './backup.ts';
import { fail } from './fail.ts';

const REPEATS =
  'Reports accepted after that moment are not in it, and deliveries made after it are sent ' +
  'again, with the same webhook-id.';

export async function runRestore(settings: Settings, { words }: Asked): Promise<void> {
  try {
    const [file = '', directory = ''] = words;
    const manifest = await restoreBackup(file, directory);
    tell(`${directory} is restored from ${file}: ${shown(manifest)}, checked. ${REPEATS}`);
    tell(keySentence(manifest.masterKeyIds, directory, settings.masterKey));
  } catch (error) {
    fail(error);
  }
}

function tell(line: string): void {
  process.stdout.write(`ringpost restore: ${line}\n`);
}

function keySentence(wanted: readonly string[], dataDir: string, setting: string | null): string {
  if (wanted.length === 0) return 'it holds no secret yet; the first start makes a master key.';
  const ids = wanted.join(' and ');
  const found = readMasterKey({ setting, dataDir, make: false });
  if (found.kind === 'invalid') return `WARNING: ${found.problem}`;
  const where = `master.key in ${dataDir}, or RINGPOST_MASTER_KEY`;
  if (found.kind === 'missing') {
    return `now give it the master key ${ids} (${where}), then start with --data-dir ${dataDir}.`;
  }
  const id = keyIdOf(found.key);
  return wanted.includes(id)
    ? `the master key ${id} is the one that it needs; start with --data-dir ${dataDir}.`
    : `WARNING: the present master key is ${id}, and the data needs ${ids}: a start will be ` +
        `refused. Give it the former one (${where}).`;
}
