/**
 * The accounts that have signed in with a browser. Only that browser keeps the list, sealed in a
 * cookie. If a session begins in a browser whose list does not name the account, the account gets a
 * mail. No user agent and no network is compared, and nothing is stored. Must never delay a
 * sign-in, nor make it fail. Source: docs/decisions/0043.
 */
import { DAY_MS } from '../../core/time.ts';
import type { MailAllowance } from '../mail-allowance.ts';
import type { Clock } from '../ports/clock.ts';
import type { Letters } from '../ports/letters.ts';
import type { NewSession, User } from '../ports/people-store.ts';
import type { Secrets } from '../ports/secrets.ts';

export interface KnownDevices {
  /** The new value of the cookie. `kept`: the value that the browser sent; null: none. */
  remembered(kept: string | null, user: Pick<User, 'id'>): string;
  /** Called for a new session of an existing account. Does not wait for the mail. */
  notice(kept: string | null, user: User, session: NewSession): void;
}

export interface KnownDeviceParts {
  readonly secrets: Pick<Secrets, 'seal' | 'open' | 'sha256Hex'>;
  readonly clock: Clock;
  /** Null: no mail server is configured. */
  readonly letters: Letters | null;
  readonly allowance: MailAllowance;
  /** The person who signs in must not learn that a mail failed, so the operator is told. */
  readonly onTrouble: (message: string) => void;
}

/** The longest time for which browsers keep a cookie. */
export const DEVICE_MS = 400 * DAY_MS;
/**
 * The accounts kept for one browser; beyond this number the one that signed in longest ago is
 * dropped.
 */
export const DEVICE_ACCOUNTS_MAX = 10;
/** The mails that may be under way if a mail server hangs; beyond this number none is sent. */
export const NOTICES_MAX = 100;
const CONTEXT = 'known-device';
/** 128 bits of the hash identify an account, and keep the cookie below 1 KiB. */
const HASH_DIGITS = 32;

/** The hash of an account, and when it last signed in with this browser. */
type Known = readonly [hash: string, atMs: number];

export function createKnownDevices(parts: KnownDeviceParts): KnownDevices {
  const { secrets, clock, letters, allowance, onTrouble } = parts;
  let underWay = 0;

  const hashOf = ({ id }: Pick<User, 'id'>): string =>
    secrets.sha256Hex(`device ${id}`).slice(0, HASH_DIGITS);

  /**
   * Any other text holds no accounts. A time in the future shows that the clock was set back; it
   * counts.
   */
  function accountsIn(kept: string | null): readonly Known[] {
    if (kept === null) return [];
    try {
      // Only this service can have sealed the text, so it has this form.
      const all = JSON.parse(secrets.open(kept, CONTEXT)) as readonly Known[];
      return all.filter(([, atMs]) => clock.wallMs() - atMs < DEVICE_MS);
    } catch {
      return [];
    }
  }

  async function send(user: User, { address, userAgent }: NewSession): Promise<void> {
    if (letters === null || underWay >= NOTICES_MAX) return;
    if (allowance.take({ signIns: user.id }) > 0) return;
    const { email: to, name, language } = user;
    const facts = { atMs: clock.wallMs(), address, userAgent };
    underWay += 1;
    try {
      const fault = await letters.send({ kind: 'new-device', to, name, language, ...facts });
      if (fault !== null) onTrouble(fault);
    } finally {
      underWay -= 1;
    }
  }

  return {
    remembered(kept, user) {
      const hash = hashOf(user);
      const others = accountsIn(kept).filter(([other]) => other !== hash);
      const all = [[hash, clock.wallMs()], ...others].slice(0, DEVICE_ACCOUNTS_MAX);
      return secrets.seal(JSON.stringify(all), CONTEXT);
    },

    notice(kept, user, session) {
      // The address is unconfirmed: only the person says that it is theirs.
      if (letters === null || user.emailFrom === 'self') return;
      const hash = hashOf(user);
      if (accountsIn(kept).some(([known]) => known === hash)) return;
      // In the language of the account; a stranger could choose the language of the request.
      send(user, session).catch((error: unknown) => onTrouble(String(error)));
    },
  };
}
