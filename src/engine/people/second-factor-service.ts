/**
 * Second factors: the codes of an authenticator app, and recovery codes for a lost phone; passkeys
 * (`passkey-service.ts`) are second factors too. A code works once; wrong ones count as tries for
 * the account, whatever the network. Must never return a secret that is in use, nor put a code into
 * the audit trail. Source: docs/decisions/0038 and 0040.
 */
import { ServiceError } from '../../core/error/service-error.ts';
import { auditEntry } from '../manage/author.ts';
import type { Clock } from '../ports/clock.ts';
import type { OneTimeCodes } from '../ports/one-time-codes.ts';
import type { SignedIn, User } from '../ports/people-store.ts';
import type { SecondFactorStore } from '../ports/second-factor-store.ts';
import { AUTHENTICATOR_CONTEXT, type Secrets } from '../ports/secrets.ts';
import type { Failure, FailureLog } from './failure-log.ts';
import { authorFrom, type Client } from './session-maker.ts';
import type { TryCounter } from './try-counter.ts';

/** The factors that a person may use for the second step of a sign-in. */
export interface FactorState {
  readonly authenticator: boolean;
  readonly passkeys: number;
  readonly recoveryCodes: number;
}

export interface SecondFactorService {
  /** Null: the account has no second factor. */
  state(user: User): Promise<FactorState | null>;
  /**
   * Creates a secret for the app; codes are required once the person has confirmed one. Throws
   * STATE_CONFLICT.
   */
  begin(signedIn: SignedIn): Promise<{ readonly secret: string; readonly uri: string }>;
  /** Returns the recovery codes, once. Throws INVALID_INPUT at `/code`. */
  confirm(signedIn: SignedIn, code: string, client: Client): Promise<readonly string[]>;
  newRecoveryCodes(signedIn: SignedIn, client: Client): Promise<readonly string[]>;
  /** Removes the authenticator app. */
  remove(signedIn: SignedIn, client: Client): Promise<void>;
  /** New recovery codes and their hashes; nothing is stored yet. */
  freshCodes(user: User): { readonly codes: readonly string[]; readonly hashes: readonly string[] };
  /** Throws SIGN_IN_FAILED or RATE_LIMITED. */
  assertCode(user: User, code: string, client: Client): Promise<'totp' | 'recovery-code'>;
}

export interface SecondFactorParts {
  readonly store: SecondFactorStore;
  readonly secrets: Pick<Secrets, 'seal' | 'open' | 'sha256Hex'>;
  readonly codes: OneTimeCodes;
  readonly clock: Clock;
  readonly tries: TryCounter;
  readonly failures: FailureLog;
}

const ISSUER = 'Ringpost';
const RECOVERY_CODES = 10;
const CODE = /^\d{6}$/;

export function createSecondFactorService(parts: SecondFactorParts): SecondFactorService {
  const { store, secrets, codes, clock } = parts;
  const entryOf = (user: User, action: string, after: unknown, client: Client) => {
    const change = { before: null, after };
    return auditEntry(authorFrom(user.id, client), clock.wallMs(), action, user.id, change);
  };
  const hashOf = (user: User, code: string) =>
    secrets.sha256Hex(`recovery ${user.id} ${code.toUpperCase().replace(/[\s-]/g, '')}`);
  const freshCodes = (user: User) => {
    const made = Array.from({ length: RECOVERY_CODES }, () => codes.recoveryCode());
    return { codes: made, hashes: made.map((each) => hashOf(user, each)) };
  };
  const state = async (user: User): Promise<FactorState | null> => {
    const { passkeys, recoveryCodes, ...present } = await store.secondFactorOf(user.key);
    const authenticator = present.authenticator?.isConfirmed === true;
    return authenticator || passkeys > 0 ? { authenticator, passkeys, recoveryCodes } : null;
  };

  return {
    state,
    freshCodes,

    async begin({ user }) {
      const secret = codes.secret();
      const sealed = secrets.seal(secret, contextOf(user));
      const asked = { user: user.key, secret: sealed, nowMs: clock.wallMs() };
      if (!(await store.keepAuthenticator(asked))) {
        throw new ServiceError('STATE_CONFLICT', 'There is an authenticator app. Remove it first.');
      }
      const label = encodeURIComponent(`${ISSUER}:${user.email}`);
      return { secret, uri: `otpauth://totp/${label}?secret=${secret}&issuer=${ISSUER}` };
    },

    async confirm({ user, session }, code, client) {
      const { authenticator: present } = await store.secondFactorOf(user.key);
      if (present === null || present.isConfirmed) throw nothingBegun();
      const secret = secrets.open(present.secret, contextOf(user));
      const step = codes.stepOf(secret, code.trim(), clock.wallMs());
      if (step === null) throw notPresent();
      const { codes: made, hashes } = freshCodes(user);
      const audit = entryOf(user, 'second-factor.added', { kind: 'totp' }, client);
      const confirmed = { session: session.key, secret: present.secret, step, codes: hashes };
      if (!(await store.confirmAuthenticator({ user: user.key, ...confirmed, audit })))
        throw nothingBegun();
      return made;
    },

    async newRecoveryCodes({ user }, client) {
      if ((await state(user)) === null) throw nothingThere();
      const { codes: made, hashes } = freshCodes(user);
      const audit = entryOf(user, 'second-factor.recovery-codes-made', null, client);
      await store.replaceRecoveryCodes({ user: user.key, codes: hashes, audit });
      return made;
    },

    async remove({ user, session }, client) {
      const told = { before: { kind: 'totp' }, after: null };
      const author = authorFrom(user.id, client);
      const audit = auditEntry(author, clock.wallMs(), 'second-factor.removed', user.id, told);
      if (!(await store.removeAuthenticator({ user: user.key, session: session.key, audit })))
        throw nothingThere();
    },

    async assertCode(user, typed, client) {
      const tried = { purpose: 'second-factor', email: user.id, address: client.address } as const;
      const subjects = await parts.tries.count(tried);
      const code = typed.trim();
      const way = CODE.test(code) ? 'totp' : 'recovery-code';
      const isRight =
        way === 'totp'
          ? await isPresent(user, code)
          : await store.takeRecoveryCode({
              user: user.key,
              hash: hashOf(user, code),
              audit: entryOf(user, 'second-factor.recovered', { kind: way }, client),
            });
      if (!isRight) parts.failures.note(failureOf(user, client));
      if (!isRight) throw wrongCode();
      await parts.tries.forgive(subjects);
      return way;
    },
  };

  async function isPresent(user: User, code: string): Promise<boolean> {
    const { authenticator: present } = await store.secondFactorOf(user.key);
    if (present?.isConfirmed !== true) return false;
    const secret = secrets.open(present.secret, contextOf(user));
    const step = codes.stepOf(secret, code, clock.wallMs());
    return step !== null && store.takeStep({ user: user.key, step });
  }
}

function contextOf(user: User): string {
  return `${AUTHENTICATOR_CONTEXT} ${user.id}`;
}

function notPresent(): ServiceError {
  const message = 'This is not the present code. Look at the clock of the phone, and try again.';
  return new ServiceError('INVALID_INPUT', message, { fields: [{ field: '/code', message }] });
}

function wrongCode(): ServiceError {
  return new ServiceError('SIGN_IN_FAILED', 'The code is wrong, or was used before.');
}

/** Used for passkeys too. */
export function failureOf({ id, key: userKey }: User, { address }: Client): Failure {
  return { kind: 'second-factor', address, about: { id, userKey, name: id } };
}

function nothingBegun(): ServiceError {
  return new ServiceError('STATE_CONFLICT', 'Begin first, or it is set up already.');
}

function nothingThere(): ServiceError {
  return new ServiceError('NOT_FOUND', 'There is no second factor.');
}
