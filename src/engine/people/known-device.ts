/**
 * Which accounts have signed in with a browser, kept by that browser alone: a sealed list in a
 * cookie. If a session begins where the list does not name the account, its owner gets a mail. No
 * user agent and no network is compared, and nothing is written. Must never delay a sign-in, nor
 * make it fail. Source: docs/decisions/0043.
 */
import { DAY_MS } from '../../core/time.ts';
import type { MailAllowance } from '../mail-allowance.ts';
import type { Clock } from '../ports/clock.ts';
import type { Letters } from '../ports/letters.ts';
import type { NewSession, User } from '../ports/people-store.ts';
import type { Secrets } from '../ports/secrets.ts';

export interface KnownDevices {
  /** The new value of the cookie. `kept`: what the browser sent; null: nothing. */
  remembered(kept: string | null, user: Pick<User, 'id'>): string;
  /** Of a session that has begun, of an account that was there before it. Not waited for. */
  notice(kept: string | null, user: User, session: NewSession): void;
}

export interface KnownDeviceParts {
  readonly secrets: Pick<Secrets, 'seal' | 'open' | 'sha256Hex'>;
  readonly clock: Clock;
  /** Null: no mail server is set. */
  readonly letters: Letters | null;
  readonly allowance: MailAllowance;
  /** The person who signs in is not told of a mail that failed, so the operator is. */
  readonly onTrouble: (message: string) => void;
}

/** As long as browsers keep a cookie at most. */
export const DEVICE_MS = 400 * DAY_MS;
/** Accounts of one browser; the one that signed in longest ago is forgotten. */
export const DEVICE_ACCOUNTS_MAX = 10;
/** Mails under way, as a mail server that hangs leaves them; beyond that none is sent. */
export const NOTICES_MAX = 100;
const CONTEXT = 'known-device';
/** 128 bits of the hash name an account well enough, and keep the cookie below 1 KiB. */
const HASH_DIGITS = 32;

/** The hash of an account, and when it last signed in here. */
type Known = readonly [hash: string, atMs: number];

export function createKnownDevices(parts: KnownDeviceParts): KnownDevices {
  const { secrets, clock, letters, allowance, onTrouble } = parts;
  let underWay = 0;

  const hashOf = ({ id }: Pick<User, 'id'>): string =>
    secrets.sha256Hex(`device ${id}`).slice(0, HASH_DIGITS);

  /** Of any other text: none. A time that lies ahead is that of a clock that was set back. */
  function accountsIn(kept: string | null): readonly Known[] {
    if (kept === null) return [];
    try {
      // Only we can have sealed it, in this form.
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
      // Only the account itself says that an address of `self` is theirs.
      if (letters === null || user.emailFrom === 'self') return;
      const hash = hashOf(user);
      if (accountsIn(kept).some(([known]) => known === hash)) return;
      // The language of the account, not of the request: a stranger chooses that one.
      send(user, session).catch((error: unknown) => onTrouble(String(error)));
    },
  };
}
