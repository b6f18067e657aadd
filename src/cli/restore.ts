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
    tell(keySentence(manifest.masterKeyIds, directory, settings));
  } catch (error) {
    fail(error);
  }
}

function tell(line: string): void {
  process.stdout.write(`ringpost restore: ${line}\n`);
}

/** `wanted`: two ids if the master key was being rotated; both keys are needed then. */
function keySentence(
  wanted: readonly string[],
  dataDir: string,
  { masterKey, masterKeyNext }: Settings,
): string {
  if (wanted.length === 0) return 'it holds no secret yet; the first start makes a master key.';
  const ids = wanted.join(' and ');
  const found = [
    readMasterKey({ setting: masterKey, dataDir, make: false }),
    readMasterKey({ setting: masterKeyNext, dataDir, make: false, next: true }),
  ];
  const present: string[] = [];
  for (const each of found) {
    if (each.kind === 'invalid') return `WARNING: ${each.problem}`;
    if (each.kind === 'ok') present.push(keyIdOf(each.key));
  }
  const missing = wanted.filter((id) => !present.includes(id));
  const [which, verb] = wanted.length > 1 ? ['keys', 'are the ones'] : ['key', 'is the one'];
  if (missing.length === 0) {
    return `the master ${which} ${ids} ${verb} that it needs; start with --data-dir ${dataDir}.`;
  }
  const where =
    wanted.length > 1
      ? `master.key and master.key.next in ${dataDir}, or RINGPOST_MASTER_KEY and ` +
        'RINGPOST_MASTER_KEY_NEXT; the key was being rotated, and the data needs both'
      : `master.key in ${dataDir}, or RINGPOST_MASTER_KEY`;
  if (present.length === 0) {
    const then = `then start with --data-dir ${dataDir}`;
    return `now give it the master ${which} ${ids} (${where}), ${then}.`;
  }
  return (
    `WARNING: the present master key is ${present.join(' and ')}, and the data needs ${ids}: a ` +
    `start will be refused. Give it ${missing.join(' and ')} (${where}).`
  );
}
