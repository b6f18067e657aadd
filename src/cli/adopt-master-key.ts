/**
 * `ringpost adopt-master-key`: for a master key that is lost for good. Makes the present key, or a
 * new file, the key of the store. Secrets that the lost key sealed stay closed; an operator must
 * enter them again.
 */
import { assertUnused, openStoreBriefly } from '../compose/open-store.ts';
import { adoptMasterKey, assertMasterKey } from '../compose/unlock.ts';
import type { Settings } from '../config/settings.ts';
import { fail } from './fail.ts';

const WHAT_NOW = [
  'ringpost adopted the present master key. What the former one sealed cannot be opened any more.',
  'Start again, and then: revoke the active signing key of each project, which makes a new one',
  '(POST /v1/signing-keys/{kid}/revoke); set tokens and headers of endpoints and secrets of',
  'sources anew.',
];
const NOTHING =
  'ringpost adopt-master-key: nothing to do, the present master key is already that of this data';

export async function runAdoptMasterKey(settings: Settings): Promise<void> {
  try {
    assertMasterKey(settings);
    // Running processes would continue to seal with their old key.
    await assertUnused(settings);
    const store = await openStoreBriefly(settings);
    let adopted: boolean;
    try {
      adopted = await adoptMasterKey(store, settings);
    } finally {
      await store.close();
    }
    process.stdout.write(`${adopted ? WHAT_NOW.join('\n') : NOTHING}\n`);
  } catch (error) {
    fail(error);
  }
}
