/**
 * `ringpost adopt-master-key`: for a master key that is lost for good. Makes the present one, or a
 * new file, the key of the store; what the lost one sealed stays closed and is to be entered anew.
 */
import { openStore } from '../compose/open-store.ts';
import { adoptMasterKey, assertMasterKey } from '../compose/unlock.ts';
import type { Settings } from '../config/settings.ts';
import { fail } from './fail.ts';

const WHAT_NOW = [
  'ringpost adopted the present master key. What the former one sealed cannot be opened any more.',
  'Start again, and then: revoke the active signing key of each project, which makes a new one',
  '(POST /v1/signing-keys/{kid}/revoke); set tokens and headers of endpoints and secrets of',
  'sources anew.',
];

export async function runAdoptMasterKey(settings: Settings): Promise<void> {
  try {
    assertMasterKey(settings);
    const store = await openStore(settings, () => {});
    try {
      await adoptMasterKey(store, settings);
    } finally {
      await store.close();
    }
    process.stdout.write(`${WHAT_NOW.join('\n')}\n`);
  } catch (error) {
    fail(error);
  }
}
