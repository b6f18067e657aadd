/**
 * Counts tries that may be guesses: to sign in, or to ask for a mail. First the network is judged
 * in memory, then the last answer of the store applies; only a try that may be allowed reaches the
 * store, so a refused try neither writes nor reads. The store counts for all processes together;
 * the memory is per process and bounded. The rule is in `core/person/sign-in-throttle.ts`.
 */
import { createBoundedCache } from '../../core/bounded-cache.ts';
import { ServiceError } from '../../core/error/service-error.ts';
import { networkOf } from '../../core/person/network.ts';
import {
  mayTry,
  type SignInTries,
  THROTTLE_RULES,
  tryOnce,
} from '../../core/person/sign-in-throttle.ts';
import type { Clock } from '../ports/clock.ts';
import type { PeopleStore, TrySubjects } from '../ports/people-store.ts';
import type { Secrets } from '../ports/secrets.ts';

export interface TryCounter {
  /**
   * Throws RATE_LIMITED while the network must wait. Counts nothing and does not read the store.
   */
  judge(tried: Tried): void;
  /** Throws RATE_LIMITED; returns the subjects to forgive if the try succeeds. */
  count(tried: Tried): Promise<TrySubjects>;
  forgive(subjects: TrySubjects): Promise<void>;
}

export interface Tried {
  /** Each purpose has its own counts, so failures of one do not block another. */
  readonly purpose: 'sign-in' | 'reset-mail' | 'second-factor';
  /** The account that is tried: an e-mail, or for a second factor its id. */
  readonly email: string;
  readonly address: string;
}

export interface TryCounterParts {
  readonly store: Pick<PeopleStore, 'trySignIn' | 'forgiveSignIn'>;
  readonly secrets: Pick<Secrets, 'sha256Hex'>;
  readonly clock: Clock;
  /** Called for each try that is refused without being checked; it must not write. */
  readonly onRefused?: (tried: Tried) => void;
}

/** The networks kept in memory; for further ones only the store limits tries. */
export const NETWORKS_MAX = 10_000;
const REFUSALS_MAX = 10_000;

/** Prefixes of the hashed text; `sign-in` has none, as in rows of earlier versions. */
const PREFIX = { 'sign-in': '', 'reset-mail': 'reset ', 'second-factor': 'code ' } as const;
const SENTENCE = {
  'sign-in': 'Too many tries to sign in.',
  'reset-mail': 'Too many mails were asked for.',
  'second-factor': 'Too many wrong codes.',
} as const;

export function createTryCounter(parts: TryCounterParts): TryCounter {
  const { store, secrets, clock } = parts;
  const networks = createBoundedCache<string, SignInTries>(NETWORKS_MAX);
  /** For each pair, until when the store refuses it, on the monotonic clock. */
  const refusals = createBoundedCache<string, number>(REFUSALS_MAX);

  const subjectsOf = ({ purpose, email, address }: Tried): TrySubjects => {
    const network = networkOf(address);
    const hash = (text: string) => secrets.sha256Hex(`${PREFIX[purpose]}${text}`);
    return {
      // A code has six digits, so guesses from all networks count together.
      pair: hash(purpose === 'second-factor' ? `pair ${email}` : `pair ${email} ${network}`),
      account: hash(`account ${email}`),
      network: hash(`network ${network}`),
    };
  };

  const refusal = (tried: Tried, waitMs: number): ServiceError => {
    parts.onRefused?.(tried);
    return tooMany(tried.purpose, waitMs);
  };

  const judge = (tried: Tried, subjects: TrySubjects): void => {
    const nowMs = clock.monoMs();
    const known = networks.get(subjects.network) ?? null;
    const waitMs = Math.max(
      mayTry(known, nowMs, THROTTLE_RULES.network),
      (refusals.get(subjects.pair) ?? 0) - nowMs,
    );
    if (waitMs > 0) throw refusal(tried, waitMs);
  };

  return {
    judge: (tried) => judge(tried, subjectsOf(tried)),

    async count(tried) {
      const subjects = subjectsOf(tried);
      judge(tried, subjects);
      const nowMs = clock.monoMs();
      const known = networks.get(subjects.network) ?? null;
      const counted = tryOnce(known, nowMs, THROTTLE_RULES.network);
      if ('kept' in counted) networks.set(subjects.network, counted.kept);
      const from = {
        email: tried.purpose === 'sign-in' ? tried.email : '',
        address: tried.address,
      };
      const waitMs = await store.trySignIn({ subjects, from, nowMs: clock.wallMs() });
      if (waitMs === 0) return subjects;
      refusals.set(subjects.pair, clock.monoMs() + waitMs);
      throw refusal(tried, waitMs);
    },

    async forgive(subjects) {
      refusals.delete(subjects.pair);
      const known = networks.get(subjects.network);
      // As in the store, only this try is forgiven for the network.
      if (known !== undefined) {
        const failures = Math.max(0, known.failures - 1);
        networks.set(subjects.network, { ...known, failures, openAtMs: 0 });
      }
      await store.forgiveSignIn(subjects);
    },
  };
}

function tooMany(purpose: Tried['purpose'], waitMs: number): ServiceError {
  const retryAfterS = Math.ceil(waitMs / 1_000);
  return new ServiceError(
    'RATE_LIMITED',
    `${SENTENCE[purpose]} Try again in ${retryAfterS} seconds.`,
    { retryAfterS },
  );
}
