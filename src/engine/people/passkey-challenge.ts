/**
 * The challenge of a passkey: random, for one purpose, one account and one session, for some
 * minutes. It is kept sealed in a cookie of the browser, so that asking for one stores nothing. The
 * commit that accepts the answer also stores that the challenge is used.
 */
import { ServiceError } from '../../core/error/service-error.ts';
import { CHALLENGE_MS } from '../../core/person/session.ts';
import type { Clock } from '../ports/clock.ts';
import type { Secrets } from '../ports/secrets.ts';
import { browserKept } from './browser-kept.ts';

export type ChallengePurpose = 'add' | 'sign-in' | 'second-factor' | 'proof';

/** What the challenge is for; `user` is null while the person is unknown. */
export interface ChallengeFor {
  readonly purpose: ChallengePurpose;
  /** `usr_...` */
  readonly user: string | null;
  /** `ses_...` */
  readonly session: string | null;
}

export interface PasskeyChallenges {
  make(about: ChallengeFor): { readonly challenge: string; readonly kept: string };
  /** Throws STATE_CONFLICT if the challenge is for another purpose or too old. */
  open(kept: string | null, about: ChallengeFor): string;
  /** The hash under which the store keeps a used challenge. */
  hashOf(challenge: string): string;
}

interface Kept extends ChallengeFor {
  readonly challenge: string;
  readonly atMs: number;
}

const CONTEXT = 'passkey-challenge';
const CHALLENGE_BYTES = 32;

export function createPasskeyChallenges({
  secrets,
  clock,
}: {
  readonly secrets: Pick<Secrets, 'seal' | 'open' | 'token' | 'sha256Hex'>;
  readonly clock: Clock;
}): PasskeyChallenges {
  return {
    make({ purpose, user, session }) {
      const challenge = secrets.token(CHALLENGE_BYTES);
      const kept: Kept = { purpose, user, session, challenge, atMs: clock.wallMs() };
      return { challenge, kept: secrets.seal(JSON.stringify(kept), CONTEXT) };
    },

    open(sealed, { purpose, user, session }) {
      const kept = browserKept<Kept>(secrets, sealed, CONTEXT);
      const isFor = kept?.purpose === purpose && kept.user === user && kept.session === session;
      if (kept === null || !isFor) throw tooLate();
      const ageMs = clock.wallMs() - kept.atMs;
      if (ageMs > CHALLENGE_MS || ageMs < -CHALLENGE_MS) throw tooLate();
      return kept.challenge;
    },

    hashOf: (challenge) => secrets.sha256Hex(`passkey ${challenge}`),
  };
}

/** The challenge was used, is too old, or was replaced by another request of this browser. */
export function tooLate(): ServiceError {
  return new ServiceError(
    'STATE_CONFLICT',
    'The request for the passkey was answered before, too late or from another page. Try again.',
  );
}
