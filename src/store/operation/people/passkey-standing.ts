/**
 * What becomes of passkeys when a reset or an invitation showed whose account it is: one that an
 * intruder may have added before signs in no more by itself. It stays a second factor.
 */
import type { UserKey } from '../../../core/id.ts';
import { change, type Operation, query } from '../../statement.ts';

/** Parameters: user. passkeys_by_user. */
const ONLY_BESIDE = query('update passkeys set signs_in = 0 where user_key = ?');

export function* passkeysOnlyBeside(user: UserKey): Operation<void> {
  yield* change(ONLY_BESIDE, user);
}
