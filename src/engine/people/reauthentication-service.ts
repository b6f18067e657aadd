/**
 * Proving one's identity again within a session. Changes of rights demand it, so that an open
 * browser or a stolen cookie alone cannot change rights. Must never end, renew or lengthen a
 * session. Source: docs/decisions/0038.
 */
import { ServiceError } from '../../core/error/service-error.ts';
import { isProven } from '../../core/person/session.ts';
import { auditEntry } from '../manage/author.ts';
import type { Clock } from '../ports/clock.ts';
import type { PeopleStore, SignedIn } from '../ports/people-store.ts';
import { authorFrom, type Client } from './session-maker.ts';
import type { SignInService } from './sign-in-service.ts';

export interface ReauthenticationService {
  /** Throws REAUTHENTICATION_REQUIRED if the last proof is too old. */
  assertProven(signedIn: SignedIn): void;
  /** Throws INVALID_INPUT at `/password`, or RATE_LIMITED. */
  byPassword(signedIn: SignedIn, password: string, client: Client): Promise<SignedIn>;
  /** Records a proof by another way. */
  proven(
    signedIn: SignedIn,
    by: 'password' | 'oidc' | 'passkey',
    client: Client,
  ): Promise<SignedIn>;
}

export interface ReauthenticationParts {
  readonly store: Pick<PeopleStore, 'proveSession'>;
  readonly clock: Clock;
  readonly signIn: Pick<SignInService, 'confirm'>;
}

export function createReauthenticationService({
  store,
  clock,
  signIn,
}: ReauthenticationParts): ReauthenticationService {
  const proven: ReauthenticationService['proven'] = async (signedIn, by, client) => {
    const { session, user } = signedIn;
    const atMs = clock.wallMs();
    const change = { before: null, after: { by } };
    const author = authorFrom(user.id, client);
    const audit = auditEntry(author, atMs, 'session.reauthenticated', user.id, change);
    await store.proveSession({ key: session.key, user: user.key, audit });
    return { ...signedIn, session: { ...session, provenAtMs: atMs } };
  };
  return {
    proven,

    assertProven({ session }) {
      if (isProven(session, clock.wallMs())) return;
      throw new ServiceError(
        'REAUTHENTICATION_REQUIRED',
        'This changes rights. Prove again who you are, then repeat the request: ' +
          'POST /v1/session/reauthentication, a passkey, or the identity provider.',
      );
    },

    async byPassword(signedIn, password, client) {
      if (await signIn.confirm(signedIn, password, client)) {
        return proven(signedIn, 'password', client);
      }
      const message = 'This is not your password.';
      throw new ServiceError('INVALID_INPUT', message, {
        fields: [{ field: '/password', message }],
      });
    },
  };
}
