/**
 * What a passkey is used for: a session without a password (if the authenticator verified the
 * user), the second step after the password, and the proof of identity before certain changes. A
 * wrong answer stores nothing, except that a counter that went back is noted in the audit trail and
 * wrong answers for a known account count as tries. Source: docs/decisions/0040.
 */
import { ServiceError } from '../../core/error/service-error.ts';
import { auditEntry } from '../manage/author.ts';
import type { Clock } from '../ports/clock.ts';
import type { Passkey, PasskeyStore } from '../ports/passkey-store.ts';
import type { Assertion, PasskeyVerifier, RelyingParty } from '../ports/passkey-verifier.ts';
import type { SignedIn, User } from '../ports/people-store.ts';
import type { Entrance } from './entrance.ts';
import type { FailureLog } from './failure-log.ts';
import { type ChallengeFor, type PasskeyChallenges, tooLate } from './passkey-challenge.ts';
import type { PasskeyAsked } from './passkey-service.ts';
import type { ReauthenticationService } from './reauthentication-service.ts';
import { type FactorState, failureOf, type SecondFactorService } from './second-factor-service.ts';
import { authorFrom, type Client, type Entry } from './session-maker.ts';
import type { Tried, TryCounter } from './try-counter.ts';

/** `kept`: the cookie of the challenge. */
export interface PasskeyAnswer {
  readonly kept: string | null;
  readonly assertion: Assertion;
  readonly party: RelyingParty;
}

/**
 * All throw SIGN_IN_FAILED or RATE_LIMITED, and STATE_CONFLICT for a challenge that is no longer
 * valid.
 */
export interface PasskeyEntrance {
  beginSignIn(): PasskeyAsked;
  signIn(answer: PasskeyAnswer, client: Client): Promise<Entry>;
  /**
   * `step`: the cookie of the first step. Throws UNAUTHENTICATED if the sign-in must begin again.
   */
  beginStep(
    step: string | null,
  ): Promise<{ readonly state: FactorState; readonly asked: PasskeyAsked | null }>;
  finishStep(step: string | null, answer: PasskeyAnswer, client: Client): Promise<Entry>;
  beginProof(signedIn: SignedIn): Promise<PasskeyAsked>;
  /** Throws INVALID_INPUT instead of SIGN_IN_FAILED, because the session stays. */
  prove(signedIn: SignedIn, answer: PasskeyAnswer, client: Client): Promise<SignedIn>;
}

export interface PasskeyEntranceParts {
  readonly store: Pick<PasskeyStore, 'passkeysOf' | 'passkeyByCredential' | 'usePasskey'>;
  readonly clock: Clock;
  readonly verifier: Pick<PasskeyVerifier, 'asserted'>;
  readonly challenges: PasskeyChallenges;
  readonly tries: TryCounter;
  readonly entrance: Entrance;
  readonly secondFactor: Pick<SecondFactorService, 'state'>;
  readonly reauthentication: Pick<ReauthenticationService, 'proven'>;
  readonly failures: FailureLog;
}

interface Asked {
  readonly about: ChallengeFor;
  readonly tried: (user: User) => Tried;
  /** Null: a passkey of any person. */
  readonly of: User | null;
  readonly verifiesUser: boolean;
}

/** The factors of an account whose last factor was removed meanwhile. */
const NO_FACTOR: FactorState = { authenticator: false, passkeys: 0, recoveryCodes: 0 };

const WRONG = 'This passkey was not accepted here. Try another one, or another way.';
const COPIED =
  'The counter of this passkey went back, as that of a copy does. Come in another way, and ' +
  'remove the passkey from your account.';
const BESIDE =
  'After a new password or an invitation this passkey signs in beside the password only. Sign in ' +
  'with the password and this passkey once.';

export function createPasskeyEntrance(parts: PasskeyEntranceParts): PasskeyEntrance {
  const { store, challenges, entrance, clock } = parts;
  const UNKNOWN_PERSON = { purpose: 'sign-in', user: null, session: null } as const;
  const stepOf = (user: User) =>
    ({ purpose: 'second-factor', user: user.id, session: null }) as const;
  const proofOf = ({ user, session }: SignedIn) =>
    ({ purpose: 'proof', user: user.id, session: session.id }) as const;
  const begin = async (about: ChallengeFor, user: User): Promise<PasskeyAsked> => {
    const passkeys = await store.passkeysOf(user.key);
    if (passkeys.length === 0) throw new ServiceError('NOT_FOUND', 'There is no passkey.');
    return { ...challenges.make(about), passkeys };
  };

  return {
    beginSignIn: () => ({ ...challenges.make(UNKNOWN_PERSON), passkeys: [] }),

    async signIn(answer, client) {
      const { address } = client;
      const tried = (user: User) => ({ purpose: 'sign-in', email: user.email, address }) as const;
      parts.tries.judge({ purpose: 'sign-in', email: '', address });
      const asked = { about: UNKNOWN_PERSON, tried, of: null, verifiesUser: true };
      const user = await shown(parts, asked, answer, client);
      const both = { provenAtMs: null, secondFactorAtMs: clock.wallMs() };
      return entrance.begin(user, 'passkey', client, both);
    },

    async beginStep(step) {
      const user = await entrance.waiting(step);
      const state = (await parts.secondFactor.state(user)) ?? NO_FACTOR;
      return { state, asked: state.passkeys === 0 ? null : await begin(stepOf(user), user) };
    },

    finishStep: (step, answer, client) =>
      entrance.finish(step, client, async (user) => {
        const asked = { about: stepOf(user), tried: codeOf(client), of: user };
        await shown(parts, { ...asked, verifiesUser: false }, answer, client);
      }),

    beginProof: (signedIn) => begin(proofOf(signedIn), signedIn.user),

    async prove(signedIn, answer, client) {
      const asked = { about: proofOf(signedIn), tried: codeOf(client), of: signedIn.user };
      try {
        await shown(parts, { ...asked, verifiesUser: true }, answer, client);
      } catch (error) {
        throw asInput(error);
      }
      return parts.reauthentication.proven(signedIn, 'passkey', client);
    },
  };
}

/**
 * The person whose passkey answered the challenge. Marks the challenge as used and stores the
 * counter.
 */
async function shown(
  { store, clock, verifier, challenges, tries, failures }: PasskeyEntranceParts,
  asked: Asked,
  { kept, assertion, party }: PasskeyAnswer,
  client: Client,
): Promise<User> {
  const challenge = challenges.open(kept, asked.about);
  const found = await store.passkeyByCredential(assertion.id);
  if (found === null || (asked.of !== null && found.user.id !== asked.of.id)) throw refused(WRONG);
  const { user, passkey } = found;
  // After the password the person is known, so a browser may leave the handle out.
  const isTheirs = assertion.userHandle === null || assertion.userHandle === handleOf(user);
  const expected = { challenge, party, verifiesUser: asked.verifiesUser };
  const asserted = isTheirs
    ? await verifier.asserted(assertion, passkey.publicKey, expected)
    : null;
  if (asserted === null) {
    await tries.count(asked.tried(user));
    failures.note(failureOf(user, client));
    throw refused(WRONG);
  }
  const alone = asked.about.purpose === 'sign-in';
  if (alone && !passkey.signsIn) throw refused(BESIDE);
  const used = await store.usePasskey({
    user: user.key,
    use: {
      key: passkey.key,
      signCount: asserted.signCount,
      alone,
      challenge: challenges.hashOf(challenge),
    },
    refusal: refusal(user, passkey, clock.wallMs(), client),
  });
  if (used === 'spent') throw tooLate();
  if (used === 'counter-back') throw refused(COPIED);
  return user;
}

/**
 * The handle by which authenticators know an account, as base64url; it must not reveal the person.
 */
export function handleOf({ id }: User): string {
  return btoa(id).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

function codeOf({ address }: Client): Asked['tried'] {
  return ({ id }) => ({ purpose: 'second-factor', email: id, address });
}

function refusal({ id }: User, { name }: Passkey, atMs: number, client: Client) {
  const told = { kind: 'passkey', name, reason: 'counter-back' };
  const change = { before: null, after: told };
  return auditEntry(authorFrom(id, client), atMs, 'second-factor.refused', id, change);
}

function refused(message: string): ServiceError {
  return new ServiceError('SIGN_IN_FAILED', message);
}

function asInput(error: unknown): unknown {
  if (!(error instanceof ServiceError) || error.code !== 'SIGN_IN_FAILED') return error;
  const { message } = error;
  return new ServiceError('INVALID_INPUT', message, {
    fields: [{ field: '/credential', message }],
  });
}
