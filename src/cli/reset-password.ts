/**
 * `ringpost reset-password <e-mail>`: prints a one-time link by which this person sets a new
 * password, even while the service runs. It helps the last owner after losing the password: an
 * operator of the host who may run it on the data can sign in as any person.
 */
import { createHostReset } from '../compose/host-reset.ts';
import type { Settings } from '../config/settings.ts';
import type { Asked } from './asked.ts';
import { fail } from './fail.ts';
import { urlOf } from './setup-link.ts';

export async function runResetPassword(settings: Settings, { words }: Asked): Promise<void> {
  const [email = ''] = words;
  try {
    const token = await createHostReset(settings, email);
    if (token === null) throw new Error(`no account has the e-mail ${email}`);
    process.stdout.write(`${urlOf(settings)}/reset#token=${token}\n`);
  } catch (error) {
    fail(error);
  }
}
