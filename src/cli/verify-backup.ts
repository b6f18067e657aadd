/**
 * `ringpost verify-backup FILE`: reads every byte of a backup, compares its checksum, checks the
 * database and its schema, and says what it is. Changes nothing; the exit code is 1 if it is bad.
 */
import type { Settings } from '../config/settings.ts';
import { verifyBackup } from '../store/sqlite/backup.ts';
import type { Asked } from './asked.ts';
import { shown } from './backup.ts';
import { fail } from './fail.ts';

export async function runVerifyBackup(_: Settings, { words }: Asked): Promise<void> {
  try {
    const [file = ''] = words;
    const manifest = await verifyBackup(file);
    const { version, masterKeyIds } = manifest;
    const key = masterKeyIds.length === 0 ? 'none' : masterKeyIds.join(' and ');
    process.stdout.write(
      `ringpost verify-backup: ${file} is whole: ${shown(manifest)}, made by ${version}, ` +
        `master key needed: ${key}\n`,
    );
  } catch (error) {
    fail(error);
  }
}
