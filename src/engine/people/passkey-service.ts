/**
 * The passkeys of an account: added, listed, removed. Adding the first factor of an account creates
 * its recovery codes. Must never add a passkey that did not answer our own challenge. Source:
 * docs/decisions/0040.
 */
import { ServiceError } from '../../core/error/service-error.ts';
import { PASSKEYS_MAX } from '../../core/project/limits.ts';
import { lineFault } from '../../core/text.ts';
import { auditEntry } from '../manage/author.ts';
import type { Clock } from '../ports/clock.ts';
import type { Passkey, PasskeyStore } from '../ports/passkey-store.ts';
import type { NewCredential, PasskeyVerifier, RelyingParty } from '../ports/passkey-verifier.ts';
import type { SignedIn, User } from '../ports/people-store.ts';
import { type PasskeyChallenges, tooLate } from './passkey-challenge.ts';
import type { SecondFactorService } from './second-factor-service.ts';
import { authorFrom, type Client } from './session-maker.ts';

/** The input for the browser's request to an authenticator. `kept`: the text of a cookie. */
export interface PasskeyAsked {
  readonly challenge: string;
  readonly kept: string;
  /** The passkeys of the account; empty while the person is unknown. */
  readonly passkeys: readonly Passkey[];
}

export interface PasskeyService {
  list(user: User): Promise<readonly Passkey[]>;
  beginAdd(signedIn: SignedIn): Promise<PasskeyAsked>;
  /**
   * `codes`: the recovery codes, if this is the first factor of the account. Throws INVALID_INPUT,
   * STATE_CONFLICT.
   */
  add(
    signedIn: SignedIn,
    answered: {
      readonly kept: string | null;
      readonly name: string;
      readonly credential: NewCredential;
      readonly party: RelyingParty;
    },
    client: Client,
  ): Promise<{ readonly passkey: Passkey; readonly codes: readonly string[] }>;
  /** Throws NOT_FOUND if the passkey is not one of this person's. */
  remove(signedIn: SignedIn, id: string, client: Client): Promise<void>;
}

export interface PasskeyParts {
  readonly store: Pick<PasskeyStore, 'passkeysOf' | 'addPasskey' | 'removePasskey'>;
  readonly clock: Clock;
  readonly verifier: Pick<PasskeyVerifier, 'registered'>;
  readonly challenges: PasskeyChallenges;
  readonly secondFactor: Pick<SecondFactorService, 'freshCodes'>;
}

const NAME_BOUNDS = { min: 1, max: 60 } as const;
/** The form of the names in WebAuthn; other texts are dropped. */
const TRANSPORT = /^[a-z-]{1,20}$/;
const TRANSPORTS_MAX = 8;

export function createPasskeyService(parts: PasskeyParts): PasskeyService {
  const { store, clock, verifier, challenges } = parts;
  const aboutOf = ({ user, session }: SignedIn) =>
    ({ purpose: 'add', user: user.id, session: session.id }) as const;
  const entryOf = (user: User, action: string, before: unknown, after: unknown, client: Client) =>
    auditEntry(authorFrom(user.id, client), clock.wallMs(), action, user.id, { before, after });

  return {
    list: (user) => store.passkeysOf(user.key),

    async beginAdd(signedIn) {
      const passkeys = await store.passkeysOf(signedIn.user.key);
      if (passkeys.length >= PASSKEYS_MAX) throw tooMany();
      return { ...challenges.make(aboutOf(signedIn)), passkeys };
    },

    async add(signedIn, { kept, name: typed, credential, party }, client) {
      const name = typed.trim();
      const fault = lineFault(name, NAME_BOUNDS);
      if (fault !== null) throw invalid('/name', fault);
      const challenge = challenges.open(kept, aboutOf(signedIn));
      const expected = { challenge, party, verifiesUser: false };
      const registered = await verifier.registered(credential, expected);
      if (registered === null) {
        throw invalid('/credential', 'The passkey was not made for this page and this request.');
      }
      const { user, session } = signedIn;
      const { codes, hashes } = parts.secondFactor.freshCodes(user);
      const transports = credential.transports.filter((each) => TRANSPORT.test(each));
      const added = await store.addPasskey({
        user: user.key,
        added: {
          credentialId: credential.id,
          ...registered,
          name,
          transports: transports.slice(0, TRANSPORTS_MAX),
          session: session.key,
          challenge: challenges.hashOf(challenge),
          codes: hashes,
        },
        audit: entryOf(user, 'second-factor.added', null, { kind: 'passkey', name }, client),
      });
      switch (added.kind) {
        case 'added':
          return { passkey: added.passkey, codes: added.codesKept ? codes : [] };
        case 'spent':
          throw tooLate();
        case 'taken':
          throw new ServiceError('STATE_CONFLICT', 'This passkey was added before.');
        case 'full':
          throw tooMany();
      }
    },

    async remove({ user, session }, id, client) {
      const passkey = (await store.passkeysOf(user.key)).find((each) => each.id === id);
      const told = { kind: 'passkey', name: passkey?.name };
      const audit = entryOf(user, 'second-factor.removed', told, null, client);
      const isGone =
        passkey !== undefined &&
        (await store.removePasskey({
          user: user.key,
          key: passkey.key,
          session: session.key,
          audit,
        }));
      if (!isGone) throw new ServiceError('NOT_FOUND', 'You have no such passkey.');
    },
  };
}

function invalid(field: string, message: string): ServiceError {
  return new ServiceError('INVALID_INPUT', message, { fields: [{ field, message }] });
}

function tooMany(): ServiceError {
  return new ServiceError('LIMIT_REACHED', `An account has at most ${PASSKEYS_MAX} passkeys.`);
}
