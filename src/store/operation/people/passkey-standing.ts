/**
 * After a reset or an invitation proved whose account it is, passkeys added before sign in no more
 * without the password, since an intruder may have added them. They remain second factors.
 */
import type { UserKey } from '../../../core/id.ts';
import { change, type Operation, query } from '../../statement.ts';

/** Parameters: user. passkeys_by_user. */
const ONLY_BESIDE = query('update passkeys set signs_in = 0 where user_key = ?');

export function* passkeysOnlyBeside(user: UserKey): Operation<void> {
  yield* change(ONLY_BESIDE, user);
}
