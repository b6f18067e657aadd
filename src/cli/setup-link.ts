/**
 * `ringpost setup-link`: prints a new one-time link that creates the first owner, even while the
 * service runs. Links printed before stay valid until there is an owner.
 */
import { setupLink } from '../compose/open-people.ts';
import { addSetupToken } from '../compose/setup-token.ts';
import type { Settings } from '../config/settings.ts';
import { fail } from './fail.ts';

const DONE = 'ringpost setup-link: there is an owner already; sign in, or let an owner invite you';

export async function runSetupLink(settings: Settings): Promise<void> {
  try {
    const token = await addSetupToken(settings);
    process.stdout.write(`${token === null ? DONE : setupLink(urlOf(settings), token)}\n`);
  } catch (error) {
    fail(error);
  }
}

/** A service that listens on all addresses can be reached on this machine as localhost. */
export function urlOf({ publicUrl, host, port }: Settings): string {
  if (publicUrl !== null) return publicUrl;
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}
